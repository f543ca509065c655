internal import ICalendar

extension MergeSettlement {
  /// Does what messages ask for.
  ///
  /// - Parameter winners: entries of the output that no recipe made; those that a message changes are taken
  ///   out.
  /// - Returns: a Diagnostic for each message that changed nothing.
  mutating func apply(
    _ messages: [MergeMessage], to winners: inout [UInt32], _ index: inout MergeIndex
  ) throws(MergeError) -> [Diagnostic] {
    guard !messages.isEmpty else { return [] }
    var byUID: [ArraySlice<UInt8>: [Int]] = [:]
    for (number, message) in messages.enumerated() { byUID[message.uid, default: []].append(number) }
    var refusals: [Int: String] = [:]
    var done: Set<Int> = []
    /// Masters by UID, for occurrences that stand in no collection.
    var masters: [ArraySlice<UInt8>: Int32] = [:]

    var kept: [UInt32] = []
    kept.reserveCapacity(winners.count)
    for winner in winners {
      let entry = index.entries[Int(winner)]
      guard entry.flags.contains(.reminder), let numbers = byUID[index.key(entry)] else {
        kept.append(winner)
        continue
      }
      if entry.recurrence < 0 { masters[Array(index.key(entry))[...]] = Int32(winner) }
      var recipe = MergeRecipe(kind: .single, versions: [Int32(winner)])
      try add(numbers, messages, to: &recipe, index, &done, &refusals)
      if recipe.messages.isEmpty { kept.append(winner) } else { recipes.append(recipe) }
    }
    winners = kept
    for number in recipes.indices where recipes[number].kind != .single {
      let entry = index.entries[recipes[number].anyVersion]
      guard entry.flags.contains(.reminder), let numbers = byUID[index.key(entry)] else { continue }
      if entry.recurrence < 0 { masters[Array(index.key(entry))[...]] = Int32(recipes[number].anyVersion) }
      try add(numbers, messages, to: &recipes[number], index, &done, &refusals)
    }
    for (number, message) in messages.enumerated() where !done.contains(number) && refusals[number] == nil {
      guard message.method == .cancel, message.recurrence != .master, let master = masters[message.uid] else {
        refusals[number] = "no reminder has its UID"
        continue
      }
      // Any reason to refuse the message for the series holds for its occurrence too.
      let series = try reading.component(index.entries[Int(master)])
      if let reason = message.refusal(by: series) {
        refusals[number] = reason
        continue
      }
      let list = index.list(index.entries[Int(master)])
      let zones = reading.zones.map { ZoneTable($0.definitions(ofList: list, used: nil)) } ?? .empty
      guard message.namesOccurrence(of: series, zones: zones) else {
        refusals[number] = "the reminder has no occurrence at that time"
        continue
      }
      var recipe = MergeRecipe(kind: .occurrence, versions: [master])
      recipe.messages = [UInt32(number)]
      recipe.note(try reading.result(of: recipe, index.entries))
      recipes.append(recipe)
    }
    return refusals.sorted { $0.key < $1.key }.map { number, reason in
      let message = messages[number]
      return Diagnostic(
        .warning, .message, file: message.input, line: message.component.lineNumber,
        "METHOD:\(message.method.rawValue) changes nothing: \(reason)")
    }
  }

  private func add(
    _ numbers: [Int], _ messages: [MergeMessage], to recipe: inout MergeRecipe, _ index: MergeIndex,
    _ done: inout Set<Int>, _ refusals: inout [Int: String]
  ) throws(MergeError) {
    let recurrence = index.recurrence(index.entries[recipe.anyVersion])
    for number in numbers where messages[number].names(recurrence) {
      guard let target = try reading.result(of: recipe, index.entries).component else { continue }
      if let reason = messages[number].refusal(by: target) {
        if !done.contains(number) { refusals[number] = reason }
        continue
      }
      done.insert(number)
      refusals[number] = nil
      recipe.messages.append(UInt32(number))
      recipe.note(try reading.result(of: recipe, index.entries))
    }
  }
}
