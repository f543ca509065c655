internal import ICalendar

extension ReminderProperties {
  /// The place that its list gives it by hand: X-APPLE-SORT-ORDER, else CREATED in seconds from 2001-01-01;
  /// nil, and last, without either. A day alone, as lists of lines have it, arranges nothing: there the order
  /// of the lines counts.
  public var order: Int? {
    if let writtenOrder { return writtenOrder }
    guard let created, created.local != nil else { return nil }
    let utc = ViewContext(now: Instant(seconds: 0), zone: .utc)
    return Int(utc.instant(of: created, zones: calendar.zones).seconds - Quirks.orderEpoch.seconds)
  }

  /// X-APPLE-SORT-ORDER as it is written; nil where there is none.
  package var writtenOrder: Int? { integer(.xAppleSortOrder) }
}
