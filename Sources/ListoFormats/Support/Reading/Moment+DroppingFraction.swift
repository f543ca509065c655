internal import ICalendar

extension Moment {
  /// Reads what other formats write: `2026-12-01`, `2026-12-01T10:15:00` (floating), the same with `Z`, or
  /// with an offset, which makes it an instant. Seconds may be missing, and have a fraction, which is
  /// dropped.
  ///
  /// - Returns: nil for anything else, and for days and times that do not exist.
  init?(droppingFractionOf text: String) { self.init(droppingFractionOf: Array(text.utf8)[...]) }

  /// The same for the bytes of a text.
  init?(droppingFractionOf text: ArraySlice<UInt8>) { self.init(iso: Self.withoutFraction(text).text) }

  /// The text without a fraction of a second, and whether that says something.
  static func withoutFraction(_ text: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, hadFraction: Bool) {
    let point = text.startIndex + 19
    guard point < text.endIndex, text[point] == 0x2E || text[point] == 0x2C else { return (text, false) }
    let fraction = text[(point + 1)...].prefix { $0 &- 0x30 < 10 }
    guard !fraction.isEmpty else { return (text, false) }
    return (text[..<point] + text[fraction.endIndex...], fraction.contains { $0 != 0x30 })
  }
}

extension DigitMoment {
  /// The same by its digits.
  init?(droppingFractionOf text: ArraySlice<UInt8>) {
    if let usual = DigitMoment(iso: text.span, 0..<text.count) {
      self = usual
    } else if let moment = Moment(droppingFractionOf: text) {
      self = DigitMoment(moment)
    } else {
      return nil
    }
  }
}

extension [UInt8] {
  /// Appends a moment as iCalendar writes it.
  mutating func append(_ moment: DigitMoment) {
    // So much room a short text asks for.
    append(addingCapacity: 40) { $0.append(moment.iCalendar) }
  }
}
