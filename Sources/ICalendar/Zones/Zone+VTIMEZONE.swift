extension Zone {
  /// Creates the zone that a VTIMEZONE defines (RFC 5545 §3.6.5).
  ///
  /// Observances that cannot be read are left out, as long as one can be.
  ///
  /// - Throws: ``ValueError`` with code `.zone` if no observance can be read, and `.zoneChanges` or
  ///   `.recurrenceSteps` if the zone exceeds the limits under which the component was read.
  public convenience init(vtimezone component: Component) throws(ValueError) {
    guard !component.hasUnreadLines else {
      // The lines that are left would make a zone that no one defined.
      throw ValueError(.limit, "some of its lines go beyond a limit, and are unread")
    }
    let observances = component.children.compactMap(Observance.init)
    try self.init(
      tzid: component.first(.tzid)?.text ?? "", observances: observances, limits: component.block.limits)
  }
}

extension Observance {
  /// A STANDARD or DAYLIGHT component; nil where DTSTART or an offset is missing or cannot be read.
  init?(_ component: Component) {
    guard component.kind == .standard || component.kind == .daylight,
      let start = try? component.first(.dtstart)?.moment(), let local = start.local,
      let from = component.first(.tzoffsetfrom), let to = component.first(.tzoffsetto),
      let offsetFrom = try? UTCOffset.parse(from.value), let offsetTo = try? UTCOffset.parse(to.value)
    else { return nil }
    self.init(
      isDaylight: component.kind == .daylight, start: local, offsetFrom: offsetFrom, offsetTo: offsetTo,
      name: component.first(.tzname)?.text,
      rules: component.all(.rrule).compactMap { try? RecurrenceRule.parse($0.value) },
      rdates: component.all(.rdate).flatMap { (try? $0.moments()) ?? [] }.compactMap(\.local))
  }
}

extension Zone {
  /// Returns a VTIMEZONE (RFC 5545 §3.6.5) that describes this zone's clock from a year on, with CRLF.
  ///
  /// Changes that come every year by one rule become an RRULE, with UNTIL if the rule ends; others become
  /// RDATEs. From 1970 to 2037 the offsets equal those of the zone; a test checks this for every zone of the
  /// system.
  ///
  /// - Parameter year: the first year that is described. Before it, the clock shows the same offset as at the
  ///   beginning of that year.
  public func vtimezone(tzid: String, since year: Int = 1970) -> [UInt8] {
    var lines: [String] = []
    let first = Day(year: year, month: 1, day: 1) ?? Day(daysSince1970: 0)
    let start = Instant(utc: LocalDateTime(startOf: first))
    let initial = offset(at: start)
    lines += Self.observance(
      isDaylight: false, from: initial, to: initial, name: abbreviation(at: start),
      start: LocalDateTime(startOf: first), others: [])
    let changes = transitions.filter { $0.instant > start }
    var kinds: [Kind: [Onset]] = [:]
    var order: [Kind] = []
    for (number, change) in changes.enumerated() {
      let kind = Kind(
        from: change.offsetFrom, to: change.offsetTo, name: change.abbreviation,
        isDaylight: Self.isDaylight(change, before: number + 1 < changes.count ? changes[number + 1] : nil))
      if kinds[kind] == nil { order.append(kind) }
      kinds[kind, default: []].append(Onset(change))
    }
    for kind in order {
      var rest: [Onset] = []
      for run in Self.runs(kinds[kind] ?? []) {
        if let rule = run.rule {
          lines += Self.observance(
            isDaylight: kind.isDaylight, from: kind.from, to: kind.to, name: kind.name,
            start: run.onsets[0].local, others: ["RRULE:\(rule)"])
        } else {
          rest += run.onsets
        }
      }
      guard let first = rest.first else { continue }
      let dates = rest.dropFirst().map { "RDATE:\(Moment.floating($0.local).iCalendarText)" }
      lines += Self.observance(
        isDaylight: kind.isDaylight, from: kind.from, to: kind.to, name: kind.name, start: first.local,
        others: dates)
    }
    var bytes = Array("BEGIN:VTIMEZONE\r\n".utf8)
    bytes += ContentLineText.line("TZID", value: TextValue.encode(tzid))
    for line in lines { bytes += Array((line + "\r\n").utf8) }
    return bytes + Array("END:VTIMEZONE\r\n".utf8)
  }

