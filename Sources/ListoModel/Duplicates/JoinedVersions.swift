package import ICalendar

/// Reminders under different UIDs that become one, as in a merge with `--fuzzy`: the first with what it lacks
/// from the others.
package struct JoinedVersions {
  /// The first with the lines and components that it gains; nil if it gains none.
  package let changed: Component?
  /// The lines that the first gains, without the stamps of saving.
  package let added: [MergeDecision.Line]
  /// The lines of all of them that the result does not have, without names and the stamps of saving.
  package let dropped: [MergeDecision.Line]

  /// The result lacks a date, a time of day, a rule, a note or an alarm that one of them has.
  package let isLossy: Bool

  /// - Parameters:
  ///   - versions: the one that is kept first; TZIDs mean the same in all of them.
  ///   - zone: the meaning of a TZID.
  package init(_ versions: [Component], zone: @escaping @Sendable (String) -> Zone?) {
    let named = versions.map { $0.identified }
    let result = ThreeWay.fill(
      named, eachCounts: true, options: ThreeWayOptions(preference: .ours, zone: zone))
    changed = result.taken == 0 ? nil : result.component
    let joined = changed ?? named[0]
    added = changed == nil ? [] : LineDifference.between(joined, versions[0]).left.filter { !$0.isOfSaving }
    var seen: Set<MergeDecision.Line> = []
    let dropped = versions.flatMap { LineDifference.between($0, joined).left }
      .filter { !$0.isOfSaving && !$0.isName && seen.insert($0).inserted }
    self.dropped = dropped
    let likeness = Likeness(joined)
    isLossy = versions.contains { likeness.lacks(Likeness($0)) } || dropped.contains(where: \.isTrigger)
  }
}

extension MergeDecision.Line {
  /// Programs write it anew each time they save.
  fileprivate var isOfSaving: Bool {
    [.dtstamp, .lastModified, .sequence, .created, .xMozGeneration].contains(where: isOwn)
  }

  /// The UID of a reminder or an alarm.
  fileprivate var isName: Bool {
    let own = MergeDecision.Line(path: [], octets: octets)
    return own.isOwn(.uid) || own.isOwn(.xWrAlarmuid)
  }

  /// The time at which an alarm rings.
  fileprivate var isTrigger: Bool {
    path == ["VALARM"] && MergeDecision.Line(path: [], octets: octets).isOwn(.trigger)
  }
}

extension Likeness {
  /// The other one has dates, a rule or notes that this one has not.
  fileprivate func lacks(_ other: Likeness) -> Bool {
    // Of what repeats by one rule the dates move by themselves.
    let isSeries = !rule.isEmpty && rule == other.rule
    func lacks(_ own: LikenessDate?, _ date: LikenessDate?) -> Bool {
      guard let date else { return false }
      guard let own else { return true }
      return own.kind == .day && date.kind != .day || !isSeries && own.contradicts(date)
    }
    return lacks(due, other.due) || lacks(start, other.start) || !other.rule.isEmpty && rule.isEmpty
      || !notes.contains(other.notes)
  }
}
