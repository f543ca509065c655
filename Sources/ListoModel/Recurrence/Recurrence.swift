public import ICalendar

/// The times of a repeating component (RFC 5545 §3.8.5): its start and the times of its rules and RDATE,
/// without those of EXDATE and EXRULE (RFC 2445 §4.8.5.2). All are times on one wall clock, that of the
/// start.
public struct Recurrence: Sendable {
  private let clock: AnchorClock
  private var rules: [RecurrenceRule]
  private var additions: [LocalDateTime]
  /// The ends that periods of RDATE bring along, by the times at which these begin (RFC 5545 §3.8.5.2).
  private var ends: [LocalDateTime: Moment] = [:]
  /// Every rule and every date of its component could be read.
  package private(set) var isReadable = true
  /// An EXDATE without time takes its whole day away, as several producers mean it; of a time, that time.
  private let exceptions: Set<LocalDateTime>
  private let exceptedDays: Set<Day>
  private let exceptingRules: [RecurrenceRule]

  /// If the anchor is a day, BYHOUR, BYMINUTE and BYSECOND of the rules are ignored (RFC 5545 §3.3.10).
  ///
  /// - Parameters:
  ///   - anchor: DTSTART, else DUE.
  ///   - additions: the values of RDATE; of periods, their beginnings.
  ///   - exceptions: the values of EXDATE.
  ///   - exceptingRules: the rules of EXRULE.
  ///   - zones: resolves the TZIDs of all these.
  public init(
    from anchor: Moment, rules: [RecurrenceRule], additions: [Moment] = [], exceptions: [Moment] = [],
    exceptingRules: [RecurrenceRule] = [], zones: ZoneTable
  ) {
    let clock = AnchorClock(anchor, zones: zones)
    self.clock = clock
    let isDay = if case .date = anchor { true } else { false }
    self.rules = isDay ? rules.map(\.ofDays) : rules
    self.additions = additions.map(clock.time(ofAddition:))
    var times: Set<LocalDateTime> = []
    var days: Set<Day> = []
    for moment in exceptions {
      if case .date(let day) = moment { days.insert(day) } else { times.insert(clock.local(of: moment)) }
    }
    (self.exceptions, exceptedDays) = (times, days)
    self.exceptingRules = isDay ? exceptingRules.map(\.ofDays) : exceptingRules
  }

  /// Each of its rules by itself, without additions.
  package var parts: [Recurrence] {
    rules.map { rule in
      var part = self
      (part.rules, part.additions) = ([rule], [])
      return part
    }
  }

  /// The recurrence of a component; nil if it does not repeat, or has neither DTSTART nor DUE to count from.
  /// Rules that cannot be read are left out.
  public init?(_ reminder: some ReminderProperties) {
    self.init(written: reminder)
    guard hasTimes else { return nil }
  }

  /// It has more times than its beginning.
  var hasTimes: Bool { !rules.isEmpty || !additions.isEmpty }

  /// The same, which is nil only where no line says that it repeats: of a rule that cannot be read the
  /// beginning alone is left.
  init?(written reminder: some ReminderProperties) {
    guard let anchor = reminder.start ?? reminder.due else { return nil }
    let component = reminder.component
    var isReadable = true
    func readable<Value>(_ id: PropertyID, _ read: (Property) throws(ValueError) -> Value) -> [Value] {
      component.all(id).compactMap { property in
        do throws(ValueError) { return try read(property) } catch {
          isReadable = false
          return nil
        }
      }
    }
    let rules = readable(.rrule) { property throws(ValueError) in try RecurrenceRule.parse(property.value) }
    let additions = readable(.rdate) { property throws(ValueError) in try property.moments() }
    guard !rules.isEmpty || !additions.isEmpty || !isReadable else { return nil }
    let exceptions = readable(.exdate) { property throws(ValueError) in try property.moments() }
    self.init(
      from: anchor, rules: rules, additions: additions.flatMap(\.self),
      exceptions: exceptions.flatMap(\.self),
      exceptingRules: readable(.exrule) { property throws(ValueError) in
        try RecurrenceRule.parse(property.value)
      }, zones: reminder.calendar.zones)
    self.isReadable = isReadable
    for property in component.all(.rdate) where property.value.contains(0x2F) {
      for value in property.value.split(separator: 0x2C) {
        guard let period = try? PeriodValue.parse(value, tzid: property.tzid) else { continue }
        ends[clock.local(of: period.start)] = reminder.end(of: period)
      }
    }
  }

