internal import ICalendar
internal import ListoModel

/// Dates as the page says them where no script runs: as they are written, without a clock.
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

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
