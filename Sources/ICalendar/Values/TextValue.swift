/// TEXT values (RFC 5545 §3.3.11), decoded here because libical's reading glues `a,b\,c,d` together, eats
/// unknown escapes and stops after 500 values.
public enum TextValue {
  private static let backslash = UInt8(ascii: "\\")

  /// The text of one value: `\n` and `\N` are line feeds; `\,` `\;` `\\` the characters themselves; any other
  /// escape, and a backslash at the end, stay as written. Invalid UTF-8 shows as U+FFFD.
  ///
  /// - Complexity: O(n), without a second buffer where there is no backslash.
  public static func decode(_ value: ArraySlice<UInt8>) -> String {
    guard isEscaped(value) else { return String(decoding: value, as: UTF8.self) }
    var text: [UInt8] = []
    append(runsOf: value, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The same in UTF-8: where nothing is escaped the value itself, and else what is put into `room`.
  ///
  /// - Complexity: O(n), without another buffer for a value that is UTF-8.
  package static func decode(_ value: ArraySlice<UInt8>, in room: inout [UInt8]) -> ArraySlice<UInt8> {
    var text = value
    if isEscaped(value) {
      room.removeAll(keepingCapacity: true)
      append(runsOf: value, to: &room)
      text = room[...]
    }
    if text.span.isUTF8 { return text }
    return Array(String(decoding: text, as: UTF8.self).utf8)[...]
  }

  /// Appends the octets of one value's text, whether they are UTF-8 or not.
  package static func append(decoding value: ArraySlice<UInt8>, to text: inout [UInt8]) {
    if isEscaped(value) { append(runsOf: value, to: &text) } else { text += value }
  }

  private static func isEscaped(_ value: ArraySlice<UInt8>) -> Bool {
    ByteSearch.first(backslash, in: value.span, from: 0) != nil
  }

  private static func append(runsOf value: ArraySlice<UInt8>, to text: inout [UInt8]) {
    // Behind other values room for this one alone would be made for each of them.
    if text.isEmpty { text.reserveCapacity(value.count) }
    var runs = TextRuns(0..<value.count)
    while let (run, endsLine) = runs.next(value.span) {
      text += value[value.startIndex + run.lowerBound..<value.startIndex + run.upperBound]
      if endsLine { text.append(UInt8(ascii: "\n")) }
    }
  }

  /// Appends a text as one TEXT value. CR LF, LF and a lone CR all become `\n`, so a text decodes to itself
  /// except for its carriage returns. Other control characters are written unchanged.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += text.utf8
    // Most texts have nothing to escape; then they are copied, and no more.
    let first = bytes.span.endOfUnescapedText(from: start)
    guard first < bytes.count else { return }
    let rest = Array(bytes[first...])
    bytes.removeSubrange(first...)
    append(rest[...], to: &bytes)
  }

  /// Appends a text given as UTF-8.
  ///
  /// - Complexity: linear; runs of bytes without escapes are copied whole.
  public static func append(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var run = text.startIndex
    while true {
      var index = text.startIndex + text.span.endOfUnescapedText(from: run - text.startIndex)
      guard index < text.endIndex else { break }
      let byte = text[index]
      index += 1
      bytes += text[run..<index - 1]
      run = index
      // The carriage return before it was written as a line feed.
      if byte == UInt8(ascii: "\n"), index - 2 >= text.startIndex, text[index - 2] == UInt8(ascii: "\r") {
        continue
      }
      bytes.append(backslash)
      let isBreak = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      bytes.append(isBreak ? UInt8(ascii: "n") : byte)
    }
    bytes += text[run...]
  }

  /// A text as one TEXT value.
  public static func encode(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    append(text, to: &bytes)
    return bytes
  }

  /// The values of a multi-valued TEXT (CATEGORIES, RESOURCES), still encoded: split at each comma that no
  /// backslash escapes. Empty values are kept; no bytes are one empty value.
  ///
  /// - Parameter separator: `,` between values, `;` between the parts of a structured one (REQUEST-STATUS).
  public static func split(
    _ value: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: ",")
  ) -> [ArraySlice<UInt8>] {
    var values: [ArraySlice<UInt8>] = []
    forEachPart(of: value, separator: separator) { values.append($0) }
    return values
  }

  /// Calls `body` with each part of a value that ``split(_:separator:)`` gives.
  public static func forEachPart(
    of value: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: ","), _ body: (ArraySlice<UInt8>) -> Void
  ) {
    var start = value.startIndex
    var index = start
    while index < value.endIndex {
      if value[index] == backslash {
        index += 1
      } else if value[index] == separator {
        body(value[start..<index])
        start = index + 1
      }
      index += 1
    }
    body(value[start...])
  }

  /// The texts of a multi-valued TEXT.
  public static func decodeList(_ value: ArraySlice<UInt8>) -> [String] { split(value).map(decode) }

  /// Texts as one multi-valued TEXT, with commas between them.
  public static func encodeList(_ texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(list: texts, to: &bytes)
    return bytes
  }

  /// Appends the same.
  public static func append(list texts: [String], to bytes: inout [UInt8]) {
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(text, to: &bytes)
    }
  }
}

/// A TEXT (RFC 5545 §3.3.11) in parts that stand for themselves, decoded: see ``TextValue/decode(_:)``.
package struct TextRuns {
  private var start: Int
  private let end: Int
  private var isDone = false
  /// A character that an escape stands for is at the start.
  private var isBehindEscape = false

  /// - Parameter value: where it stands.
  @inline(__always)
  package init(_ value: Range<Int>) { (start, end) = (value.lowerBound, value.upperBound) }

  /// The next part, and whether a line feed stands behind it; nil where there is none.
  @inline(__always)
  package mutating func next(_ bytes: Span<UInt8>) -> (run: Range<Int>, endsLine: Bool)? {
    guard !isDone else { return nil }
    let first = start
    // A backslash there begins none.
    var from = isBehindEscape ? start + 1 : start
    while let index = bytes.first(0x5C, from: from, to: end), index + 1 < end {
      switch bytes[index + 1] {
      case 0x6E, 0x4E:
        (start, isBehindEscape) = (index + 2, false)
        return (first..<index, true)
      case 0x2C, 0x3B, 0x5C:
        (start, isBehindEscape) = (index + 1, true)
        return (first..<index, false)
      default: from = index + 2
      }
    }
    isDone = true
    return (first..<end, false)
  }
}
