/// The escapes of a JSON text, by the byte behind the backslash (RFC 8259 §7).
enum JSONEscape {
  /// A unit of UTF-16 in four hexadecimal digits follows.
  static var unicode: UInt8 { 0x75 }

  /// The character that a byte behind a backslash stands for; nil for `u`, and for bytes that JSON does not
  /// know.
  @inline(__always)
  static func meaning(of byte: UInt8) -> UInt8? {
    switch byte {
    case 0x22, 0x5C, 0x2F: byte
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: nil
    }
  }

  /// The unit is the first half of a pair of surrogates.
  static func isFirstHalf(_ unit: UInt32) -> Bool { (0xD800...0xDBFF).contains(unit) }

  /// The character of a pair; nil where the second unit is no second half.
  static func whole(_ first: UInt32, _ second: UInt32) -> UInt32? {
    (0xDC00...0xDFFF).contains(second) ? 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00) : nil
  }
}
