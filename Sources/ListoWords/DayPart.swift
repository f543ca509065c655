/// A part of the day, which decides between the morning and the afternoon of an hour: `friday evening at 7`.
enum DayPart: Sendable, Hashable {
  case morning, midday, afternoon, evening, night

  /// The hours that the part has.
  private var hours: ClosedRange<Int> {
    switch self {
    case .morning: 0...11
    case .midday: 11...14
    case .afternoon: 12...18
    case .evening: 16...24
    case .night: 17...24
    }
  }

  /// The time that a clock shows in this part of the day; nil where the part has no such time.
  ///
  /// - Parameter isDaily: the day does not matter, so that the hours behind midnight are of the night as
  ///   well.
  func time(_ clock: ClockReading, isDaily: Bool) -> ClockTime? {
    let (early, late) = (clock.time, clock.isOpen ? clock.time.later : nil)
    if self == .night, isDaily, early.hour < 6 { return early }
    return [early, late].compactMap { $0 }.first { hours.contains($0.hour) }
  }
}

/// A time as it was read, which can leave the half of the day open.
struct ClockReading: Sendable, Hashable {
  /// The time on a clock of 24 hours, if nothing else is said.
  var time: ClockTime
  /// Neither `am` nor `pm` is said, nor an hour that only a clock of 24 hours has.
  var isOpen = false
  /// The morning and the afternoon are as likely.
  var isAmbiguous = false
  /// A number and nothing more.
  var isBare = false

  /// The other half of the day.
  var readings: [WordsError.Reading] {
    [time, time.later ?? time.earlier].compactMap { $0 }.map { .init($0.short) }
  }
}

extension ClockTime {
  /// Twelve hours later on the same day.
  var later: ClockTime? { hour < 12 ? ClockTime(hour: hour + 12, minute: minute, second: second) : nil }

  /// Twelve hours earlier on the same day.
  var earlier: ClockTime? { ClockTime(hour: hour - 12, minute: minute, second: second) }

  /// `9:00`, as people write it.
  var short: String {
    let text = description
    return text.hasPrefix("0") ? String(text.dropFirst()) : text
  }
}
