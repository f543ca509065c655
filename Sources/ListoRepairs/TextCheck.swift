internal import ICalendar

/// What targets do not take of bytes as such, line by line: what no reader of lines can tell.
struct TextCheck {
  let rules: ActiveRules
  /// From an index in the bytes to the place in the input.
  let shift: Int
  private(set) var findings: [ProfileFinding] = []

  /// The rules that it knows. What they repair is read again before anything else is repaired.
  static let codes: Set<Diagnostic.Code> = [.byteOrderMark, .invalidUTF8, .nulByte, .controlCharacter]

  init(_ rules: ActiveRules, shift: Int) { (self.rules, self.shift) = (rules, shift) }

  /// - Parameter firstLine: the number of the first line of `range`.
  /// - Complexity: linear in the bytes.
  mutating func check(_ bytes: [UInt8], _ range: Range<Int>, firstLine: Int) {
    guard Self.codes.contains(where: rules.contains) else { return }
    if range.lowerBound + shift == 0, bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) {
      report(
        .byteOrderMark, 1, range.lowerBound, "a byte order mark", "dropped",
        [ByteEdit(range.lowerBound..<range.lowerBound + 3)])
    }
    guard hasOdd(bytes, range) else { return }
    let end: UInt8 = bytes[range].contains(0x0A) ? 0x0A : 0x0D
    var (line, start) = (firstLine, range.lowerBound)
    while start < range.upperBound {
      // A content line, with its folds: a character may be cut by one (RFC 5545 §3.1 allows it).
      var (stop, folds) = (start, 0)
      while stop < range.upperBound {
        let next = bytes[stop..<range.upperBound].firstIndex(of: end).map { $0 + 1 } ?? range.upperBound
        stop = next
        guard next < range.upperBound, bytes[next] == 0x20 || bytes[next] == 0x09 else { break }
        folds += 1
      }
      check(bytes, line: start..<stop, line, end)
      (line, start) = (line + folds + 1, stop)
    }
  }

  private func hasOdd(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let span = bytes.span
    for index in range where Self.isOdd(span[index]) || span[index] >= 0x80 { return true }
    return false
  }

  /// A control character that RFC 5545 §3.1 allows nowhere.
  private static func isOdd(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F
  }

  private mutating func check(_ bytes: [UInt8], line: Range<Int>, _ number: Int, _ end: UInt8) {
    guard bytes[line].contains(where: { $0 >= 0x7F || Self.isOdd($0) }) else { return }
    // The places of the line's bytes, without its folds.
    var places: [Int] = []
    var index = line.lowerBound
    while index < line.upperBound {
      let isFold =
        (bytes[index] == end
          || bytes[index] == 0x0D && index + 1 < line.upperBound && bytes[index + 1] == end)
      if isFold {
        index += bytes[index] == end ? 1 : 2
        if index < line.upperBound, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        continue
      }
      places.append(index)
      index += 1
    }
    let text = places.map { bytes[$0] }
    var (nul, control, invalid): ([ByteEdit], [ByteEdit], [ByteEdit]) = ([], [], [])
    index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        let edit = ByteEdit(places[index]..<places[index] + 1)
        if byte == 0 { nul.append(edit) } else if Self.isOdd(byte) { control.append(edit) }
        index += 1
        continue
      }
      let length = text.span.characterLength(at: index, to: text.count)
      if length == 0 {
        invalid.append(ByteEdit(places[index]..<places[index] + 1, Windows1252.utf8(byte)))
      }
      index += max(1, length)
    }
    if !nul.isEmpty {
      report(.nulByte, number, line.lowerBound, "\(Self.count(nul, "NUL byte"))", "dropped", nul)
    }
    if !control.isEmpty {
      report(
        .controlCharacter, number, line.lowerBound, "\(Self.count(control, "control character"))", "dropped",
        control)
    }
    if !invalid.isEmpty {
      report(
        .invalidUTF8, number, line.lowerBound, "\(Self.count(invalid, "byte")) of no character in UTF-8",
        "taken for Windows-1252", invalid)
    }
  }

  private static func count(_ edits: [ByteEdit], _ noun: String) -> String {
    "\(edits.count) \(noun)\(edits.count == 1 ? "" : "s")"
  }

  private mutating func report(
    _ code: Diagnostic.Code, _ line: Int, _ place: Int, _ message: String, _ repair: String,
    _ edits: [ByteEdit]
  ) {
    guard rules.contains(code), let rule = ProfileRule.of(code) else { return }
    let suffix = rules.suffix(code)
    findings.append(
      ProfileFinding(
        code: code, line: line, message: message + (suffix == " (rfc)" ? "" : suffix), kind: rule.kind,
        repair: repair,
        severity: rule.severity, edits: edits.map { $0.shifted(by: shift) }, place: place + shift))
  }
}

/// The encoding that programs on Windows wrote before UTF-8, and that holds ISO 8859-1.
enum Windows1252 {
  /// The characters of the bytes from 0x80 to 0x9F; those that no character is given are U+FFFD.
  private static let high: [UInt16] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0xFFFD,
    0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
    0x203A,
    0x0153, 0xFFFD, 0x017E, 0x0178,
  ]

  static func utf8(_ byte: UInt8) -> [UInt8] {
    let code = (0x80..<0xA0).contains(byte) ? high[Int(byte) - 0x80] : UInt16(byte)
    return Unicode.Scalar(code).map { Array(String(Character($0)).utf8) } ?? []
  }
}
