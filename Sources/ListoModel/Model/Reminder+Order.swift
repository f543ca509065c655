internal import ICalendar

extension ReminderProperties {
  /// The place that its list gives it by hand: X-APPLE-SORT-ORDER, else CREATED in seconds from 2001-01-01; nil, and last,
  /// without either.
  public var order: Int? {
    if let written = integer(.xAppleSortOrder) { return written }
    guard let created else { return nil }
    let utc = ViewContext(now: Instant(seconds: 0), zone: .utc)
    return Int(utc.instant(of: created, zones: calendar.zones).seconds - Quirks.orderEpoch.seconds)
  }
}
