/// The text of a parameter value (RFC 5545 §3.2, RFC 6868).
enum ParameterText {
  /// `^n` is a line feed, `^'` a quotation mark, `^^` a caret; any other caret stands for itself (RFC 6868 §3.1).
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(0x5E) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
      let decoded: UInt8? =
        switch (bytes[index], next) {
        case (0x5E, 0x6E): 0x0A
        case (0x5E, 0x27): 0x22
        case (0x5E, 0x5E): 0x5E
        default: nil
        }
      result.append(decoded ?? bytes[index])
      index += decoded == nil ? 1 : 2
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The value encoded, in quotation marks where it holds `:`, `;` or `,`.
  static func encode(_ value: String) -> [UInt8] {
    var result: [UInt8] = []
    var quote = false
    for byte in value.utf8 {
      switch byte {
      case 0x0A: result += [0x5E, 0x6E]
      case 0x0D: continue
      case 0x22: result += [0x5E, 0x27]
      case 0x5E: result += [0x5E, 0x5E]
      case 0x3A, 0x3B, 0x2C:
        quote = true
        result.append(byte)
      default: result.append(byte)
      }
    }
    return quote ? [0x22] + result + [0x22] : result
  }
}
