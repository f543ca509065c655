/// Text within HTML: no character of it can open a tag, end an attribute or begin a character reference.
enum HTMLText {
  /// Appends text for an element or for an attribute in double quotes. Control characters but for tab and line feed, which HTML
  /// cannot hold, become U+FFFD.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      case 0x09, 0x0A: bytes.append(byte)
      case 0..<0x20, 0x7F: bytes += "\u{FFFD}".utf8
      default: bytes.append(byte)
      }
    }
  }

  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Schemes that lead somewhere and run nothing. `javascript:`, `data:`, `file:` and all others are shown as text.
  private static let schemes: Set<String> = ["http", "https", "mailto", "tel", "geo", "message", "webcal"]

  /// Whether a link may be made of this address.
  static func isHarmless(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    // A browser passes over white space and control characters in an address, so that none may stand in it.
    guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
    return schemes.contains(address[..<colon].lowercased())
  }
}

extension [UInt8] {
  /// Appends text that is HTML already.
  mutating func markup(_ text: String) { append(contentsOf: text.utf8) }
}
