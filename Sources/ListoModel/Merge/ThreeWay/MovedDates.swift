internal import ICalendar

/// Dates that were moved along their rule: an occurrence was completed, and the reminder waits for the next.
///
/// Besides DTSTART and DUE, such a move changes COUNT, which goes down, and RDATE, whose passed dates are
/// used up. A move off the rule, to the interval counted from the day on which it was done, is told from
/// another date that someone chose by LAST-MODIFIED.
enum MovedDates {
  /// How many steps of the rules are looked at for one version: ten years of a daily one.
  private static let steps = 20_000

  /// Which of the versions moved its dates furthest, if all of them moved them; nil where one of them changed
  /// something else of the dates.
  ///
  /// - Parameter zone: what a TZID means.
  static func latest(
    of versions: [Component], from base: Component, zone: (String) -> Zone?
  ) -> Int? {
    guard let start = Dates(base), let series = start.series else { return nil }
    var latest: (index: Int, dates: Dates)?
    for (index, version) in versions.enumerated() {
      guard let dates = Dates(version), dates.follows(start),
        dates.anchor == start.anchor || isNamed(dates.anchor, series)
          || dates.isCounted(from: version, start, zone)
      else { return nil }
      if latest.map({ $0.dates.isBefore(dates) }) ?? true { latest = (index, dates) }
    }
    return latest?.index
  }

  private static func isNamed(_ time: LocalDateTime, _ series: Recurrence) -> Bool {
    series.times(from: time, through: time, limit: 1, steps: steps).times == [time]
  }

  /// Where producers write the occurrence at which it stands into a line of its own, the version whose is the
  /// latest, if all moved it on.
  static func latestOccurrence(of versions: [Component], from base: Component) -> Int? {
    let name = { Quirks.currentOccurrenceLine(of: $0).flatMap { try? $0.moment() } }
    guard let start = name(base) else { return nil }
    let moments = versions.map(name)
    guard moments.allSatisfy({ $0.map { form($0) == form(start) && time($0) > time(start) } ?? false }) else {
      return nil
    }
    return moments.indices.max { left, right in
      guard let one = moments[left], let other = moments[right], time(one) != time(other) else {
        return left > right
      }
      return time(one) < time(other)
    }
  }

  private static func time(_ moment: Moment) -> LocalDateTime {
    moment.local ?? LocalDateTime(startOf: moment.day)
  }

  private static func form(_ moment: Moment?) -> [UInt8] {
    switch moment {
    case nil: []
    case .date: [1]
    case .floating: [2]
    case .utc: [3]
    case .zoned(_, let tzid): [4] + Array(tzid.utf8)
    }
  }

  /// The dates of one version.
  private struct Dates {
    /// The moment from which the rules count: DTSTART, else DUE.
    let moment: Moment
    let due: Moment
    /// All else that a move leaves as it is: the form of each date and how far they are apart, DURATION.
    let rest: [[UInt8]]
    /// The canonical rules without COUNT and their COUNT, in the order of the former.
    let rules: [(text: [UInt8], count: Int?)]
    let parsed: [RecurrenceRule]
    let additions: [Moment]

    var anchor: LocalDateTime { time(moment) }

    init?(_ component: Component) {
      let start = component.first(.dtstart).flatMap { try? $0.moment() }
      let due = component.first(.due).flatMap { try? $0.moment() }
      guard let first = start ?? due else { return nil }
      moment = first
      self.due = due ?? first
      var rest: [[UInt8]] = [form(start), form(due)]
      if start != nil, let due { rest.append(Array("\(time(due).seconds(after: time(first)))".utf8)) }
      for id in [PropertyID.duration, .dtend] {
        rest += component.all(id).flatMap { CanonicalLine.elements(of: $0) }
      }
      self.rest = rest
      var (rules, parsed): ([(text: [UInt8], count: Int?)], [RecurrenceRule]) = ([], [])
      for property in component.all(.rrule) + component.all(.exrule) {
        guard let rule = try? RecurrenceRule.parse(property.value) else { return nil }
        if property.id == .rrule { parsed.append(rule) }
        let parts = CanonicalLine.bytes(of: property).split(separator: 0x3B)
        rules.append(
          (Array(parts.filter { !$0.starts(with: "COUNT=".utf8) }.joined(separator: [0x3B])), rule.count))
      }
      self.rules = rules.sorted { $0.text.lexicographicallyPrecedes($1.text) }
      self.parsed = parsed
      var additions: [Moment] = []
      for property in component.all(.rdate) {
        guard let moments = try? property.moments() else { return nil }
        additions += moments
      }
      self.additions = additions
    }

    /// Every time that its rules name, however many they count, and its RDATEs; nil where it does not repeat.
    var series: Recurrence? {
      guard !parsed.isEmpty || !additions.isEmpty else { return nil }
      let endless = parsed.compactMap { rule in
        let parts = rule.text.split(separator: ";").filter { part in
          !["COUNT=", "UNTIL="].contains(part.prefix(6).uppercased())
        }
        return try? RecurrenceRule.parse(Array(parts.joined(separator: ";").utf8)[...])
      }
      return Recurrence(from: moment, rules: endless, additions: additions, zones: .empty)
    }

    /// It is what another can have become by completing occurrences: no rule is new and no COUNT greater, no
    /// RDATE is new and those that are gone were passed.
    func follows(_ other: Dates) -> Bool {
      guard rest == other.rest, anchor >= other.anchor else { return false }
      var before = other.rules
      for rule in rules {
        let place = before.firstIndex { $0.text == rule.text && ($0.count == nil) == (rule.count == nil) }
        guard let place else { return false }
        let passed = before.remove(at: place)
        if let left = rule.count, let all = passed.count, left > all { return false }
      }
      // A rule without COUNT is never used up.
      guard before.allSatisfy({ $0.count != nil }) else { return false }
      let (left, all) = (Set(additions), Set(other.additions))
      let clock = AnchorClock(moment, zones: .empty)
      return left.isSubset(of: all) && all.subtracting(left).allSatisfy { clock.local(of: $0) <= anchor }
    }

    /// Another went further along the same rules.
    func isBefore(_ other: Dates) -> Bool {
      if anchor != other.anchor { return anchor < other.anchor }
      if additions.count != other.additions.count { return additions.count > other.additions.count }
      return rules.reduce(0) { $0 + ($1.count ?? 0) } > other.rules.reduce(0) { $0 + ($1.count ?? 0) }
    }

    /// It was moved to the interval of the rule, counted from the day of its last change: up to a day apart,
    /// since who completed it was in a zone that nothing tells.
    func isCounted(from version: Component, _ base: Dates, _ zone: (String) -> Zone?) -> Bool {
      guard base.parsed.count == 1, base.rules.count == 1, additions.isEmpty,
        let modified = version.first(.lastModified).flatMap({ StampValue.seconds($0.value) })
      else { return false }
      let changed = Instant(seconds: modified)
      let rule = base.parsed[0]
      switch rule.frequency {
      case .secondly, .minutely, .hourly:
        let clock: Zone?
        switch moment {
        case .utc: clock = .utc
        case .zoned(_, let tzid): clock = zone(tzid)
        case .date, .floating: clock = nil
        }
        return clock.flatMap { rule.due(1, behind: $0.local(of: changed), like: time(base.due)) } == time(due)
      case .daily, .weekly, .monthly, .yearly:
        return (-1...1).contains { days in
          rule.due(1, behind: changed.utc.adding(seconds: days * 86_400), like: time(base.due)) == time(due)
        }
      }
    }
  }
}
