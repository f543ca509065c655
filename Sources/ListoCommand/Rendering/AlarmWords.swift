internal import Listo

/// Alarms in words.
enum AlarmWords {
  /// `15 minutes before it starts`, `when it is due`, `Sat 5 Dec 2026, 17:00`, `on arriving at Parcel locker`.
  static func words(_ alarm: Alarm, _ zones: ZoneTable, _ dates: RelativeDate) -> String {
    var words = when(alarm, zones, dates)
    if let acknowledged = alarm.acknowledged { words += ", acknowledged \(dates.short(acknowledged, zones))" }
    return words
  }

  private static func when(_ alarm: Alarm, _ zones: ZoneTable, _ dates: RelativeDate) -> String {
    if let proximity = alarm.proximity {
      let place = place(alarm)
      switch proximity {
      case "ARRIVE": return "on arriving" + (place.map { " at \($0)" } ?? "")
      case "DEPART": return "on leaving" + (place.map { " \($0)" } ?? "")
      case "CONNECT": return "on getting into the car"
      case "DISCONNECT": return "on getting out of the car"
      default: return ([proximity.lowercased()] + (place.map { [$0] } ?? [])).joined(separator: " ")
      }
    }
    if alarm.isPlaceholder { return "none" }
    switch alarm.trigger {
    case .absolute(let utc): return dates.long(.utc(utc), zones)
    case .relative(let duration):
      let event = alarm.isRelatedToEnd ? "it is due" : "it starts"
      let length = length(duration)
      guard !length.isEmpty else { return "when \(event)" }
      return "\(length) \(duration.isNegative ? "before" : "after") \(event)"
    case nil: return alarm.component.first(.trigger)?.rawText ?? "without a time"
    }
  }

  /// The title of the place, or the address in it.
  private static func place(_ alarm: Alarm) -> String? {
    guard let location = alarm.component.first(.xAppleStructuredLocation) else { return nil }
    return (location.parameter("X-TITLE") ?? location.parameter("X-ADDRESS"))?.value
  }

  /// `1 hour 30 minutes`; empty for no time at all.
  private static func length(_ duration: CalendarDuration) -> String {
    let parts = [
      (duration.weeks, "week"), (duration.days, "day"), (duration.hours, "hour"),
      (duration.minutes, "minute"),
      (duration.seconds, "second"),
    ]
    return parts.filter { $0.0 > 0 }.map { RelativeDate.count($0.0, $0.1) }.joined(separator: " ")
  }
}
