internal import ICalendar
internal import ListoModel

extension JSONReader {
  /// A string whose quotation mark comes next: its text is appended to the texts of the draft. False, and
  /// nothing is appended, where it is too long, or broken.
  mutating func string() throws(ICalendarError) -> Bool {
    let line = feed.lineNumber
    let start = draft.texts.count
    feed.advance(to: feed.position + 1)
    var isTooLong = false
    var isASCII = true
    while var next = try feed.peek() {
      // A run of bytes that stand for themselves.
      let from = feed.position
      let index = endOfRun(from, &isASCII)
      if index > from {
        if draft.texts.count - start + index - from > lineLength { isTooLong = true }
        if !isTooLong { draft.texts += feed.buffer[from..<index] }
        feed.advance(to: index)
        guard index < feed.buffer.count else { continue }
        next = feed.buffer[index]
      }
      switch next {
      case 0x22:
        feed.advance(to: feed.position + 1)
        guard isTooLong else {
          if !isASCII { repair(from: start, line: line) }
          return true
        }
        draft.texts.removeLast(draft.texts.count - start)
        report(.lineLength, line: line, "this text is left out")
        return false
      case 0x5C:
        feed.advance()
        guard try escape() else {
          _ = broken("a backslash with an unknown escape")
          return false
        }
      default:
        _ = broken("a text has no closing quotation mark on its line")
        return false
      }
    }
    isBroken = true
    open = []
    expectation = .value
    report(.badSyntax, line: line, "the JSON text ends in the middle")
    return false
  }

  /// Where in the feed's buffer a quotation mark, a backslash or a line end stands, from an index on; else
  /// its end.
  private func endOfRun(_ start: Int, _ isASCII: inout Bool) -> Int {
    let bytes = feed.buffer.span
    var index = start
    while true {
      index = bytes.endOfPlainRun(from: index, to: bytes.count)
      guard index < bytes.count else { return index }
      let byte = bytes[index]
      if byte == 0x22 || byte == 0x5C || byte == 0x0A || byte == 0x0D { return index }
      if byte >= 0x80 { isASCII = false }
      index += 1
      while index < bytes.count, bytes[index] >= 0x80 { index += 1 }
    }
  }

  /// Puts U+FFFD for what is not UTF-8 in the texts of the draft from a place on.
  private mutating func repair(from start: Int, line: Int) {
    guard String(validating: draft.texts[start...], as: UTF8.self) == nil else { return }
    let text = feed.text(of: draft.texts[start...], line: line)
    draft.texts.replaceSubrange(start..., with: text.utf8)
  }

  /// Reads the escape behind a backslash; false for one that JSON does not know.
  mutating func escape() throws(ICalendarError) -> Bool {
    guard let byte = try feed.peek() else { return false }
    guard byte != JSONEscape.unicode else {
      feed.advance()
      return try unicode()
    }
    guard let meant = JSONEscape.meaning(of: byte) else { return false }
    draft.texts.append(meant)
    feed.advance()
    return true
  }

  /// Four hexadecimal digits, and those of the second half of a pair.
  mutating func unicode() throws(ICalendarError) -> Bool {
    guard var unit = try hexadecimal() else { return false }
    while true {
      guard JSONEscape.isFirstHalf(unit) else {
        append(unit)
        return true
      }
      guard try feed.peek() == 0x5C else {
        append(unit)
        return true
      }
      feed.advance()
      guard try feed.peek() == JSONEscape.unicode else {
        append(unit)
        return try escape()
      }
      feed.advance()
      guard let second = try hexadecimal() else { return false }
      if let whole = JSONEscape.whole(unit, second) {
        append(whole)
        return true
      }
      append(unit)
      unit = second
    }
  }

  /// Appends a character as UTF-8; U+FFFD in the place of half a pair.
  mutating func append(_ unit: UInt32) {
    guard let scalar = Unicode.Scalar(unit) else {
      report(.invalidUTF8, line: feed.lineNumber, "half of a surrogate pair is read as \u{FFFD}")
      draft.texts += [0xEF, 0xBF, 0xBD]
      return
    }
    draft.texts += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  mutating func hexadecimal() throws(ICalendarError) -> UInt32? {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = try feed.peek()?.hexadecimalDigit else { return nil }
      number = number << 4 | UInt32(digit)
      feed.advance()
    }
    return number
  }
}

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
