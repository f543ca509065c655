internal import ICalendar
internal import ListoModel

extension JSONReader {
  /// A string whose quotation mark comes next; nil where it is too long, or broken.
  mutating func string() throws(ICalendarError) -> String? {
    let start = feed.lineNumber
    feed.advance()
    var bytes: [UInt8] = []
    var isTooLong = false
    while let first = try feed.peek() {
      // A run of bytes that stand for themselves.
      let from = feed.position
      var index = from
      let end = feed.buffer.count
      while index < end {
        let byte = feed.buffer[index]
        if byte == 0x22 || byte == 0x5C || byte == 0x0A || byte == 0x0D { break }
        index += 1
      }
      if index > from {
        if bytes.count + index - from > limits[.lineLength] { isTooLong = true }
        if !isTooLong { bytes += feed.buffer[from..<index] }
        feed.advance(to: index)
        continue
      }
      switch first {
      case 0x22:
        feed.advance()
        guard isTooLong else { return feed.text(of: bytes[...], line: start) }
        report(.lineLength, line: start, "this text is left out")
        return nil
      case 0x5C:
        feed.advance()
        guard try escape(to: &bytes) else {
          _ = broken("a backslash with something behind it that JSON does not know")
          return nil
        }
      default:
        _ = broken("a text does not end on its line")
        return nil
      }
    }
    isBroken = true
    open = []
    expectation = .value
    report(.badSyntax, line: start, "the JSON text ends in the middle")
    return nil
  }

  /// What stands behind a backslash; false for what JSON does not know.
  mutating func escape(to bytes: inout [UInt8]) throws(ICalendarError) -> Bool {
    guard let byte = try feed.peek() else { return false }
    switch byte {
    case 0x22, 0x5C, 0x2F: bytes.append(byte)
    case 0x62: bytes.append(0x08)
    case 0x66: bytes.append(0x0C)
    case 0x6E: bytes.append(0x0A)
    case 0x72: bytes.append(0x0D)
    case 0x74: bytes.append(0x09)
    case 0x75:
      feed.advance()
      return try unicode(to: &bytes)
    default: return false
    }
    feed.advance()
    return true
  }

  /// Four hexadecimal digits, and those of the second half of a pair.
  mutating func unicode(to bytes: inout [UInt8]) throws(ICalendarError) -> Bool {
    guard var unit = try hexadecimal() else { return false }
    while true {
      guard (0xD800...0xDBFF).contains(unit) else {
        append(unit, to: &bytes)
        return true
      }
      guard try feed.peek() == 0x5C else {
        append(unit, to: &bytes)
        return true
      }
      feed.advance()
      guard try feed.peek() == 0x75 else {
        append(unit, to: &bytes)
        return try escape(to: &bytes)
      }
      feed.advance()
      guard let second = try hexadecimal() else { return false }
      if (0xDC00...0xDFFF).contains(second) {
        append(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00), to: &bytes)
        return true
      }
      append(unit, to: &bytes)
      unit = second
    }
  }

  /// Appends a character as UTF-8; U+FFFD in the place of half a pair.
  mutating func append(_ unit: UInt32, to bytes: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(unit) else {
      report(.invalidUTF8, line: feed.lineNumber, "half of a pair of surrogates is read as \u{FFFD}")
      bytes += [0xEF, 0xBF, 0xBD]
      return
    }
    bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
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
