public import ICalendar

/// The times at which something repeats (RFC 5545 §3.8.5): where it begins, what its rules and RDATE add, without what EXDATE takes
/// away. All are times on one wall clock, that of the beginning.
public struct Recurrence: Sendable {
  private let clock: AnchorClock
  private let rules: [RecurrenceRule]
  private let additions: [LocalDateTime]
  /// An EXDATE without time takes its whole day away, as several producers mean it; of a time, that time.
  private let exceptions: Set<LocalDateTime>
  private let exceptedDays: Set<Day>

  /// - Parameters:
  ///   - anchor: DTSTART, else DUE.
  ///   - additions: the values of RDATE; of periods, their beginnings.
  ///   - exceptions: the values of EXDATE.
  ///   - zones: what the TZIDs of all these mean.
  public init(
    from anchor: Moment, rules: [RecurrenceRule], additions: [Moment] = [], exceptions: [Moment] = [],
    zones: ZoneTable
  ) {
    let clock = AnchorClock(anchor, zones: zones)
    self.clock = clock
    self.rules = rules
    self.additions = additions.map { moment in
      guard case .date(let day) = moment else { return clock.local(of: moment) }
      return clock.start.on(day)
    }
    var times: Set<LocalDateTime> = []
    var days: Set<Day> = []
    for moment in exceptions {
      if case .date(let day) = moment { days.insert(day) } else { times.insert(clock.local(of: moment)) }
    }
    (self.exceptions, exceptedDays) = (times, days)
  }

  /// That of a component; nil where it does not repeat, or has neither DTSTART nor DUE to count from. A rule that cannot be read is
  /// left out.
  public init?(_ reminder: some ReminderProperties) {
    guard let anchor = reminder.start ?? reminder.due else { return nil }
    let component = reminder.component
    let rules = component.all(.rrule).compactMap { try? RecurrenceRule.parse($0.value) }
    let additions = component.all(.rdate).flatMap { (try? $0.moments()) ?? [] }
    guard !rules.isEmpty || !additions.isEmpty else { return nil }
    self.init(
      from: anchor, rules: rules, additions: additions,
      exceptions: component.all(.exdate).flatMap { (try? $0.moments()) ?? [] }, zones: reminder.calendar.zones
    )
  }

  /// Where it is counted from.
  public var anchor: Moment { clock.anchor }
  /// The same on its wall clock; a day is its midnight.
  public var start: LocalDateTime { clock.start }

  /// The moment at which its clock shows a time, written as the anchor is.
  public func moment(at local: LocalDateTime) -> Moment { clock.moment(at: local) }

  /// What its clock shows at a moment.
  public func local(of moment: Moment) -> LocalDateTime { clock.local(of: moment) }

  /// Occurrences in order, as far as they could be found.
  public struct Times: Sendable, Hashable {
    public var times: [LocalDateTime] = []
    public var course = RecurrenceRule.Course.ended
  }

  /// Steps enough for a time every minute of a year; a rule that needs more is cut.
  public static let steps = 600_000

  /// The first occurrences of a stretch of time, the beginning among them whether or not a rule says so: it is the first instance
  /// (RFC 5545 §3.8.2.4).
  ///
  /// - Parameters:
  ///   - first: the first time that is wanted; nil for the beginning.
  ///   - last: the last one that is wanted.
  ///   - limit: how many at most.
  ///   - steps: how many may be taken; see ``RecurrenceRule/follow(from:notBefore:_:_:)``.
  /// - Complexity: linear in the steps that it takes.
  public func times(
    from first: LocalDateTime? = nil, through last: LocalDateTime, limit: Int, steps: Int = Recurrence.steps
  ) -> Times {
    let first = first ?? min(start, additions.min() ?? start)
    var result = Times()
    var found = ([start] + additions).filter { $0 >= first && $0 <= last && !isExcepted($0) }
    var left = steps
    for rule in rules {
      let (times, course) = times(of: rule, from: first, through: last, limit: limit, &left)
      found += times
      if course != .ended, result.course != .refused { result.course = course }
    }
    var seen: Set<LocalDateTime> = []
    result.times = Array(found.sorted().filter { seen.insert($0).inserted }.prefix(limit))
    return result
  }

  /// The first occurrences of the first rule alone; nil where it cannot be followed, or names times of day: these are for formats that
  /// have a reminder a day.
  ///
  /// - Returns: at most as many as the rule's COUNT.
  public func days(_ count: Int) -> [LocalDateTime]? {
    guard let rule = rules.first else { return nil }
    let wanted = min(count, rule.count ?? count)
    guard
      let found = rule.occurrences(
        from: start, limit: min(wanted + exceptions.count + exceptedDays.count, 10_000))
    else {
      return nil
    }
    let last = rule.until.map(clock.end)
    let kept = found.filter { local in !isExcepted(local) && last.map { local <= $0 } ?? true }
    return Array(kept.prefix(wanted))
  }

  private func times(
    of rule: RecurrenceRule, from first: LocalDateTime, through last: LocalDateTime, limit: Int,
    _ steps: inout Int
  ) -> (times: [LocalDateTime], course: RecurrenceRule.Course) {
    guard limit > 0 else { return ([], .ended) }
    let end = rule.until.map { min(clock.end($0), last) } ?? last
    var times: [LocalDateTime] = []
    // Counted with the beginning, where the rule does not name it.
    var left = rule.count ?? Int.max
    var isFirst = true
    let course = rule.follow(from: start, notBefore: rule.count == nil ? first : start, &steps) { local in
      if isFirst, rule.count != nil, local > start { left -= 1 }
      isFirst = false
      guard left > 0, local <= end else { return false }
      left -= 1
      if local >= first, !isExcepted(local) { times.append(local) }
      return times.count < limit
    }
    return (times, course)
  }

  private func isExcepted(_ local: LocalDateTime) -> Bool {
    exceptions.contains(local) || exceptedDays.contains(local.day)
  }

  /// The UID of an occurrence that becomes a reminder of its own: it follows from that of the reminder and its time.
  public static func uid(of uid: String, at local: LocalDateTime) -> String {
    UUIDv5.string(name: Array("\(uid)\n\(local.iCalendarText)".utf8))
  }
}
