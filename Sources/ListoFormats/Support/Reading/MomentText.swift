internal import ICalendar

extension Moment {
  /// Reads what other formats write: `2026-12-01`, `2026-12-01T10:15:00` (floating), the same with `Z`, or with
  /// an offset, which makes it an instant. Seconds may be missing, and have a fraction, which is dropped.
  ///
  /// - Returns: nil for anything else, and for days and times that do not exist.
  init?(iso text: String) {
    if let day = Day(iso: text) {
      self = .date(day)
      return
    }
    let (text, _) = Self.withoutFraction(text)
    if let local = LocalDateTime(iso: text) {
      self = .floating(local)
    } else if let instant = Instant(iso: text) {
      self = .utc(instant.utc)
    } else {
      return nil
    }
  }

  /// The text without a fraction of a second, and whether that says something.
  static func withoutFraction(_ text: String) -> (text: String, hadFraction: Bool) {
    let bytes = Array(text.utf8)
    guard bytes.count > 19, bytes[19] == 0x2E || bytes[19] == 0x2C else { return (text, false) }
    let fraction = bytes[20...].prefix { $0 &- 0x30 < 10 }
    guard !fraction.isEmpty else { return (text, false) }
    let rest = Array(bytes[..<19]) + bytes[fraction.endIndex...]
    return (String(decoding: rest, as: UTF8.self), fraction.contains { $0 != 0x30 })
  }
}
