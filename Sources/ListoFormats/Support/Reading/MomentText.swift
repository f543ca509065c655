internal import ICalendar

extension Moment {
  /// Reads what other formats write: `2026-12-01`, `2026-12-01T10:15:00` (floating), the same with `Z`, or with
  /// an offset, which makes it an instant. Seconds may be missing, and have a fraction, which is dropped.
  ///
  /// - Returns: nil for anything else, and for days and times that do not exist.
  init?(iso text: String) { self.init(iso: Array(text.utf8)[...]) }

  /// The same for the bytes of a text.
  init?(iso text: ArraySlice<UInt8>) {
    guard text.count > 10 else {
      guard let day = Day(iso: text) else { return nil }
      self = .date(day)
      return
    }
    guard let moment = Self.read(iso: Self.withoutFraction(text).text) else { return nil }
    self = moment
  }

  /// The text without a fraction of a second, and whether that says something.
  static func withoutFraction(_ text: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, hadFraction: Bool) {
    let point = text.startIndex + 19
    guard point < text.endIndex, text[point] == 0x2E || text[point] == 0x2C else { return (text, false) }
    let fraction = text[(point + 1)...].prefix { $0 &- 0x30 < 10 }
    guard !fraction.isEmpty else { return (text, false) }
    return (text[..<point] + text[fraction.endIndex...], fraction.contains { $0 != 0x30 })
  }
}
