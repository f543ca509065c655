internal import ICalendar

/// The versions of one key, by the sides that they belong to.
struct SideVersions {
  private(set) var base: Int32 = -1
  private(set) var versions: [Int32]
  /// The outcomes for the sides that have several different versions.
  private(set) var outcomes: [MergeOutcome] = []
  private(set) var identical = 0
  /// Sides without a version of their own, where the base has one.
  private(set) var lacking: [Int] = []

  /// - Parameter sides: how many there are.
  init(sides: Int) { versions = [Int32](repeating: -1, count: sides) }

  /// Takes the versions of the key.
  ///
  /// - Parameters:
  ///   - group: entries of one key, in the order of the inputs.
  ///   - absence: where what a side lacks is not deleted, the base's version is the side's.
  mutating func take(
    _ group: [Int], _ absence: SideAbsence, _ index: MergeIndex, _ reading: MergeBytes
  ) throws(MergeError) {
    var count = 0
    // Nearly always one of each side.
    for entry in group where take(entry, index) { count += 1 }
    if count < group.count {
      let side = { (entry: Int) in index.calendars[Int(index.entries[entry].calendar)].side }
      var rest = group.sorted { (side($0), $0) < (side($1), $1) }[...]
      count = 0
      while let first = rest.first {
        let own = rest.prefix { side($0) == side(first) }
        rest = rest.dropFirst(own.count)
        count += 1
        try take(own, of: side(first), index, reading)
      }
    }
    guard base >= 0, count <= versions.count else { return }
    for side in versions.indices where versions[side] < 0 {
      lacking.append(side)
      if absence.partial[side] != nil { versions[side] = base }
    }
  }

  /// Takes the version of a side; false where that has one.
  private mutating func take(_ entry: Int, _ index: MergeIndex) -> Bool {
    let side = Int(index.calendars[Int(index.entries[entry].calendar)].side)
    guard (side < 0 ? base : versions[side]) < 0 else { return false }
    if side < 0 { base = Int32(entry) } else { versions[side] = Int32(entry) }
    return true
  }

  /// - Parameter entries: those of one side, in the order of the inputs.
  private mutating func take(
    _ entries: ArraySlice<Int>, of side: Int32, _ index: MergeIndex, _ reading: MergeBytes
  ) throws(MergeError) {
    guard var winner = entries.first else { return }
    let digest = index.entries[winner].digest
    if entries.contains(where: { index.entries[$0].digest != digest }) {
      let outcome = try MergeOutcome(Array(entries), index, reading)
      winner = outcome.winner
      if side >= 0 { outcomes.append(outcome) }
    } else if side >= 0 {
      identical += entries.count - 1
    }
    if side < 0 { base = Int32(winner) } else { versions[Int(side)] = Int32(winner) }
  }

  /// The way in which the versions are decided.
  enum Course {
    /// No side has a version.
    case absent
    /// This version is the one that all sides have, byte for byte, or the only one.
    case undisputed(Int)
    /// Sides have deleted it, and all others have the base's bytes, so that nothing has to be read to say so.
    case deletedUnchanged
    /// The version of this side alone is not the base, and is written as it stands.
    case onlyChange(Int)
    case merge
  }

  func course(_ index: MergeIndex) -> Course {
    guard presentCount > 0 else { return .absent }
    if let winner = undisputed(index) { return .undisputed(winner) }
    if isDeletedUnchanged(index) { return .deletedUnchanged }
    return onlyChange(index).map(Course.onlyChange) ?? .merge
  }

  /// Adds the entries whose components are looked at on a course.
  func addRead(on course: Course, to entries: inout [MergeIndex.Entry], _ index: MergeIndex) {
    switch course {
    case .absent, .undisputed, .deletedUnchanged: return
    case .onlyChange(let number): entries.append(index.entries[Int(versions[number])])
    case .merge: for version in versions where version >= 0 { entries.append(index.entries[Int(version)]) }
    }
    if base >= 0 { entries.append(index.entries[Int(base)]) }
  }

  /// The one version that all sides have, byte for byte, or that is the only one; nil where something has to
  /// be decided.
  private func undisputed(_ index: MergeIndex) -> Int? {
    guard let first = versions.first(where: { $0 >= 0 }) else { return nil }
    let digest = index.entries[Int(first)].digest
    let isComplete = base < 0 || presentCount == versions.count
    guard isComplete, versions.allSatisfy({ $0 < 0 || index.entries[Int($0)].digest == digest }) else {
      return nil
    }
    return Int(first)
  }

  var presentCount: Int { versions.count { $0 >= 0 } }

  /// The number of versions that come from a side: those that the base stands in for are left out.
  var ownCount: Int { versions.count { $0 >= 0 && $0 != base } }
}
