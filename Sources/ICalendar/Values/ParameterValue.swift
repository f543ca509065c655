/// Parameter values (RFC 5545 §3.2) with RFC 6868's escapes, decoded here because libical writes `^^` back as
/// `^` and caps lists at a hundred.
public enum ParameterValue {
  private static let caret = UInt8(ascii: "^")
  private static let quote = UInt8(ascii: "\"")

  /// The text of one parameter value, with or without its quotation marks: `^n` is a line feed, `^'` a
  /// quotation mark, `^^` a circumflex; any other use of `^` stays as written (RFC 6868 §3.2). Invalid UTF-8
  /// shows as U+FFFD.
  public static func decode(_ value: ArraySlice<UInt8>) -> String {
    var inner = value
    if inner.count >= 2, inner.first == quote, inner.last == quote { inner = inner.dropFirst().dropLast() }
    guard inner.contains(caret) else { return String(decoding: inner, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(inner.count)
    var index = inner.startIndex
    while index < inner.endIndex {
      let byte = inner[index]
      index += 1
      guard byte == caret, index < inner.endIndex else {
        text.append(byte)
        continue
      }
      switch inner[index] {
      case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "'"): text.append(quote)
      case caret: text.append(caret)
      default:
        text.append(caret)
        continue
      }
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Encodes a text as one parameter value, in quotation marks if it contains `:`, `;` or `,` (RFC 5545
  /// §3.2). Line breaks of any kind become `^n`.
  public static func encode(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(Array(text.utf8)[...], to: &bytes)
    return bytes
  }

  /// Appends a text, which is UTF-8, as one parameter value.
  public static func append(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    let needsQuotes = text.contains {
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",")
    }
    if needsQuotes { bytes.append(quote) }
    var afterReturn = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "\n") where afterReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        bytes.append(caret)
        bytes.append(UInt8(ascii: "n"))
      case quote:
        bytes.append(caret)
        bytes.append(UInt8(ascii: "'"))
      case caret:
        bytes.append(caret)
        bytes.append(caret)
      default: bytes.append(byte)
      }
      afterReturn = byte == UInt8(ascii: "\r")
    }
    if needsQuotes { bytes.append(quote) }
  }

  /// The values of a list such as MEMBER's or DELEGATED-TO's, still encoded: split at commas outside
  /// quotation marks.
  public static func split(_ value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var isQuoted = false
    return value.split(omittingEmptySubsequences: false) { byte in
      if byte == quote { isQuoted.toggle() }
      return byte == UInt8(ascii: ",") && !isQuoted
    }
  }
}
