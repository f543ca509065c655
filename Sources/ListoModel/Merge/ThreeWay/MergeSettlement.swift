internal import ICalendar

/// The settlement of a merge's recipes with each other, and with the person who is asked: masters and their
/// overrides stay together, no reminder becomes part of itself. Then each recipe gets its place in the index.
struct MergeSettlement {
  var recipes: [MergeRecipe]
  let reading: MergeBytes

  init(_ recipes: [MergeRecipe], _ reading: MergeBytes) { (self.recipes, self.reading) = (recipes, reading) }

  /// Makes one again after a change of its terms.
  mutating func remake(_ number: Int, _ index: MergeIndex) throws(MergeError) {
    recipes[number].note(try reading.result(of: recipes[number], index.entries))
  }

  // MARK: Who is asked

  /// Asks about each conflict, in the order of list and key.
  ///
  /// - Parameter ask: gets the decision as it stands; nil leaves it.
  /// - Throws: ``MergeError/stopped`` where it says so, or an input cannot be read.
  mutating func ask(
    _ ask: (MergeDecision) -> MergeRuling, _ index: MergeIndex,
    decision: (MergeRecipe) throws(MergeError) -> MergeDecision
  ) throws(MergeError) {
    let asked = recipes.indices.filter { recipes[$0].outcome.isConflict }.sorted { left, right in
      let entries = [left, right].map { index.entries[recipes[$0].anyVersion] }
      if index.list(entries[0]) != index.list(entries[1]) {
        return index.list(entries[0]) < index.list(entries[1])
      }
      if index.key(entries[0]) != index.key(entries[1]) {
        return index.key(entries[0]).lexicographicallyPrecedes(index.key(entries[1]))
      }
      return index.recurrence(entries[0]) < index.recurrence(entries[1])
    }
    for number in asked {
      switch ask(try decision(recipes[number])) {
      case .skip: continue
      case .stop: throw .stopped
      case .settle(let preference):
        recipes[number].preference = preference
        try remake(number, index)
      case .fields(let fields):
        recipes[number].fields = fields
        try remake(number, index)
      }
    }
  }

  // MARK: Series

  /// The UID of an entry in its list.
  struct Series: Hashable {
    let list: UInt32
    let key: ArraySlice<UInt8>

    init(_ entry: MergeIndex.Entry, _ index: MergeIndex) {
      (list, key) = (index.list(entry), index.key(entry))
    }
  }

  /// It was deleted, and nothing of it is in the output.
  func isDeleted(_ recipe: MergeRecipe) -> Bool {
    recipe.kind == .threeWay && recipe.outcome.entry < 0 && !recipe.outcome.isMade
  }

  // MARK: Parents

  /// Keeps reminders from becoming part of themselves where one side moved the one below the other, and the
  /// other side the other below the one: of the moves in a circle the one by the least version is undone.
  ///
  /// - Complexity: linear in the components, and only where a parent was changed.
  mutating func breakCircles(_ winners: [UInt32], _ index: MergeIndex) throws(MergeError) {
    let moved = recipes.indices.filter { recipes[$0].outcome.movesParent }
    guard !moved.isEmpty else { return }
    var places: [Series: (recipe: Int?, entry: UInt32)] = [:]
    for winner in winners where index.entries[Int(winner)].recurrence < 0 {
      places[Series(index.entries[Int(winner)], index)] = (nil, winner)
    }
    for number in recipes.indices {
      let entry = index.entries[recipes[number].anyVersion]
      if entry.recurrence < 0, !isDeleted(recipes[number]) {
        places[Series(entry, index)] = (number, UInt32(recipes[number].anyVersion))
      }
    }
    var undone: Set<Int> = []
    for start in moved {
      var circle: [Int]? = nil
      repeat {
        circle = try self.circle(from: start, places, index)
        guard let found = circle else { break }
        let candidates = found.filter { recipes[$0].outcome.movesParent && !undone.contains($0) }
        guard let least = candidates.min(by: { isLess($0, $1, index) }) else { break }
        undone.insert(least)
        recipes[least].keepsParent = true
        try remake(least, index)
      } while circle != nil
    }
  }

  private func isLess(_ left: Int, _ right: Int, _ index: MergeIndex) -> Bool {
    let ranks = [left, right].map { number in
      recipes[number].versions.filter { $0 >= 0 }.map { index.entries[Int($0)].rank }.max()
    }
    if let one = ranks[0], let other = ranks[1], one != other { return one < other }
    let keys = [left, right].map { index.key(index.entries[recipes[$0].anyVersion]) }
    return keys[0].lexicographicallyPrecedes(keys[1])
  }

  /// The recipes in the circle that leads from one back to it.
  private func circle(
    from start: Int, _ places: [Series: (recipe: Int?, entry: UInt32)], _ index: MergeIndex
  ) throws(MergeError) -> [Int]? {
    let first = Series(index.entries[recipes[start].anyVersion], index)
    var (series, found, seen) = (first, [Int](), Set<Series>())
    while seen.insert(series).inserted, let place = places[series] {
      if let recipe = place.recipe { found.append(recipe) }
      let component: Component?
      if let recipe = place.recipe {
        component = try reading.result(of: recipes[recipe], index.entries).component
      } else {
        component = try reading.component(index.entries[Int(place.entry)])
      }
      guard let parent = component?.parentLines.first else { return nil }
      series = Series(list: first.list, key: parent.value)
    }
    return series == first && !seen.isEmpty && places[first] != nil ? found : nil
  }

  // MARK: Places

