/// Reads the pieces of a TOML document from its bytes.
package struct TOMLScanner {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var line = 1
  private var lineStart = 0
  /// The most levels of arrays and tables in one another, and the most names of a key.
  private static let deepest = 32

  /// A place in the text that may be at fault. Its column is counted once it is: a line may hold any number
  /// of places.
  struct Place {
    let line: Int
    /// The text before it on its line.
    let before: ArraySlice<UInt8>

    func problem(_ reason: String) -> TOMLDocument.Problem {
      let column = String(decoding: before, as: UTF8.self).count + 1
      return TOMLDocument.Problem(line: line, column: column, reason: reason)
    }
  }

  /// - Throws: ``TOMLDocument/Problem`` for what is not UTF-8.
  init(_ bytes: [UInt8]) throws(TOMLDocument.Problem) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var number = 1
    for row in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if String(validating: row, as: UTF8.self) == nil { break }
      number += 1
    }
    throw TOMLDocument.Problem(line: number, column: 1, reason: "this line is not UTF-8")
  }

  // MARK: Places

  var place: Place { Place(line: line, before: bytes[lineStart..<min(index, bytes.count)]) }

  private func problem(_ reason: String) -> TOMLDocument.Problem { place.problem(reason) }

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  func peek(_ ahead: Int) -> UInt8? { index + ahead < bytes.count ? bytes[index + ahead] : nil }

  mutating func skip(_ count: Int) { index += count }

  private func begins(_ text: StaticString) -> Bool {
    let text = "\(text)".utf8
    return bytes[index...].starts(with: text)
  }

  // MARK: Blanks and lines

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { index += 1 }
  }

  /// Takes a line end; false where none stands here.
  private mutating func takeLineEnd() -> Bool {
    if peek == 0x0D, peek(1) == 0x0A { index += 1 }
    guard peek == 0x0A else { return false }
    index += 1
    line += 1
    lineStart = index
    return true
  }

  private mutating func skipComment() throws(TOMLDocument.Problem) {
    guard peek == UInt8(ascii: "#") else { return }
    while let byte = peek, byte != 0x0A, !(byte == 0x0D && peek(1) == 0x0A) {
      if byte < 0x20 && byte != 0x09 || byte == 0x7F {
        throw problem("a comment must not have control characters")
      }
      index += 1
    }
  }

  /// Blanks, line ends and comments.
  mutating func skipBlanksAndLines() throws(TOMLDocument.Problem) {
    repeat {
      skipBlanks()
      try skipComment()
    } while takeLineEnd()
  }

  /// The end of what stands on a line.
  mutating func endLine() throws(TOMLDocument.Problem) {
    skipBlanks()
    try skipComment()
    guard index == bytes.count || takeLineEnd() else {
      throw problem("unexpected text after the value; write one setting a line")
    }
  }

  mutating func expect(_ text: StaticString, _ why: String) throws(TOMLDocument.Problem) {
    skipBlanks()
    guard begins(text) else { throw problem("expected \(text), \(why)") }
    index += text.utf8CodeUnitCount
    if text.description == "=" { skipBlanks() }
  }

  // MARK: Keys

  /// `name`, `"name"` or several with dots between them.
  mutating func key() throws(TOMLDocument.Problem) -> [String] {
    var names: [String] = []
    repeat {
      guard names.count < Self.deepest else {
        throw problem("a key must not have more than \(Self.deepest) parts")
      }
      if !names.isEmpty { index += 1 }
      skipBlanks()
      names.append(try name())
      skipBlanks()
    } while peek == UInt8(ascii: ".")
    return names
  }

  private mutating func name() throws(TOMLDocument.Problem) -> String {
    if peek == UInt8(ascii: "\""), !begins("\"\"\"") { return try basic() }
    if peek == UInt8(ascii: "'"), !begins("'''") { return try literal() }
    let start = index
    while let byte = peek, Self.isBare(byte) { index += 1 }
    guard index > start else {
      throw problem("expected a name; quote names with characters other than letters, digits, - and _")
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// A byte that a key may have without quotes.
  package static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }

  // MARK: Values

  mutating func value(depth: Int = 0) throws(TOMLDocument.Problem) -> TOMLDocument.Value {
    guard depth < Self.deepest else { throw problem("it is nested too deep") }
    switch peek {
    case UInt8(ascii: "\""): return .string(begins("\"\"\"") ? try longBasic() : try basic())
    case UInt8(ascii: "'"): return .string(begins("'''") ? try longLiteral() : try literal())
    case UInt8(ascii: "["): return .array(try array(depth))
    case UInt8(ascii: "{"): return .table(try table(depth))
    default: return try word()
    }
  }

  private mutating func array(_ depth: Int) throws(TOMLDocument.Problem) -> [TOMLDocument.Value] {
    index += 1
    var values: [TOMLDocument.Value] = []
    while true {
      try skipBlanksAndLines()
      if peek == UInt8(ascii: "]") { break }
      values.append(try value(depth: depth + 1))
      try skipBlanksAndLines()
      if peek == UInt8(ascii: "]") { break }
      guard peek == UInt8(ascii: ",") else {
        throw problem(peek == nil ? "a bracket [ is never closed" : "expected a comma or ]")
      }
      index += 1
    }
    index += 1
    return values
  }

  private mutating func table(_ depth: Int) throws(TOMLDocument.Problem) -> [TOMLDocument.Member] {
    index += 1
    var members: [TOMLDocument.Member] = []
    var names = TOMLNames()
    skipBlanks()
    if peek == UInt8(ascii: "}") {
      index += 1
      return []
    }
    while true {
      skipBlanks()
      let place = self.place
      let key = try key()
      try expect("=", "behind the name")
      try names.define([], key, line, at: place)
      members.append(TOMLDocument.Member(key: key, value: try value(depth: depth + 1)))
      skipBlanks()
      if peek == UInt8(ascii: "}") { break }
      guard peek == UInt8(ascii: ",") else { throw problem("expected a comma or }, on the same line") }
      index += 1
    }
    index += 1
    return members
  }

  /// A number, a date, true or false.
  private mutating func word() throws(TOMLDocument.Problem) -> TOMLDocument.Value {
    let place = self.place
    let start = index
    while let byte = peek, Self.isBare(byte) || byte == 0x2B || byte == 0x2E || byte == 0x3A { index += 1 }
    // A date and its time may have a blank between them.
    if index - start == 10, peek == 0x20, let digit = peek(1), 0x30...0x39 ~= digit, bytes[start + 4] == 0x2D
    {
      index += 1
      while let byte = peek, Self.isBare(byte) || byte == 0x2B || byte == 0x2E || byte == 0x3A { index += 1 }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let value = TOMLWord.value(text) { return value }
    throw place.problem(
      text.isEmpty ? "expected a value" : "'\(text)' is not a value; quote texts: \"\(text)\"")
  }
}

extension TOMLScanner {
  // MARK: Strings

  private mutating func basic() throws(TOMLDocument.Problem) -> String {
    let place = self.place
    index += 1
    var text: [UInt8] = []
    while let byte = peek, byte != 0x0A {
      if byte == UInt8(ascii: "\"") {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
      try take(into: &text, escapes: true)
    }
    throw place.problem("this quote is never closed")
  }

  private mutating func literal() throws(TOMLDocument.Problem) -> String {
    let place = self.place
    index += 1
    var text: [UInt8] = []
    while let byte = peek, byte != 0x0A {
      if byte == UInt8(ascii: "'") {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
      try take(into: &text, escapes: false)
    }
    throw place.problem("this quote is never closed")
  }

  private mutating func longBasic() throws(TOMLDocument.Problem) -> String {
    try long("\"\"\"", quote: UInt8(ascii: "\""), escapes: true)
  }

  private mutating func longLiteral() throws(TOMLDocument.Problem) -> String {
    try long("'''", quote: UInt8(ascii: "'"), escapes: false)
  }

  /// Up to three quotes, before which two more may stand that belong to the text.
  private mutating func long(
    _ end: StaticString, quote: UInt8, escapes: Bool
  ) throws(TOMLDocument.Problem) -> String {
    let place = self.place
    index += 3
    _ = takeLineEnd()
    var text: [UInt8] = []
    while peek != nil {
      if begins(end) {
        var count = 3
        while count < 5, peek(count) == quote { count += 1 }
        index += count
        text += [UInt8](repeating: quote, count: count - 3)
        return String(decoding: text, as: UTF8.self)
      }
      let start = index
      if takeLineEnd() {
        text += bytes[start..<index]
      } else if escapes, peek == UInt8(ascii: "\\"), takeLineFold() {
        continue
      } else {
        try take(into: &text, escapes: escapes)
      }
    }
    throw place.problem("these quotes are never closed")
  }

  /// A backslash at the end of a line takes the line end and all blanks behind it away.
  private mutating func takeLineFold() -> Bool {
    let start = index
    index += 1
    skipBlanks()
    guard takeLineEnd() else {
      index = start
      return false
    }
    repeat { skipBlanks() } while takeLineEnd()
    return true
  }

  /// One character of a text.
  private mutating func take(into text: inout [UInt8], escapes: Bool) throws(TOMLDocument.Problem) {
    let byte = bytes[index]
    guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else {
      throw problem("a control character must be written as \\u and four digits, in double quotes")
    }
    guard escapes, byte == UInt8(ascii: "\\") else {
      text.append(byte)
      index += 1
      return
    }
    let place = self.place
    index += 1
    let letter = peek ?? 0
    index += 1
    switch letter {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(letter)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let count = letter == UInt8(ascii: "u") ? 4 : 8
      let digits = bytes[min(index, bytes.count)..<min(index + count, bytes.count)]
      guard digits.count == count, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw place.problem("write \(count) hexadecimal digits after this") }
      index += count
      text += String(scalar).utf8
    default:
      throw place.problem("write a backslash twice in double quotes, or use single quotes")
    }
  }
}
