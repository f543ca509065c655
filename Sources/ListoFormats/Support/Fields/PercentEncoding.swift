internal import ListoModel

/// Percent-encoding of what would end a word or a key:value of a line, and of that only.
enum PercentEncoding {
  /// - Parameter isUnsafe: a scalar, besides white space and control characters, that must not stand as it is.
  static func encode(_ text: String, where isUnsafe: (Unicode.Scalar) -> Bool = { _ in false }) -> String {
    let mayStand = text.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && byte != 0x25 && !isUnsafe(Unicode.Scalar(byte))
    }
    if mayStand { return text }
    let scalars = Array(text.unicodeScalars)
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 16)
    for (index, scalar) in scalars.enumerated() {
      let escapes =
        scalar == "%" && index + 2 < scalars.count && isHex(scalars[index + 1]) && isHex(scalars[index + 2])
      if escapes || isUnsafe(scalar) || isBreaking(scalar) {
        for byte in scalar.utf8 { result += byte.percentEncoded }
      } else {
        result += scalar.utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text with each `%` and two hexadecimal digits decoded; nil where that gives no UTF-8.
  static func decode(_ text: String) -> String? {
    guard text.utf8.contains(0x25) else { return text }
    return String(validating: UInt8.decoding(Array(text.utf8)[...], escapedBy: 0x25), as: UTF8.self)
  }

  /// White space of any script, and control characters: programs split lines into words there.
  static func isBreaking(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
    return scalar.properties.isWhitespace || (0x80...0x9F).contains(scalar.value)
  }

  private static func isHex(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isASCIIHexDigit }
}
