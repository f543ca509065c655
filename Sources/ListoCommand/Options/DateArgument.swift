internal import ICalendar
internal import Listo

/// A date or time on the command line.
enum DateArgument {
  /// `2026-12-01`, `2026-12-01T09:00:00` (in the viewer's zone), the same with `Z` or an offset, `today`, `tomorrow`, `yesterday`,
  /// `now`; nil for anything else.
  static func moment(_ text: String, in context: ViewContext) -> Moment? {
    switch text.lowercased() {
    case "now": return .utc(context.now.utc)
    case "today": return .date(context.today)
    case "tomorrow": return .date(context.today.adding(days: 1))
    case "yesterday": return .date(context.today.adding(days: -1))
    default: break
    }
    if let day = Day(iso: text) { return .date(day) }
    if let local = LocalDateTime(iso: text) { return .floating(local) }
    return Instant(iso: text).map { .utc($0.utc) }
  }

  /// The same as an instant; a day is its midnight.
  static func instant(_ text: String, in zone: Zone) -> Instant? {
    if let day = Day(iso: text) { return zone.instant(of: LocalDateTime(startOf: day)) }
    if let local = LocalDateTime(iso: text) { return zone.instant(of: local) }
    return Instant(iso: text)
  }
}
