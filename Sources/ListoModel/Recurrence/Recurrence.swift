public import ICalendar

/// The times at which something repeats (RFC 5545 §3.8.5): where it begins, what its rules and RDATE add, without what EXDATE and
/// EXRULE (RFC 2445 §4.8.5.2) take away. All are times on one wall clock, that of the beginning.
public struct Recurrence: Sendable {
  private let clock: AnchorClock
  private var rules: [RecurrenceRule]
  private var additions: [LocalDateTime]
  /// An EXDATE without time takes its whole day away, as several producers mean it; of a time, that time.
  private let exceptions: Set<LocalDateTime>
  private let exceptedDays: Set<Day>
  private let exceptingRules: [RecurrenceRule]

  /// - Parameters:
  ///   - anchor: DTSTART, else DUE.
  ///   - additions: the values of RDATE; of periods, their beginnings.
  ///   - exceptions: the values of EXDATE.
  ///   - exceptingRules: those of EXRULE.
  ///   - zones: what the TZIDs of all these mean.
  public init(
    from anchor: Moment, rules: [RecurrenceRule], additions: [Moment] = [], exceptions: [Moment] = [],
    exceptingRules: [RecurrenceRule] = [], zones: ZoneTable
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
    self.exceptingRules = exceptingRules
  }

  /// Each of its rules by itself, without additions.
  package var parts: [Recurrence] {
    rules.map { rule in
      var part = self
      (part.rules, part.additions) = ([rule], [])
      return part
    }
  }

  /// The recurrence of a component; nil where it does not repeat, or has neither DTSTART nor DUE to count from. A rule that cannot be read is
  /// left out.
  public init?(_ reminder: some ReminderProperties) {
    guard let anchor = reminder.start ?? reminder.due else { return nil }
    let component = reminder.component
    let rules = Self.rules(.rrule, of: component)
    let additions = component.all(.rdate).flatMap { (try? $0.moments()) ?? [] }
    guard !rules.isEmpty || !additions.isEmpty else { return nil }
    self.init(
      from: anchor, rules: rules, additions: additions,
      exceptions: component.all(.exdate).flatMap { (try? $0.moments()) ?? [] },
      exceptingRules: Self.rules(.exrule, of: component), zones: reminder.calendar.zones)
  }

  private static func rules(_ id: PropertyID, of component: Component) -> [RecurrenceRule] {
    component.all(id).compactMap { try? RecurrenceRule.parse($0.value) }
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
    /// On the clock of the rule's start, in ascending order.
    public var times: [LocalDateTime] = []
    /// How the search for them ended.
    public var course = RecurrenceRule.Course.ended
    /// The steps that were not taken.
    public var stepsLeft = 0
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
    var result = Times(stepsLeft: steps)
    var wanted = limit
    while true {
      result = included(from: first, through: last, limit: wanted, steps: result.stepsLeft)
      guard !exceptingRules.isEmpty, let end = result.times.last else { return result }
      let areAll = result.times.count < wanted
      let excepted = exceptedTimes(from: result.times[0], through: end, &result)
      result.times.removeAll { $0 > excepted.end || excepted.times.contains($0) }
      if areAll || result.times.count >= limit || result.course != .ended {
        result.times = Array(result.times.prefix(limit))
        return result
      }
      // Once more, and four times as many: what a rule takes away is known only as far as there are times.
      guard result.stepsLeft > 0, wanted <= Self.steps else {
        result.course = .cut
        return result
      }
      wanted = max(wanted, 1) * 4
    }
  }

  /// The occurrences before EXRULE is looked at.
  private func included(
    from first: LocalDateTime?, through last: LocalDateTime, limit: Int, steps: Int
  ) -> Times {
    let first = first ?? min(start, additions.min() ?? start)
    // Each date is looked at in each stretch of time, so that each costs a step, as an occurrence of a rule does.
    var result = Times(stepsLeft: steps - additions.count)
    guard result.stepsLeft > 0 else {
      result.course = .cut
      return result
    }
    var found = ([start] + additions).filter { $0 >= first && $0 <= last && !isExcepted($0) }
    for rule in rules {
      let (times, course) = times(of: rule, from: first, through: last, limit: limit, &result.stepsLeft)
      found += times
      if course != .ended, result.course != .refused { result.course = course }
    }
    var seen: Set<LocalDateTime> = []
    result.times = Array(found.sorted().filter { seen.insert($0).inserted }.prefix(limit))
    return result
  }

  /// What EXRULE names of a stretch of time, and how far that is known: to its end, unless steps run out before. The beginning is one
  /// of them only if the rule says so.
  private func exceptedTimes(
    from first: LocalDateTime, through last: LocalDateTime, _ result: inout Times
  ) -> (times: Set<LocalDateTime>, end: LocalDateTime) {
    var times: Set<LocalDateTime> = []
    var known = last
    for rule in exceptingRules where rule.hasDays {
      let end = rule.until.map { min(clock.end($0), last) } ?? last
      var reached = first.adding(seconds: -1)
      let course = rule.follow(from: start, notBefore: first, &result.stepsLeft) { local in
        guard local <= end else { return false }
        times.insert(local)
        reached = local
        return true
      }
      guard course != .ended else { continue }
      known = min(known, reached)
      if result.course != .refused { result.course = course }
    }
    return (times, known)
  }

  /// The first occurrences of the first rule alone; nil where it cannot be followed, or names times of day: these are for formats that
  /// have a reminder a day.
  ///
  /// - Returns: at most as many as the rule's COUNT.
  public func days(_ count: Int) -> [LocalDateTime]? {
    guard let rule = rules.first else { return nil }
    let wanted = min(count, rule.count ?? count)
    let extra = exceptions.count + exceptedDays.count + exceptingRules.count * wanted * 8
    guard let found = rule.occurrences(from: start, limit: min(wanted + extra, 10_000)) else { return nil }
    let last = rule.until.map(clock.end)
    var ruled = Times(stepsLeft: Self.steps)
    let excepted = exceptedTimes(from: start, through: found.last ?? start, &ruled)
    let kept = found.filter { local in
      !isExcepted(local) && local <= excepted.end && !excepted.times.contains(local)
        && last.map { local <= $0 } ?? true
    }
    return Array(kept.prefix(wanted))
  }

  private func times(
    of rule: RecurrenceRule, from first: LocalDateTime, through last: LocalDateTime, limit: Int,
    _ steps: inout Int
  ) -> (times: [LocalDateTime], course: RecurrenceRule.Course) {
    guard limit > 0 else { return ([], .ended) }
    let end = rule.until.map { min(clock.end($0), last) } ?? last
    var times: [LocalDateTime] = []
    // COUNT includes the start, where the rule does not generate it.
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
