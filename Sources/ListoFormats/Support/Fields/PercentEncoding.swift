internal import ICalendar
internal import ListoModel

/// Percent-encoding of what would end a word or a key:value of a line, and of that only.
enum PercentEncoding {
  /// - Parameter other: a byte of ASCII, besides white space and control characters, that must not stand as
  ///   it is; a percent sign for none.
  static func encode(_ text: String, besides other: UInt8 = 0x25) -> String {
    let text = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: text.count * 3) {
      append(text.span, 0..<text.count, besides: other, to: &$0)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the same of a text in UTF-8, which takes three bytes at most for each.
  static func append(
    _ bytes: Span<UInt8>, _ text: Range<Int>, besides other: UInt8 = 0x25,
    to output: inout OutputSpan<UInt8>
  ) {
    var (index, run) = (text.lowerBound, text.lowerBound)
    while index < text.upperBound {
      if mayStand(bytes[index], other) {
        index += 1
        continue
      }
      let length = escapedLength(bytes, index, text.upperBound, other)
      guard length > 0 else {
        index += 1
        continue
      }
      output.append(bytes, run..<index)
      run = index + length
      while index < run {
        append(escaping: bytes[index], to: &output)
        index += 1
      }
    }
    output.append(bytes, run..<text.upperBound)
  }

  /// Appends a byte as `%` and two digits.
  static func append(escaping byte: UInt8, to output: inout OutputSpan<UInt8>) {
    output.put(0x25)
    output.put(UInt8(hexadecimalDigitOf: byte >> 4, uppercase: true))
    output.put(UInt8(hexadecimalDigitOf: byte & 15, uppercase: true))
  }

  @inline(__always)
  private static func mayStand(_ byte: UInt8, _ other: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != 0x25 && byte != other
  }

  /// How many bytes of the character at `index` must not stand as they are; 0 where they may, or where no
  /// character begins there.
  private static func escapedLength(_ text: Span<UInt8>, _ index: Int, _ end: Int, _ other: UInt8) -> Int {
    func next(_ offset: Int) -> UInt8 { index + offset < end ? text[index + offset] : 0 }
    switch text[index] {
    case 0x25:
      return next(1).hexadecimalDigit != nil && next(2).hexadecimalDigit != nil ? 1 : 0
    case ..<0x80: return mayStand(text[index], other) ? 0 : 1
    // With no others white space begins, or a control character.
    case 0xC2: return breakingLength(UInt32(next(1)), 2)
    case 0xE1 where next(1) == 0x9A, 0xE2 where next(1) == 0x80 || next(1) == 0x81,
      0xE3 where next(1) == 0x80:
      let lead = UInt32(text[index] & 0xF) << 12
      return breakingLength(lead | UInt32(next(1) & 0x3F) << 6 | UInt32(next(2) & 0x3F), 3)
    default: return 0
    }
  }

  private static func breakingLength(_ scalar: UInt32, _ length: Int) -> Int {
    Unicode.Scalar(scalar).map(isBreaking) == true ? length : 0
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
    guard text.span.first(0x25, from: 0, to: text.count) != nil else { return text }
    let decoded = [UInt8](decoding: text, escapedBy: 0x25)
    return decoded.span.isUTF8 ? decoded[...] : nil
  }

  /// White space of any script, and control characters: programs split lines into words there.
  static func isBreaking(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
    return scalar.properties.isWhitespace || (0x80...0x9F).contains(scalar.value)
  }
}
