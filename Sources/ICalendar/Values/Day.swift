/// A calendar day without time or zone (RFC 5545 §3.3.4, DATE), in the Gregorian calendar, years 0 to 9999.
public struct Day: Sendable, Hashable, Comparable {
  private let storedYear: Int16
  private let storedMonth: UInt8
  private let storedDay: UInt8

  /// The year, 0 to 9999.
  public var year: Int { Int(storedYear) }
  /// The month, 1 to 12.
  public var month: Int { Int(storedMonth) }
  /// The day of the month, 1 to 31.
  public var day: Int { Int(storedDay) }

  /// A day that exists, or `nil` (31 February, month 13, year 10000).
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Day.daysInMonth(month, year: year)
    else { return nil }
    self.init(checkedYear: year, month: month, day: day)
  }

  private init(checkedYear year: Int, month: Int, day: Int) {
    storedYear = Int16(truncatingIfNeeded: year)
    storedMonth = UInt8(truncatingIfNeeded: month)
    storedDay = UInt8(truncatingIfNeeded: day)
  }

  /// 1 January 0000 and 31 December 9999 in days since 1 January 1970.
  static let range1970 = -719_528...2_932_896

  /// Creates the day this many days after 1 January 1970; days outside the years 0 to 9999 become the nearest
  /// one inside.
  public init(daysSince1970: Int) {
    // Days are counted from 1 March 0000 so that the leap day is the last of its year (Howard Hinnant's
    // "chrono-compatible low-level date algorithms").
    let clamped = min(max(daysSince1970, Day.range1970.lowerBound), Day.range1970.upperBound)
    let shifted = clamped + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      checkedYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Days since 1 January 1970; negative before it.
  public var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the week.
  public var weekday: Weekday {
    // 1 January 1970 was a Thursday.
    let index = (daysSince1970 + 4) % 7
    return Weekday.allCases[index < 0 ? index + 7 : index]
  }

  /// The day that many days later (earlier if negative), kept within the years 0 to 9999.
  public func adding(days: Int) -> Day {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return Day(daysSince1970: overflow ? (days < 0 ? Int.min : Int.max) : sum)
  }

  /// Returns the same day a number of months later, or the last day of that month if it is shorter; within
  /// the years 0 to 9999.
  public func adding(months: Int) -> Day {
    let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    let index = overflow ? (months < 0 ? 0 : 9999 * 12 + 11) : min(max(sum, 0), 9999 * 12 + 11)
    let (year, month) = (index / 12, index % 12 + 1)
    return Day(checkedYear: year, month: month, day: min(day, Day.daysInMonth(month, year: year)))
  }

  /// Whether a year has a 29 February.
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days of a month; 0 for a month outside 1 to 12.
  public static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    case 1...12: 31
    default: 0
    }
  }

  public static func < (left: Day, right: Day) -> Bool { left.packed < right.packed }

  /// Year, month and day in one number that orders as they do.
  var packed: Int { year << 9 | month << 5 | day }
}

/// A day of the week, Sunday first as in RFC 5545's list.
public enum Weekday: String, Sendable, Hashable, CaseIterable {
  case sunday = "SU"
  case monday = "MO"
  case tuesday = "TU"
  case wednesday = "WE"
  case thursday = "TH"
  case friday = "FR"
  case
    saturday = "SA"
}

extension Weekday {
  /// From 0 to 6: how many days it is behind another, which is its place in a week that begins with that.
  package func days(since other: Weekday) -> Int {
    func index(_ weekday: Weekday) -> Int { Self.allCases.firstIndex(of: weekday) ?? 0 }
    return (index(self) - index(other) + 7) % 7
  }
}
