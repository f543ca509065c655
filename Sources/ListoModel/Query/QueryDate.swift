public import ICalendar

/// A date or time in an expression: one that is written out, or one that depends on when it is asked.
public enum QueryDate: Sendable, Hashable {
  /// A day, a floating time, UTC, or a time in a zone that the system knows.
  case absolute(Moment)
  /// Counted from a day or a time that the question is asked at, shift by shift.
  case relative(Anchor, [Shift])

  /// Reads a date as expressions have it, such as `2026-12-01T09:00[Europe/Berlin]`, `today+7d` or `end of month`.
  ///
  /// - Throws: ``QuerySyntaxError``.
  public init(_ text: String) throws(QuerySyntaxError) {
    var parser = try QueryParser(text)
    self = try parser.wholeDate()
  }

  public enum Anchor: Sendable, Hashable {
    case now, today, tomorrow, yesterday
    /// The next one behind today.
    case weekday(Weekday)
    /// The last one before today.
    case lastWeekday(Weekday)
    /// The first or the last day of a week, month or year.
    case edge(isEnd: Bool, Turn, Period)
  }

  public enum Turn: String, Sendable, Hashable, CaseIterable { case last, this, next }

  public enum Period: String, Sendable, Hashable, CaseIterable { case week, month, year }

  public struct Shift: Sendable, Hashable {
    /// Negative for the past; at most six digits.
    public let count: Int
    public let unit: Unit

    public init(_ count: Int, _ unit: Unit) { (self.count, self.unit) = (count, unit) }
  }

  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case minute = "min"
    case hour = "h"
    case day = "d"
    case week = "w"
    case month = "m"
    case year = "y"

    /// Hours and minutes are time that passes; the others are counted on the calendar.
    var seconds: Int64? {
      switch self {
      case .minute: 60
      case .hour: 3600
      default: nil
      }
    }
  }

  /// What it is when it is asked from there: a day, or a time in UTC; a floating time stays one.
  ///
  /// Years end at 0 and 9999; what would go beyond stays there.
  public func moment(in context: ViewContext) -> Moment {
    switch self {
    case .absolute(.zoned(let local, let tzid)):
      // The expression's own zone: a VTIMEZONE of the same name in a file has no say in it.
      return .utc(context.instant(of: .zoned(local, tzid: tzid), zones: .empty).utc)
    case .absolute(let moment): return moment
    case .relative(.now, let shifts):
      return .utc(shifts.reduce(context.now) { $1.applied(to: $0, in: context) }.utc)
    case .relative(let anchor, let shifts):
      var day = anchor.day(in: context)
      for (index, shift) in shifts.enumerated() {
        if shift.unit.seconds != nil {
          let midnight = context.instant(of: .date(day), zones: .empty)
          return .utc(
            shifts[index...].reduce(midnight) { $1.applied(to: $0, in: context) }.utc)
        }
        day = shift.applied(to: day)
      }
      return .date(day)
    }
  }
}

extension QueryDate.Shift {
  func applied(to day: Day) -> Day {
    switch unit {
    case .minute, .hour: day
    case .day: day.adding(days: count)
    case .week: day.adding(days: count * 7)
    case .month: day.adding(months: count)
    case .year: day.adding(months: count * 12)
    }
  }

  func applied(to instant: Instant, in context: ViewContext) -> Instant {
    if let seconds = unit.seconds {
      return Instant(utc: instant.utc.adding(seconds: Int64(count) * seconds))
    }
    let local = context.zone.local(of: instant)
    return context.instant(of: .floating(local.on(applied(to: local.day))), zones: .empty)
  }
}

extension QueryDate.Anchor {
  func day(in context: ViewContext) -> Day {
    let today = context.today
    switch self {
    case .now, .today: return today
    case .tomorrow: return today.adding(days: 1)
    case .yesterday: return today.adding(days: -1)
    case .weekday(let weekday): return today.adding(days: (weekday.index - today.weekday.index + 6) % 7 + 1)
    case .lastWeekday(let weekday):
      return today.adding(days: -((today.weekday.index - weekday.index + 6) % 7 + 1))
    case .edge(let isEnd, let turn, let period):
      let turns = turn == .last ? -1 : turn == .this ? 0 : 1
      let first = period.start(of: today, from: context.weekStart, turns: turns)
      guard isEnd else { return first }
      // Of the last period that there is, the next one would begin with itself.
      let next = period.start(of: today, from: context.weekStart, turns: turns + 1)
      return next > first ? next.adding(days: -1) : Day(daysSince1970: Int.max)
    }
  }
}

extension QueryDate.Period {
  fileprivate func start(of day: Day, from weekStart: Weekday, turns: Int) -> Day {
    switch self {
    case .week: day.adding(days: -((day.weekday.index - weekStart.index + 7) % 7) + turns * 7)
    case .month: day.adding(days: 1 - day.day).adding(months: turns)
    case .year: day.adding(days: 1 - day.day).adding(months: 1 - day.month + turns * 12)
    }
  }
}

extension Weekday {
  /// From Sunday, 0.
  var index: Int { Weekday.allCases.firstIndex(of: self) ?? 0 }

  /// `monday`, as expressions have it.
  var word: String { "\(self)" }
}

extension Day {
  /// The same day so many months later, or the last of that month where it has no such day; within the years 0 to 9999.
  public func adding(months: Int) -> Day {
    let index = min(max(year * 12 + month - 1 + months, 0), 9999 * 12 + 11)
    let (year, month) = (index / 12, index % 12 + 1)
    return Day(year: year, month: month, day: min(day, Day.daysInMonth(month, year: year))) ?? self
  }
}