  /// The end that a period of RDATE gives to the occurrence at a time; nil where the occurrence is as long as
  /// the others.
  package func end(at local: LocalDateTime) -> Moment? { ends[local] }

  /// Its beginning is its first occurrence: nothing is added before it or taken away.
  var isWhole: Bool {
    additions.isEmpty && exceptions.isEmpty && exceptedDays.isEmpty && exceptingRules.isEmpty
  }

  /// The start from which occurrences are counted.
  public var anchor: Moment { clock.anchor }
  /// The same on its wall clock; a day is its midnight.
  public var start: LocalDateTime { clock.start }

  /// The moment at which its clock shows a time, written as the anchor is.
  public func moment(at local: LocalDateTime) -> Moment { clock.moment(at: local) }

  /// Returns the wall clock time of the recurrence's clock at a moment.
  public func local(of moment: Moment) -> LocalDateTime { clock.local(of: moment) }

  /// The time of a value of RDATE. A day has the time of day of the anchor.
  package func time(ofAddition moment: Moment) -> LocalDateTime { clock.time(ofAddition: moment) }

  /// The time of the occurrence that a RECURRENCE-ID names. A day in a series of date-times names the first
  /// occurrence of that day.
  package func time(ofOverride id: Moment) -> LocalDateTime {
    let local = local(of: id)
    guard case .date = id else { return local }
    if case .date = anchor { return local }
    return times(from: local, through: local.adding(seconds: 86_399), limit: 1).times.first ?? local
  }

  /// Occurrences in order, as far as they could be found.
  public struct Times: Sendable, Hashable {
    /// On the clock of the rule's start, in ascending order.
    public var times: [LocalDateTime] = []
    /// The way in which the search for occurrences ended.
    public var course = RecurrenceRule.Course.ended
    /// The steps that were not taken.
    public var stepsLeft = 0
  }

  /// Steps enough for a time every minute of a year; a rule that needs more is cut.
  public static let steps = 600_000

  /// Returns the first occurrences in a range of time. The start is the first instance (RFC 5545 §3.8.2.4),
  /// even if no rule includes it.
  ///
  /// - Parameters:
  ///   - first: the first time of the range; nil for the start.
  ///   - last: the last time of the range.
  ///   - limit: the greatest number of occurrences.
  ///   - steps: the greatest number of steps; see ``RecurrenceRule/follow(from:notBefore:_:_:)``.
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
    // Each date is looked at in each stretch of time, so that each costs a step, as an occurrence of a rule
    // does.
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

  /// The times that EXRULE names in a stretch of time, and the end up to which they are known: that of the
  /// stretch, unless steps run out before. The beginning is one of them only if the rule says so.
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

  /// Returns the first occurrences of the first rule, for formats with one reminder a day; nil if the rule
  /// cannot be expanded or names times of day.
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

  /// EXDATE takes a time away, or its whole day.
  package func isExcepted(_ local: LocalDateTime) -> Bool {
    exceptions.contains(local) || exceptedDays.contains(local.day)
  }

  /// Returns the UID of an occurrence that becomes a separate reminder; it is derived from the UID of the
  /// reminder and the time.
  public static func uid(of uid: String, at local: LocalDateTime) -> String {
    UUIDv5.string(name: Array("\(uid)\n\(local.iCalendarText)".utf8))
  }
}
