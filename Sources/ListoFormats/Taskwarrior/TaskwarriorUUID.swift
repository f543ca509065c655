internal import ICalendar
internal import ListoModel

/// The uuid of a task.
enum TaskwarriorUUID {
  /// The UID where it is a UUID; else the version 5 UUID of the UID, and of the RECURRENCE-ID, since
  /// Taskwarrior keeps no two tasks of one uuid.
  ///
  /// - Parameters:
  ///   - uid: where its text stands.
  ///   - occurrence: RECURRENCE-ID, as ``FieldValue/description`` has it.
  static func number(_ bytes: Span<UInt8>, _ uid: Range<Int>, occurrence: String? = nil) -> UInt128 {
    if let occurrence { return number(hashing: bytes.copy(uid) + Array("\n\(occurrence)".utf8)) }
    return number(bytes, uid) ?? number(hashing: bytes.copy(uid))
  }

  static func number(uid: String, occurrence: String? = nil) -> UInt128 {
    let bytes = Array(uid.utf8)
    return number(bytes.span, 0..<bytes.count, occurrence: occurrence)
  }

  /// The version 5 UUID.
  static func number(hashing name: [UInt8]) -> UInt128 {
    let text = Array(UUIDv5.string(name: name).utf8)
    return number(text.span, 0..<text.count) ?? 0
  }

  /// A UUID as a number; nil for what is none.
  static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt128? {
    guard range.count == 36 else { return nil }
    let start = range.lowerBound
    guard bytes[start + 8] == 0x2D, bytes[start + 13] == 0x2D, bytes[start + 18] == 0x2D,
      bytes[start + 23] == 0x2D
    else { return nil }
    func digits(_ place: Int, _ count: Int) -> UInt64? {
      var number: UInt64 = 0
      for index in start + place..<start + place + count {
        guard let digit = bytes[index].hexadecimalDigit else { return nil }
        number = number << 4 | UInt64(digit)
      }
      return number
    }
    guard let first = digits(0, 8), let second = digits(9, 4), let third = digits(14, 4),
      let fourth = digits(19, 4), let last = digits(24, 12)
    else { return nil }
    return UInt128(first << 32 | second << 16 | third) << 64 | UInt128(fourth << 48 | last)
  }

  static func number(_ text: String) -> UInt128? {
    let bytes = Array(text.utf8)
    return number(bytes.span, 0..<bytes.count)
  }

  /// In lower case.
  static func text(_ number: UInt128) -> String {
    UUIDText.text(of: (0..<16).map { UInt8(truncatingIfNeeded: number >> UInt128(120 - $0 * 8)) })
  }

  /// The same.
  static func append(_ number: UInt128, to output: inout OutputSpan<UInt8>) {
    let (high, low) = (UInt64(truncatingIfNeeded: number >> 64), UInt64(truncatingIfNeeded: number))
    for offset in 0..<32 {
      if offset == 8 || offset == 12 || offset == 16 || offset == 20 { output.put(0x2D) }
      let digit = (offset < 16 ? high : low) >> UInt64(60 - (offset & 15) * 4)
      output.put(UInt8(hexadecimalDigitOf: UInt8(truncatingIfNeeded: digit) & 15))
    }
  }
}