  /// Changes that one observance can say.
  private struct Kind: Hashable {
    let from, to: Int
    let name: String
    let isDaylight: Bool
  }

  /// When a change happens, on the clock before it.
  private struct Onset {
    let instant: Instant
    let local: LocalDateTime

    init(_ change: Transition) {
      instant = change.instant
      local = LocalDateTime(clockSeconds: change.instant.seconds + Int64(change.offsetFrom))
    }

    /// The rules by which it may come every year.
    var rules: Set<String> {
      let (day, month) = (local.day.day, local.day.month)
      let weekday = Self.weekdays[((local.day.daysSince1970 + 4) % 7 + 7) % 7]
      var rules: Set<String> = [
        "BYMONTH=\(month);BYMONTHDAY=\(day)", "BYMONTH=\(month);BYDAY=\((day - 1) / 7 + 1)\(weekday)",
      ]
      if Day(year: local.day.year, month: month, day: day + 7) == nil {
        rules.insert("BYMONTH=\(month);BYDAY=-1\(weekday)")
      }
      return rules
    }

    private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
  }

  /// Changes of following years by one rule, or single ones.
  private struct Run {
    var onsets: [Onset]
    var rules: Set<String>

    /// Nil for so few that they are better listed.
    var rule: String? {
      guard onsets.count > 2, let last = onsets.last, let rule = rules.sorted().first else { return nil }
      // The table ends there, not the rule.
      guard last.local.day.year < Zone.lastYear else { return "FREQ=YEARLY;\(rule)" }
      return
        "FREQ=YEARLY;UNTIL=\(Moment.utc(LocalDateTime(clockSeconds: last.instant.seconds)).iCalendarText);\(rule)"
    }

    func takes(_ onset: Onset) -> Bool {
      guard let last = onsets.last else { return true }
      let isNext = onset.local.day.year == last.local.day.year + 1
      let isSameTime =
        onset.local.hour == last.local.hour && onset.local.minute == last.local.minute
        && onset.local.second == last.local.second
      return isNext && isSameTime && !rules.isDisjoint(with: onset.rules)
    }
  }

  private static func runs(_ onsets: [Onset]) -> [Run] {
    var runs: [Run] = []
    for onset in onsets {
      if var last = runs.last, last.takes(onset) {
        last.onsets.append(onset)
        last.rules.formIntersection(onset.rules)
        runs[runs.count - 1] = last
      } else {
        runs.append(Run(onsets: [onset], rules: onset.rules))
      }
    }
    return runs
  }

  /// Forward, and back again within a year. What a change is called does not change what the clock shows.
  private static func isDaylight(_ change: Transition, before next: Transition?) -> Bool {
    guard change.offsetTo > change.offsetFrom, let next, next.offsetTo < next.offsetFrom else { return false }
    return next.instant.seconds - change.instant.seconds < 330 * 86_400
  }

  private static func observance(
    isDaylight: Bool, from: Int, to: Int, name: String, start: LocalDateTime, others: [String]
  ) -> [String] {
    let kind = isDaylight ? "DAYLIGHT" : "STANDARD"
    let name = name.isEmpty ? [] : ["TZNAME:\(name)"]
    return ["BEGIN:\(kind)", "DTSTART:\(Moment.floating(start).iCalendarText)"] + others
      + ["TZOFFSETFROM:\(offset(from))", "TZOFFSETTO:\(offset(to))"] + name + ["END:\(kind)"]
  }

  /// `+0200`, with seconds where there are some.
  private static func offset(_ seconds: Int) -> String {
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let size = abs(seconds)
    let text = (seconds < 0 ? "-" : "+") + digits(size / 3600) + digits(size / 60 % 60)
    return size % 60 == 0 ? text : text + digits(size % 60)
  }
}
