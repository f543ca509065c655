internal import ListoModel

/// Percent-encoding of what would end a word or a key:value of a line, and of that only.
enum PercentEncoding {
  /// - Parameter isUnsafe: a scalar, besides white space and control characters, that must not stand as it is.
  static func encode(_ text: String, where isUnsafe: (Unicode.Scalar) -> Bool = { _ in false }) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let escapes =
        scalar == "%" && index + 2 < scalars.count && isHex(scalars[index + 1]) && isHex(scalars[index + 2])
      guard escapes || isUnsafe(scalar) || isBreaking(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      result += String(decoding: String(scalar).utf8.flatMap(\.percentEncoded), as: UTF8.self)
    }
    return result
  }

  /// The text with each `%` and two hexadecimal digits decoded; nil where that gives no UTF-8.
  static func decode(_ text: String) -> String? {
    guard text.utf8.contains(0x25) else { return text }
    return String(validating: UInt8.decoding(Array(text.utf8)[...], escapedBy: 0x25), as: UTF8.self)
  }

  /// White space of any script, and control characters: programs split lines into words there.
  static func isBreaking(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  private static func isHex(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isASCIIHexDigit }
}
