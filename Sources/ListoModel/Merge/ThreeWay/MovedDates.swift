internal import ICalendar

/// Dates that were moved along their rule: an occurrence was completed, and the reminder waits for the next.
enum MovedDates {
  /// How many occurrences are looked at: ten years of a daily one.
  private static let limit = 3660

  /// Which of the versions moved its dates furthest, if all of them moved them along the base's rule; nil where one of them
  /// changed something else of the dates.
  static func latest(of versions: [Component], from base: Component) -> Int? {
    guard let start = Dates(base), start.rule != nil, let rule = start.ruleValue,
      let parsed = try? RecurrenceRule.parse(rule)
    else { return nil }
    let moved = versions.map(Dates.init)
    guard moved.allSatisfy({ $0.map { $0.follows(start) } ?? false }),
      let occurrences = parsed.occurrences(from: start.anchor, limit: limit)
    else { return nil }
    let times = Set(occurrences)
    var latest: (index: Int, time: LocalDateTime)?
    for (index, dates) in moved.enumerated() {
      guard let time = dates?.anchor, time >= start.anchor, times.contains(time) || time == start.anchor
      else {
        return nil
      }
      if latest.map({ $0.time < time }) ?? true { latest = (index, time) }
    }
    return latest?.index
  }

  /// The dates of one version.
  private struct Dates {
    /// What the rule counts from: DTSTART, else DUE.
    let anchor: LocalDateTime
    /// All else that a move leaves as it is: the form of each date and how far they are apart, DURATION, RDATE, the rule
    /// without COUNT, which some count down.
    let rest: [[UInt8]]
    let rule: [ArraySlice<UInt8>]?
    let ruleValue: ArraySlice<UInt8>?

    init?(_ component: Component) {
      let start = component.first(.dtstart).flatMap { try? $0.moment() }
      let due = component.first(.due).flatMap { try? $0.moment() }
      guard let first = start ?? due, component.all(.rrule).count == 1 else { return nil }
      anchor = first.local ?? LocalDateTime(startOf: first.day)
      ruleValue = component.first(.rrule)?.value
      rule = component.first(.rrule).map { property in
        CanonicalLine.bytes(of: property).split(separator: 0x3B).filter { !$0.starts(with: "COUNT=".utf8) }
      }
      var rest: [[UInt8]] = [Self.form(start), Self.form(due)]
      if start != nil, let due {
        let end = due.local ?? LocalDateTime(startOf: due.day)
        let apart = Instant(utc: end).seconds - Instant(utc: anchor).seconds
        rest.append(Array("\(apart)".utf8))
      }
      for id in [PropertyID.duration, .rdate, .exrule, .dtend] {
        rest += component.all(id).flatMap { CanonicalLine.elements(of: $0) }
          .sorted { $0.lexicographicallyPrecedes($1) }
      }
      self.rest = rest
    }

    func follows(_ other: Dates) -> Bool { rest == other.rest && rule == other.rule }

    private static func form(_ moment: Moment?) -> [UInt8] {
      switch moment {
      case nil: []
      case .date: [1]
      case .floating: [2]
      case .utc: [3]
      case .zoned(_, let tzid): [4] + Array(tzid.utf8)
      }
    }
  }
}
