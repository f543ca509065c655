internal import Listo

/// Dates as people say them, seen from the viewer's now and in the viewer's zone.
struct RelativeDate: Sendable {
  let context: ViewContext
  let today: Day

  init(_ context: ViewContext) {
    (self.context, self.today) = (context, context.today)
  }

  private var style: DateStyle { context.dateStyle }

  /// The detail of the words, which depends on the text beside them.
  enum Detail: Sendable {
    /// All that is known: beyond two months a date.
    case alone
    /// A date stands beside them: beyond two months `in 5 months`.
    case besideDate
    /// A weekday too stands beside them: `in 3 days` instead of `Fri`.
    case besideWeekday
  }

  /// How far ahead a date that stands alone is told in words, in days.
  private static let wordsReach = 60

  /// `today`, `Fri`, `in 8 days`, `2 weeks ago`, `12 Jan 2027`.
  func words(_ day: Day, _ detail: Detail = .alone) -> String {
    let distance = day.daysSince1970 - today.daysSince1970
    switch distance {
    case 0: return "today"
    case 1: return "tomorrow"
    case -1: return "yesterday"
    case 2...6 where detail != .besideWeekday: return Self.name(day.weekday)
    default: break
    }
    guard detail != .alone || abs(distance) <= Self.wordsReach else { return date(day, alwaysYear: true) }
    return distance > 0 ? "in " + Self.span(distance) : Self.span(-distance) + " ago"
  }

  /// The same with the time, where it has one and is less than a week away.
  func words(_ seen: ViewedMoment, _ detail: Detail = .alone) -> String {
    let words = words(seen.day, detail)
    guard seen.local != nil, abs(seen.day.daysSince1970 - today.daysSince1970) < 7, let time = time(seen)
    else { return words }
    return words + " " + time
  }

  func words(_ moment: Moment, _ zones: ZoneTable, _ detail: Detail = .alone) -> String {
    words(context.view(of: moment, zones: zones), detail)
  }

  /// `3 days overdue`, within a day `2 hours overdue`. Only for what is due before now.
  func overdue(_ seen: ViewedMoment) -> String {
    let elapsed = Int(context.now.seconds - seen.end.seconds)
    if seen.local != nil, elapsed < 86_400 {
      return (elapsed < 3600 ? "\(elapsed / 60) min" : Self.count(elapsed / 3600, "hour")) + " overdue"
    }
    return Self.span(max(1, today.daysSince1970 - seen.day.daysSince1970)) + " overdue"
  }

  func overdue(_ moment: Moment, _ zones: ZoneTable) -> String {
    overdue(context.view(of: moment, zones: zones))
  }

  /// `in 15 minutes  18:00`; on another day the time alone.
  func time(_ instant: Instant) -> String {
    let local = context.zone.local(of: instant)
    let time = RowTexts.aligned(Self.clock(local, style.clock))
    return local.day == today ? "\(words(instant))  \(time)" : time
  }

  /// `now`, `in 15 minutes`, `3 hours ago`.
  private func words(_ instant: Instant) -> String {
    let seconds = instant.seconds - context.now.seconds
    let minutes = (Int(abs(seconds)) + 30) / 60
    guard minutes > 0 else { return "now" }
    let span = minutes < 60 ? Self.count(minutes, "minute") : Self.count((minutes + 30) / 60, "hour")
    return seconds > 0 ? "in " + span : span + " ago"
  }

  /// `Today, Tue 1 Dec`, `Tomorrow, Wed 2 Dec`, `Thu 3 Dec`: what stands above a day.
  func heading(_ day: Day) -> String {
    let date = style.dateWithWeekday(day, hasYear: day.year != today.year)
    switch day.daysSince1970 - today.daysSince1970 {
    case 0: return "Today, " + date
    case 1: return "Tomorrow, " + date
    case -1: return "Yesterday, " + date
    default: return date
    }
  }

  /// `5 Dec`, with the year if it is not this one, with the time if it has one.
  func short(_ seen: ViewedMoment) -> String { short(seen.day, seen.local) }

  /// `5 Dec 18:00`, on the viewer's clock.
  func short(_ instant: Instant) -> String {
    let local = context.zone.local(of: instant)
    return short(local.day, local)
  }

  private func short(_ day: Day, _ local: LocalDateTime?) -> String {
    style.words(day, local, hasYear: day.year != today.year)
  }

  func short(_ moment: Moment, _ zones: ZoneTable) -> String { short(context.view(of: moment, zones: zones)) }

  /// `Sat 5 Dec 2026, 18:00`.
  func long(_ moment: Moment, _ zones: ZoneTable) -> String {
    let seen = context.view(of: moment, zones: zones)
    let date = style.dateWithWeekday(seen.day, hasYear: true)
    return time(seen).map { "\(date), \($0)" } ?? date
  }

  /// `5 Dec` or `5 Dec 2026`; where the month comes first, `Dec 5` or `Dec 5, 2026`.
  func date(_ day: Day, alwaysYear: Bool) -> String {
    style.date(day, hasYear: alwaysYear || day.year != today.year)
  }

  /// `18:00` or `6:00 PM`, on the viewer's clock; nil for a date without time.
  func time(_ seen: ViewedMoment) -> String? { seen.local.map { Self.clock($0, style.clock) } }

  func time(_ moment: Moment, _ zones: ZoneTable) -> String? { time(context.view(of: moment, zones: zones)) }

  /// A number of days from 1 on in the unit that suits it.
  static func span(_ days: Int) -> String {
    switch days {
    case ..<14: count(days, "day")
    case ..<61: count((days + 3) / 7, "week")
    // From 23 months and a half on, years say enough.
    // 400 years have 146,097 days.
    case ..<715: count((days * 4800 + 73_048) / 146_097, "month")
    default: count((days * 400 + 73_048) / 146_097, "year")
    }
  }

  /// An RRULE value in words with its end: `weekly on Mon, until 24 Dec 2027`.
  func rule(_ raw: String) -> String {
    RecurrenceRule.words(raw) { date(context.day(of: $0, zones: .empty), alwaysYear: true) }
  }

  static func count(_ number: Int, _ unit: String) -> String {
    if number == 1 { return "1 \(unit)" }
    // VAVAILABILITY (RFC 7953) ends like no unit of time.
    return unit.hasSuffix("ity") ? "\(number) \(unit.dropLast())ies" : String(number) + " " + unit + "s"
  }

  static func name(_ weekday: Weekday) -> String { EnglishNames.name(weekday) }

  static func name(month: Int) -> String { EnglishNames.name(month: month) }

  /// `09:05`; of twelve hours, `9:05 AM`.
  static func clock(_ local: LocalDateTime, _ clock: DateStyle.Clock = .hours24) -> String {
    DateStyle(clock: clock).time(local)
  }

  static func twoDigits(_ number: Int) -> String { number < 10 ? "0" + String(number) : String(number) }
}

extension DateStyle {
  /// `Tue 1 Dec`, `Tue, Dec 1`, with the year if wanted.
  func dateWithWeekday(_ day: Day, hasYear: Bool) -> String {
    RelativeDate.name(day.weekday) + (order == .monthDay ? ", " : " ") + date(day, hasYear: hasYear)
  }
}
