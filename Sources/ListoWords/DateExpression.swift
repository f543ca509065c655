public import ICalendar

/// A date or time as it was said: one that is written out, or one that depends on when it is said.
public enum DateExpression: Sendable, Hashable {
  /// A day, a floating time, UTC, or a time in a zone that the system knows.
  case absolute(Moment)
  /// A day or time relative to the present, shift by shift.
  case relative(Anchor, [Shift])
  /// A time on such a day; the shifts have no unit below a day.
  case timed(Anchor, [Shift], ClockTime)

  /// The day or moment that shifts begin at.
  public enum Anchor: Sendable, Hashable {
    case now, today, tomorrow, yesterday
    /// The day after tomorrow, the day before yesterday.
    case inDays(Int)
    /// The next one behind today.
    case weekday(Weekday)
    /// The last one before today.
    case lastWeekday(Weekday)
    /// The one in the last, this or the next week.
    case weekdayOf(Weekday, Turn)
    /// `next friday`: understood where the next one behind today lies in the next week, see
    /// ``WordsError/Problem/ambiguous(_:)``.
    case nextWeekday(Weekday)
    /// A weekday in the week that is this many weeks after the present one: `in 2 weeks on friday`. It is
    /// accepted only if that is also the next such weekday plus the weeks.
    case weekdayIn(Weekday, weeks: Int)
    /// A day of a month: the next one, today among them, or the one in the last, this or the next month. 29
    /// February waits for a year that has one, and 31 for a month.
    case dayOf(Months, MonthDay)
    /// The Monday of a week of ISO 8601 by its number: the first such week that is not over.
    case isoWeek(Int)
    /// The first or the last day of a week, month or year.
    case edge(isEnd: Bool, Turn, Period)
  }

  /// A day of a month.
  public enum MonthDay: Sendable, Hashable {
    /// 1 to 31, or -1 for the last.
    case number(Int)
    /// The first to the fifth of a weekday, or -1 for the last.
    case weekday(Weekday, Int)
  }

  /// The months that have a day.
  public enum Months: Sendable, Hashable {
    case any, named(Int), turn(Turn)
  }

  /// Which of its kind: the one before this one, this one, or the one behind it.
  public enum Turn: String, Sendable, Hashable, CaseIterable { case last, this, next }

  /// A stretch of the calendar that has a beginning and an end.
  public enum Period: String, Sendable, Hashable, CaseIterable { case week, month, year }

  /// A way along the calendar or the clock: `+2w`.
  public struct Shift: Sendable, Hashable {
    /// Negative for the past; at most six digits.
    public let count: Int
    /// The unit of the shift.
    public let unit: Unit

    /// So many units, forwards where they are positive.
    public init(_ count: Int, _ unit: Unit) { (self.count, self.unit) = (count, unit) }
  }

  /// The units of shifts, as written after a number.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case minute = "min"
    case hour = "h"
    case day = "d"
    case week = "w"
    case month = "mo"
    case year = "y"

    /// Hours and minutes are time that passes; the others are counted on the calendar.
    public var seconds: Int64? {
      switch self {
      case .minute: 60
      case .hour: 3600
      default: nil
      }
    }
  }
}

extension DateExpression.Shift {
  /// Returns the shifted day; hours and minutes do not change it.
  public func applied(to day: Day) -> Day {
    switch unit {
    case .minute, .hour: day
    case .day: day.adding(days: count)
    case .week: day.adding(days: count * 7)
    case .month: day.adding(months: count)
    case .year: day.adding(months: count * 12)
    }
  }
}

