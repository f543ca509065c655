package import ICalendar

/// A date that was said in words: a day, or a day and a wall-clock time.
package struct DateWords: Sendable, Hashable {
  /// A day; a floating time, which is on the clock of who said it; or a time that was written out in UTC or
  /// with its zone.
  public let moment: Moment

  /// Creates words from a moment.
  public init(_ moment: Moment) { self.moment = moment }

  /// The day that is said, whatever its zone.
  public var day: Day { moment.day }

  /// The day and time that are said, whatever their zone; nil for a day alone.
  public var local: LocalDateTime? {
    switch moment {
    case .date: nil
    case .floating(let local), .utc(let local), .zoned(let local, _): local
    }
  }

  /// Reads a date, a time, or both, such as `next friday 9:00`. A time alone is today, or tomorrow if it has
  /// passed.
  ///
  /// - Throws: ``WordsError``, also if words are left over.
  public static func parse(
    _ text: String, language: WordsLanguage, in context: WordsContext
  ) throws(WordsError) -> DateWords {
    try reading(text, language: language, in: context).words
  }

  /// Reads the same, and adds the reason if a rule decided the meaning: `9:00 has passed today`.
  ///
  /// - Throws: ``WordsError``, also if words are left over.
  public static func reading(
    _ text: String, language: WordsLanguage, in context: WordsContext
  ) throws(WordsError) -> (words: DateWords, note: String?) {
    let phrases = try Phrases(whole: text, language: language, in: context, kinds: [.date, .time])
    guard let due = phrases.due else { throw phrases.nothing(expected: expected) }
    return (due, phrases.pieces.compactMap(\.note).first)
  }

  static let expected = "a date such as tomorrow, fri 9:00, in 3 days, 1 dec or 2026-12-01"

  /// Returns the date in words that can be read back: `Fri 27 Nov 2026 09:00`; ISO 8601 if it has a zone or
  /// an unusual year.
  public func words(_ language: WordsLanguage) -> String {
    guard (1900...2999).contains(day.year) else { return moment.description }
    let written = language.written
    let words =
      "\(written.weekdays[day.weekday.index]) \(written.dayMonth(day.day, written.months[day.month - 1])) \(day.year)"
    switch moment {
    case .date: return words
    case .floating(let local):
      guard let time = ClockTime(hour: local.hour, minute: local.minute, second: min(local.second, 59)) else {
        return words
      }
      return "\(words) \(time)"
    case .utc, .zoned: return moment.description
    }
  }
}

/// The problem of an expression at a moment.
struct MomentProblem: Error {
  let problem: WordsError.Problem
}

extension DateExpression {
  /// The date and time that it means at a moment: times without a zone float on the clock of the moment.
  func resolved(in context: WordsContext) -> Result<Moment, MomentProblem> {
    let today = context.now.day
    switch self {
    case .absolute(.floating(let local)): return .success(.floating(context.shown(local)))
    case .absolute(let moment): return .success(moment)
    case .relative(let anchor, let shifts), .timed(let anchor, let shifts, _):
      let day = anchor.day(today: today, weekStart: context.weekStart)
      if case .nextWeekday(let weekday) = anchor {
        let coming = Anchor.weekday(weekday).day(today: today, weekStart: context.weekStart)
        guard coming == day else {
          return .failure(
            MomentProblem(
              problem: .ambiguous([coming, day].map { .init(DateWords(.date($0)).words(.english)) })))
        }
      }
      if case .weekdayIn(let weekday, let weeks) = anchor {
        let coming = Anchor.weekday(weekday).day(today: today, weekStart: context.weekStart)
          .adding(days: 7 * weeks)
        // Said on a Friday, the Friday in two weeks is that far away.
        guard coming == day || weekday == today.weekday else {
          return .failure(
            MomentProblem(
              problem: .ambiguous([day, coming].map { .init(DateWords(.date($0)).words(.english)) })))
        }
      }
      if case .dayOf(.turn(let turn), let number) = anchor {
        let month = Anchor.edge(isEnd: false, turn, .month).day(today: today, weekStart: context.weekStart)
        guard number.day(year: month.year, month: month.month) != nil else {
          let name = "\(WordsLanguage.english.written.months[month.month - 1]) \(month.year)"
          return .failure(MomentProblem(problem: .noSuchDay("\(name) has no such day")))
        }
      }
      // Of this week's days, one that has passed may be meant, or the next.
      if case .weekdayOf(let weekday, .this) = anchor, day < today {
        let coming = Anchor.weekday(weekday).day(today: today, weekStart: context.weekStart)
        return .failure(
          MomentProblem(
            problem: .ambiguous([day, coming].map { .init(DateWords(.date($0)).words(.english)) })))
      }
      if case .timed(_, _, let time) = self {
        return .success(.floating(context.shown(time.on(shifts.reduce(day) { $1.applied(to: $0) }))))
      }
      guard anchor == .now || shifts.contains(where: { $0.unit.seconds != nil }) else {
        return .success(.date(shifts.reduce(day) { $1.applied(to: $0) }))
      }
      guard anchor != .now else { return .success(context.later(by: shifts)) }
      return .success(
        .floating(
          shifts.reduce(LocalDateTime(startOf: day)) { local, shift in
            guard let seconds = shift.unit.seconds else { return local.on(shift.applied(to: local.day)) }
            return local.adding(seconds: Int64(shift.count) * seconds)
          }))
    }
  }
}
