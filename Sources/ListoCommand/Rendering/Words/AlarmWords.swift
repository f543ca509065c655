internal import Listo

/// Alarms in words, those at a time too.
enum AlarmWords {
  /// `15 minutes before it starts`, `when it is due`, `Sat 5 Dec 2026, 17:00`, `on arriving at Parcel
  /// locker`.
  static func words(_ alarm: Alarm, _ zones: ZoneTable, _ dates: RelativeDate) -> String {
    var words = when(alarm, zones, dates)
    if let acknowledged = alarm.acknowledged { words += ", acknowledged \(dates.short(acknowledged, zones))" }
    return words
  }

  private static func when(_ alarm: Alarm, _ zones: ZoneTable, _ dates: RelativeDate) -> String {
    if let words = alarm.words { return words }
    if alarm.isPlaceholder { return "none" }
    if let time = alarm.time { return dates.long(time, zones) }
    return alarm.component.first(.trigger)?.rawText ?? "without a time"
  }
}