extension DateExpression.Anchor {
  /// The day it is, said on a day; of `next friday` the one in the next week.
  public func day(today: Day, weekStart: Weekday) -> Day {
    switch self {
    case .now, .today: return today
    case .tomorrow: return today.adding(days: 1)
    case .yesterday: return today.adding(days: -1)
    case .inDays(let days): return today.adding(days: days)
    case .weekday(let weekday): return today.adding(days: (weekday.index - today.weekday.index + 6) % 7 + 1)
    case .lastWeekday(let weekday):
      return today.adding(days: -((today.weekday.index - weekday.index + 6) % 7 + 1))
    case .nextWeekday(let weekday):
      return Self.weekdayOf(weekday, .next).day(today: today, weekStart: weekStart)
    case .weekdayOf(let weekday, let turn):
      let first = DateExpression.Period.week.start(of: today, from: weekStart, turns: turn.count)
      return first.adding(days: weekday.days(since: weekStart))
    case .weekdayIn(let weekday, let weeks):
      return Self.weekdayOf(weekday, .this).day(today: today, weekStart: weekStart).adding(days: 7 * weeks)
    case .dayOf(.turn(let turn), let day):
      let first = DateExpression.Period.month.start(of: today, from: weekStart, turns: turn.count)
      return day.day(year: first.year, month: first.month) ?? first.adding(months: 1).adding(days: -1)
    case .dayOf(let months, let number):
      var first = today.adding(days: 1 - today.day)
      // No eight years pass without a 29 February, and no other day waits for as long.
      for _ in 0...96 {
        if months == .any || months == .named(first.month),
          let day = number.day(year: first.year, month: first.month), day >= today
        {
          return day
        }
        first = first.adding(months: 1)
      }
      return Day(daysSince1970: Int.max)
    case .isoWeek(let number):
      // A 53rd week comes within seven years.
      for year in today.year - 1...today.year + 8 {
        if let monday = Day(isoWeek: number, of: year), monday.adding(days: 6) >= today { return monday }
      }
      return Day(daysSince1970: Int.max)
    case .edge(let isEnd, let turn, let period):
      let first = period.start(of: today, from: weekStart, turns: turn.count)
      guard isEnd else { return first }
      // Of the last period that there is, the next one would begin with itself.
      let next = period.start(of: today, from: weekStart, turns: turn.count + 1)
      return next > first ? next.adding(days: -1) : Day(daysSince1970: Int.max)
    }
  }
}

extension DateExpression.MonthDay {
  /// The day in a month; nil where the month has none.
  func day(year: Int, month: Int) -> Day? {
    let most = Day.daysInMonth(month, year: year)
    switch self {
    case .number(let number):
      return Day(year: year, month: month, day: number < 0 ? most + 1 + number : number)
    case .weekday(let weekday, let number):
      let edge = Day(year: year, month: month, day: number < 0 ? most : 1)
      guard let edge else { return nil }
      let found =
        number < 0
        ? edge.adding(days: 7 * (number + 1) - edge.weekday.days(since: weekday))
        : edge.adding(days: 7 * (number - 1) + weekday.days(since: edge.weekday))
      return found.month == month ? found : nil
    }
  }
}

extension DateExpression.Turn {
  var count: Int {
    switch self {
    case .last: -1
    case .this: 0
    case .next: 1
    }
  }
}

extension DateExpression.Period {
  fileprivate func start(of day: Day, from weekStart: Weekday, turns: Int) -> Day {
    switch self {
    case .week: day.adding(days: -day.weekday.days(since: weekStart) + turns * 7)
    case .month: day.adding(days: 1 - day.day).adding(months: turns)
    case .year: day.adding(days: 1 - day.day).adding(months: 1 - day.month + turns * 12)
    }
  }
}

extension Day {
  /// The Monday of a week of ISO 8601; nil where the year has no such week.
  init?(isoWeek week: Int, of year: Int) {
    guard let fourth = Day(year: year, month: 1, day: 4) else { return nil }
    // The first week is the one of 4 January, and begins on Monday.
    let first = fourth.adding(days: -((fourth.weekday.index + 6) % 7))
    let monday = first.adding(days: (week - 1) * 7)
    // A week belongs to the year of its Thursday.
    guard week >= 1, monday.adding(days: 3).year == year else { return nil }
    self = monday
  }
}

extension Weekday {
  /// From Sunday, 0.
  var index: Int { Weekday.allCases.firstIndex(of: self) ?? 0 }
}
