internal import ICalendar

/// The result of a three-way merge in which only one version differs from the base, byte for byte: that
/// version, as it stands.
///
/// ``ThreeWay/merge(base:versions:options:)`` comes to the same, and compares every line to say so. After a
/// month most of what two devices changed was changed by one of them.
struct OnlyChange {
  /// The number of the version.
  let number: Int
  /// It says something else to people, which is told.
  let isDecision: Bool
  /// It is perhaps a part of something else.
  let movesParent: Bool

  /// - Returns: nil where one of them does not stand alone, so that it is not what is written.
  init?(_ number: Int, _ component: Component, base: Component, _ options: ThreeWayOptions) {
    guard component.standsAlone, base.standsAlone else { return nil }
    self.number = number
    isDecision = !component.isEqual(to: base, .forPeople, zone: options.zone)
    movesParent = !component.relatesToSame(as: base)
  }
}

extension Component {
  /// The lines of RELATED-TO are the same octets in both, in the same order.
  fileprivate func relatesToSame(as other: Component) -> Bool {
    let (lines, others) = (all(.relatedTo), other.all(.relatedTo))
    return lines.count == others.count && zip(lines, others).allSatisfy { $0.unfolded == $1.unfolded }
  }
}

extension SideVersions {
  /// The version that alone is not the base; nil where several are, one is lacking, or they are not written
  /// as they stand.
  func onlyChange(_ index: MergeIndex) -> Int? {
    let flags: MergeIndex.Flags = [.rewritten, .rezoned, .made, .originated, .returnsEndLines]
    guard base >= 0, index.entries[Int(base)].flags.isDisjoint(with: flags) else { return nil }
    let digest = index.entries[Int(base)].digest
    var found: Int?
    for (number, version) in versions.enumerated() {
      guard version >= 0, index.entries[Int(version)].flags.isDisjoint(with: flags) else { return nil }
      guard index.entries[Int(version)].digest != digest else { continue }
      guard found == nil else { return nil }
      found = number
    }
    return found
  }

  /// See ``Course/deletedUnchanged``.
  func isDeletedUnchanged(_ index: MergeIndex) -> Bool {
    guard base >= 0, presentCount < versions.count else { return false }
    let digest = index.entries[Int(base)].digest
    return versions.allSatisfy { $0 < 0 || index.entries[Int($0)].digest == digest }
  }
}

extension MergeRecipe {
  /// Takes note that it makes nothing, and that there is nothing that one of its versions changed.
  mutating func noteDeletion() {
    outcome = Outcome()
    outcome.isDecision = true
    outcome.rejected = versions.filter { $0 >= 0 }
  }

  /// Takes note of what it makes.
  mutating func note(_ change: OnlyChange) {
    outcome = Outcome()
    outcome.entry = versions[change.number]
    outcome.isDecision = change.isDecision
    outcome.movesParent = change.movesParent
  }
}
