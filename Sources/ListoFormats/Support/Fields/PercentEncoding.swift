internal import ICalendar
internal import ListoModel

/// Percent-encoding of what would end a word or a key:value of a line, and of that only.
enum PercentEncoding {
  /// - Parameter other: a byte of ASCII, besides white space and control characters, that must not stand as it is.
  static func encode(_ text: String, besides other: UInt8? = nil) -> String {
    var bytes: [UInt8] = []
    append(text, besides: other, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the same.
  static func append(_ text: String, besides other: UInt8? = nil, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += text.utf8
    guard let first = bytes[start...].firstIndex(where: { !mayStand($0, other) }) else { return }
    let rest = Array(bytes[first...])
    bytes.removeSubrange(first...)
    var index = 0
    while index < rest.count {
      let byte = rest[index]
      let length = byte < 0x80 ? 1 : max(1, rest.span.characterLength(at: index, to: rest.count))
      if escapes(rest, index, length, other) {
        for byte in rest[index..<index + length] { bytes += byte.percentEncoded }
      } else {
        bytes += rest[index..<index + length]
      }
      index += length
    }
  }

  @inline(__always)
  private static func mayStand(_ byte: UInt8, _ other: UInt8?) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != 0x25 && byte != other
  }

  /// The character at `index`, of so many bytes, must not stand as it is.
  private static func escapes(_ text: [UInt8], _ index: Int, _ length: Int, _ other: UInt8?) -> Bool {
    switch text[index] {
    case 0x25:
      return index + 2 < text.count && text[index + 1].hexadecimalDigit != nil
        && text[index + 2].hexadecimalDigit != nil
    case ..<0x80: return !mayStand(text[index], other)
    // With no other byte begins white space.
    case 0xC2, 0xE1, 0xE2, 0xE3:
      let scalar = String(decoding: text[index..<index + length], as: UTF8.self).unicodeScalars.first
      return scalar.map(isBreaking) ?? false
    default: return false
    }
  }

  /// The text with each `%` and two hexadecimal digits decoded; nil where that gives no UTF-8.
  static func decode(_ text: String) -> String? {
    guard text.utf8.contains(0x25) else { return text }
    return decode(Array(text.utf8)[...])
  }

  /// The same of a text in UTF-8.
  static func decode(_ text: ArraySlice<UInt8>) -> String? {
    bytes(decoding: text).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same as bytes: those of the text where nothing is encoded.
  static func bytes(decoding text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard text.contains(0x25) else { return text }
    let decoded = UInt8.decoding(text, escapedBy: 0x25)
    return decoded.span.isUTF8 ? decoded[...] : nil
  }

  /// White space of any script, and control characters: programs split lines into words there.
  static func isBreaking(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
    return scalar.properties.isWhitespace || (0x80...0x9F).contains(scalar.value)
  }
}
