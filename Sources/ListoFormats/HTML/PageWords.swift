internal import ICalendar
internal import ListoModel

/// Dates, rules and alarms as the page says them where no script runs: as they are written, without a clock.
enum PageWords {
  /// `Tue 1 Dec 2026`, `Tue 1 Dec 2026, 10:15 Europe/Berlin`.
  static func date(_ moment: Moment) -> String {
    let day = moment.day
    var text =
      "\(EnglishNames.name(day.weekday)) \(day.day) \(EnglishNames.months[day.month - 1]) \(day.year)"
    guard let local = moment.local else { return text }
    text += ", \(two(local.hour)):\(two(local.minute))"
    switch moment {
    case .utc: return text + " UTC"
    case .zoned(_, let tzid): return text + " " + tzid
    default: return text
    }
  }

  /// For a `datetime` attribute: a date, a local time, or an instant where its zone is known.
  static func machine(_ moment: Moment, _ zones: ZoneTable) -> String {
    var bytes: [UInt8] = []
    if case .zoned(let local, let tzid) = moment, let zone = zones.zone(tzid) {
      zone.instant(of: local).appendISO(to: &bytes)
    } else {
      moment.appendISO(to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `15 minutes before it starts`, `when it is due`, `on arriving at Parcel locker`; nil for one at a
  /// time, and for Apple's "none".
  static func alarm(_ alarm: Alarm) -> String? {
    if let proximity = alarm.proximity {
      let place = alarm.component.first(.xAppleStructuredLocation)?.parameter("X-TITLE")?.value
      switch proximity {
      case "ARRIVE": return "on arriving" + (place.map { " at \($0)" } ?? "")
      case "DEPART": return "on leaving" + (place.map { " \($0)" } ?? "")
      default: return proximity.lowercased()
      }
    }
    if alarm.isPlaceholder { return nil }
    switch alarm.trigger {
    case .absolute, nil: return nil
    case .relative(let duration):
      let event = alarm.isRelatedToEnd ? "it is due" : "it starts"
      let length = length(duration)
      return length.isEmpty
        ? "when \(event)" : "\(length) \(duration.isNegative ? "before" : "after") \(event)"
    }
  }

  private static func length(_ duration: CalendarDuration) -> String {
    let parts = [
      (duration.weeks, "week"), (duration.days, "day"), (duration.hours, "hour"),
      (duration.minutes, "minute"),
      (duration.seconds, "second"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " ")
  }

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
