internal import ICalendar
internal import ListoModel

/// Octets as a URI spells them (RFC 3986 §2.1).
enum PercentEncoding {
  /// RFC 3986 §2.3.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  private static let delimiters = Set("!$&'()*+,;=:@/".utf8)

  /// A path of which what cannot stand in one is encoded; what is encoded stays so.
  static func path(_ text: Substring) -> String {
    encoded(text) { isUnreserved($0) || delimiters.contains($0) }
  }

  /// A query, in the same way.
  static func query(_ text: Substring) -> String {
    encoded(text) { isUnreserved($0) || delimiters.contains($0) || $0 == 0x3F }
  }

  /// The one spelling of a path: two that name the same are equal (RFC 3986 §6.2.2). All is encoded but
  /// unreserved octets and slashes.
  static func canonical(_ path: String) -> String {
    var result: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let first = rest.popFirst() {
      var byte = first
      var isEncoded = false
      if first == 0x25, let octet = octet(rest) {
        (byte, isEncoded) = (octet, true)
        rest = rest.dropFirst(2)
      }
      if isUnreserved(byte) || byte == 0x2F && !isEncoded {
        result.append(byte)
      } else {
        result += byte.percentEncoded
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// One segment of a path.
  static func segment(_ text: String) -> String { encoded(text[...], keepsEncoded: false, isUnreserved) }

  /// The text that an encoded one spells; what is no UTF-8 is replaced.
  static func decoded(_ text: Substring) -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.popFirst() {
      if first == 0x25, let octet = octet(rest) {
        result.append(octet)
        rest = rest.dropFirst(2)
      } else {
        result.append(first)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func octet(_ rest: ArraySlice<UInt8>) -> UInt8? {
    guard rest.count >= 2, let high = rest[rest.startIndex].hexadecimalDigit,
      let low = rest[rest.startIndex + 1].hexadecimalDigit
    else { return nil }
    return high << 4 | low
  }

  private static func encoded(_ text: Substring, keepsEncoded: Bool = true, _ stays: (UInt8) -> Bool)
    -> String
  {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      if stays(byte) || byte == 0x25 && keepsEncoded && octet(bytes[(index + 1)...]) != nil {
        result.append(byte)
      } else {
        result += byte.percentEncoded
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
