internal import ICalendar

/// The versions of one key, by the sides that they belong to.
struct SideVersions {
  private(set) var base: Int32 = -1
  private(set) var versions: [Int32]
  /// What was decided within the sides.
  private(set) var outcomes: [MergeOutcome] = []
  private(set) var identical = 0
  /// Sides without a version of their own, where the base has one.
  private(set) var lacking: [Int] = []

  /// - Parameters:
  ///   - group: entries of one key, in the order of the inputs.
  ///   - absence: where what a side lacks is not deleted, the base's version is the side's.
  init(
    _ group: [Int], sides: Int, _ absence: SideAbsence, _ index: MergeIndex, _ reading: MergeBytes
  ) throws(MergeError) {
    versions = [Int32](repeating: -1, count: sides)
    var bySide: [Int32: [Int]] = [:]
    for entry in group {
      bySide[index.calendars[Int(index.entries[entry].calendar)].side, default: []].append(entry)
    }
    for (side, entries) in bySide.sorted(by: { $0.key < $1.key }) {
      let digest = index.entries[entries[0]].digest
      var winner = entries[0]
      if entries.contains(where: { index.entries[$0].digest != digest }) {
        let outcome = try MergeOutcome(entries, index, reading)
        winner = outcome.winner
        if side >= 0 { outcomes.append(outcome) }
      } else if side >= 0 {
        identical += entries.count - 1
      }
      if side < 0 { base = Int32(winner) } else { versions[Int(side)] = Int32(winner) }
    }
    guard base >= 0, bySide.count <= sides else { return }
    for side in versions.indices where versions[side] < 0 {
      lacking.append(side)
      if absence.partial[side] != nil { versions[side] = base }
    }
  }

  /// The one version that all sides have, byte for byte, or that is the only one; nil where something has to be decided.
  func undisputed(_ index: MergeIndex) -> Int? {
    let present = versions.filter { $0 >= 0 }
    guard let first = present.first else { return nil }
    let digest = index.entries[Int(first)].digest
    let isComplete = base < 0 || present.count == versions.count
    guard isComplete, present.allSatisfy({ index.entries[Int($0)].digest == digest }) else { return nil }
    return Int(first)
  }

  var presentCount: Int { versions.count { $0 >= 0 } }
}
