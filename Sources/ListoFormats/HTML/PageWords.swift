internal import ICalendar
internal import ListoModel

/// Dates as the page says them where no script runs: as they are written, without a clock.
enum PageWords {
  /// `Tue 1 Dec 2026`, `Tue 1 Dec 2026, 10:15 Europe/Berlin`.
  static func append(_ moment: Moment, to output: inout OutputSpan<UInt8>) {
    let day = moment.day
    output.put(EnglishNames.name(day.weekday))
    output.put(0x20)
    output.put(decimal: day.day)
    output.put(0x20)
    output.put(EnglishNames.months[day.month - 1])
    output.put(0x20)
    output.put(decimal: day.year)
    guard let local = moment.local else { return }
    output.put(local.hour < 10 ? ", 0" : ", ")
    output.put(decimal: local.hour)
    output.put(local.minute < 10 ? ":0" : ":")
    output.put(decimal: local.minute)
    switch moment {
    case .utc: output.put(" UTC")
    case .zoned(_, let tzid):
      output.put(0x20)
      HTMLText.append(tzid, to: &output)
    case .date, .floating: break
    }
  }

  /// For a `datetime` attribute: a date, a local time, or an instant where its zone is known.
  static func append(
    machine moment: Moment, _ zones: ZoneTable, to output: inout OutputSpan<UInt8>
  ) {
    if case .zoned(let local, let tzid) = moment, let zone = zones.zone(tzid) {
      output.append(DigitMoment(.utc(zone.instant(of: local).utc)).iso)
    } else {
      output.append(DigitMoment(moment).iso)
    }
  }
}

extension OutputSpan where Element == UInt8 {
  /// Appends a number from 0 to 9999.
  fileprivate mutating func put(decimal number: Int) {
    var isBehindDigit = false
    for unit in [1000, 100, 10, 1] where isBehindDigit || number >= unit || unit == 1 {
      put(0x30 + UInt8(number / unit % 10))
      isBehindDigit = true
    }
  }
}
