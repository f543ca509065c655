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
        // Who deleted the master lacks what is left: it was all deleted.
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