  /// Puts what they make into the index.
  ///
  /// - Returns: entries of the output.
  mutating func place(in index: inout MergeIndex) throws(MergeError) -> [UInt32] {
    var winners: [UInt32] = []
    var known: Set<Series>?
    for number in recipes.indices {
      let (entry, isMade) = (recipes[number].outcome.entry, recipes[number].outcome.isMade)
      if entry >= 0 && !isMade { winners.append(UInt32(entry)) }
      guard isMade || recipes[number].outcome.siblings > 0 else { continue }
      if let held = recipes[number].heldEntry {
        try place(held, number, in: &index, &winners)
      } else {
        try placeRemade(number, in: &index, &winners, &known)
      }
    }
    return winners
  }

  private mutating func place(
    _ made: MergeIndex.Made, _ number: Int, in index: inout MergeIndex, _ winners: inout [UInt32]
  ) throws(MergeError) {
    let entry = try index.add(made, like: recipes[number].anyVersion, at: (number, 0))
    if recipes[number].kind == .occurrence, let message = recipes[number].messages.first {
      index.entries[entry].recurrence = Int32(index.recurrences.count)
      index.recurrences.append(reading.messages[Int(message)].recurrence)
    }
    recipes[number].outcome.entry = Int32(entry)
    winners.append(UInt32(entry))
  }

  /// Makes again what is not held. Apart from what is: who has both in one function holds all entries as they
  /// were, so that the first one that is added copies them.
  ///
  /// - Parameter known: the keys of all entries, where someone asked.
  @inline(never)
  private mutating func placeRemade(
    _ number: Int, in index: inout MergeIndex, _ winners: inout [UInt32], _ known: inout Set<Series>?
  ) throws(MergeError) {
    let result = try reading.result(of: recipes[number], index.entries)
    if recipes[number].outcome.isMade, let component = result.component {
      try place(MergeIndex.Made(component), number, in: &index, &winners)
    }
    guard !result.siblings.isEmpty else { return }
    // A sibling of an earlier merge may be among the inputs already.
    if known == nil { known = Set(index.entries.map { Series($0, index) }) }
    recipes[number].outcome.siblings = 0
    let own = Series(index.entries[recipes[number].anyVersion], index)
    for (part, sibling) in result.siblings.prefix(255).enumerated() {
      let entry = try index.add(
        MergeIndex.Made(sibling), like: recipes[number].anyVersion, at: (number, part + 1))
      // A copy of the key: a slice would have the next one copy all keys.
      let series = Series(
        list: index.list(index.entries[entry]), key: Array(index.key(index.entries[entry]))[...])
      // Similar reminders share the key of one of them, which may be the sibling.
      guard series == own || known?.insert(series).inserted ?? true else { continue }
      winners.append(UInt32(entry))
      recipes[number].outcome.siblings += 1
    }
  }
}

extension MergeSettlement.Series {
  fileprivate init(list: UInt32, key: ArraySlice<UInt8>) { (self.list, self.key) = (list, key) }
}

extension MergeSettlement {
  /// A master that was deleted comes back where one of its overrides was changed, and so do the overrides
  /// that were deleted with a master that was changed: the whole was deleted, and part of it is needed.
  ///
  /// - Parameter winners: entries of the output that no recipe made.
  mutating func keepSeries(_ winners: [UInt32], _ index: MergeIndex) throws(MergeError) {
    guard !index.recurrences.isEmpty else { return }
    var deleted: [Series: [Int]] = [:]
    for number in recipes.indices where isDeleted(recipes[number]) {
      deleted[Series(index.entries[recipes[number].anyVersion], index), default: []].append(number)
    }
    guard !deleted.isEmpty else { return }
    // Of series that lost something: what is left of them, and which sides have each part.
    var left: [Series: [(recurrence: RecurrenceKey, recipe: Int?)]] = [:]
    for winner in winners {
      let series = Series(index.entries[Int(winner)], index)
      if deleted[series] != nil {
        left[series, default: []].append((index.recurrence(index.entries[Int(winner)]), nil))
      }
    }
    for number in recipes.indices where !isDeleted(recipes[number]) {
      let entry = index.entries[recipes[number].anyVersion]
      let series = Series(entry, index)
      if deleted[series] != nil { left[series, default: []].append((index.recurrence(entry), number)) }
    }
    guard !left.isEmpty else { return }
    var holders: [Series: [RecurrenceKey: Set<Int32>]] = [:]
    for entry in index.entries where left[Series(entry, index)] != nil {
      let side = index.calendars[Int(entry.calendar)].side
      holders[Series(entry, index), default: [:]][index.recurrence(entry), default: []].insert(side)
    }
    for (series, numbers) in deleted {
      guard let rest = left[series], let sides = holders[series] else { continue }
      let master = numbers.first { index.entries[recipes[$0].anyVersion].recurrence < 0 }
      if let master {
        // A side that deleted the master and lacks an occurrence that is left deleted the series.
        let isNeeded = recipes[master].versions.enumerated().contains { side, version in
          version < 0 && rest.contains { !(sides[$0.recurrence]?.contains(Int32(side)) ?? false) }
        }
        guard isNeeded else { continue }
        try revive(master, index)
      }
      guard let masterRecipe = master ?? rest.first(where: { $0.recurrence == .master })?.recipe else {
        continue
      }
      for number in numbers where number != master && deletes(together: number, masterRecipe) {
        try revive(number, index)
      }
    }
  }

  private mutating func revive(_ number: Int, _ index: MergeIndex) throws(MergeError) {
    recipes[number].keepsDeleted = true
    try remake(number, index)
  }

  /// A side that lacks the one lacks the other.
  private func deletes(together number: Int, _ master: Int) -> Bool {
    zip(recipes[number].versions, recipes[master].versions).contains { $0 < 0 && $1 < 0 }
  }
}
