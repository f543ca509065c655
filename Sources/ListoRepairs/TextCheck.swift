internal import ICalendar

/// The check of bytes as such, line by line, for flaws that targets do not take and that no reader of lines
/// can tell.
struct TextCheck {
  let rules: ActiveRules
  /// From an index in the bytes to the place in the input.
  let shift: Int
  private(set) var findings: [ProfileFinding] = []

  /// The rules that it knows. What they repair is read again before anything else is repaired.
  static let codes: Set<Diagnostic.Code> = [
    .byteOrderMark, .invalidUTF8, .nulByte, .controlCharacter, .cutCharacter, .emptyFold,
  ]

  init(_ rules: ActiveRules, shift: Int) { (self.rules, self.shift) = (rules, shift) }

  /// - Parameters:
  ///   - firstLine: the number of the first line of `range`.
  ///   - returnsEndLines: a carriage return alone ends a line.
  ///   - isFirst: the input begins there.
  /// - Complexity: linear in the bytes.
  mutating func check(
    _ bytes: [UInt8], _ range: Range<Int>, firstLine: Int, returnsEndLines: Bool, isFirst: Bool
  ) {
    if isFirst, rules.contains(.byteOrderMark), bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) {
      report(
        .byteOrderMark, 1, range.lowerBound, "a byte order mark", "dropped",
        [ByteEdit(range.lowerBound..<range.lowerBound + 3)])
    }
    guard
      rules.containsAny(.invalidUTF8, .cutCharacter) && !Self.isUTF8(bytes, range)
        || rules.containsAny(.nulByte, .controlCharacter, .emptyFold)
          && Self.mayHoldOdd(bytes, range, returnsEndLines)
    else { return }
    let ends = LineEndLength(bytes, range.upperBound, returnsEndLines)
    var (line, start) = (firstLine, range.lowerBound)
    while start < range.upperBound {
      // A content line, with its folds: a character may be cut by one (RFC 5545 §3.1 allows it).
      var (stop, folds) = (start, 0)
      while stop < range.upperBound {
        let end = bytes[stop..<range.upperBound].firstIndex { $0 == 0x0A || $0 == 0x0D && returnsEndLines }
        stop = end.map { $0 + ends.length(at: $0) } ?? range.upperBound
        guard stop < range.upperBound, bytes[stop] == 0x20 || bytes[stop] == 0x09 else { break }
        folds += 1
      }
      check(bytes, line: start..<stop, line, ends)
      (line, start) = (line + folds + 1, stop)
    }
  }

  private static func isUTF8(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: bytes.span.extracting(range))) != nil
  }

  /// Some control character is in it, or a fold with nothing behind it.
  private static func mayHoldOdd(_ bytes: [UInt8], _ range: Range<Int>, _ returnsEndLines: Bool) -> Bool {
    let span = bytes.span
    for index in range where span[index] < 0x20 || span[index] == 0x7F {
      switch span[index] {
      case 0x09: continue
      case 0x0A: if isBlank(span, index + 1, range), isEnd(span, index + 2, range) { return true }
      case 0x0D:
        if !returnsEndLines, index + 1 < range.upperBound, span[index + 1] != 0x0A { return true }
        if returnsEndLines, isBlank(span, index + 1, range), isEnd(span, index + 2, range) { return true }
      default: return true
      }
    }
    return false
  }

  private static func isBlank(_ span: Span<UInt8>, _ index: Int, _ range: Range<Int>) -> Bool {
    index < range.upperBound && (span[index] == 0x20 || span[index] == 0x09)
  }

  private static func isEnd(_ span: Span<UInt8>, _ index: Int, _ range: Range<Int>) -> Bool {
    index >= range.upperBound || span[index] == 0x0A || span[index] == 0x0D
  }

  /// A control character that RFC 5545 §3.1 allows nowhere; a carriage return is looked at where it ends no
  /// line.
  private static func isOdd(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0A || byte == 0x7F
  }

  private mutating func check(_ bytes: [UInt8], line: Range<Int>, _ number: Int, _ ends: LineEndLength) {
    let isValid = Self.isUTF8(bytes, line)
    guard !isValid || Self.mayHoldOdd(bytes, line, ends.returnsEndLines) else { return }
    var emptyFolds: [ByteEdit] = []
    // The places of the line's bytes, without its folds.
    var places: [Int] = []
    var index = line.lowerBound
    while index < line.upperBound {
      let length = ends.length(at: index)
      if length > 0 {
        index += length
        guard Self.isBlank(bytes.span, index, line) else { continue }
        index += 1
        // The line end before the blank stays: a carriage return that belongs to the value may be in front of
        // it.
        if index == line.upperBound {
          emptyFolds.append(ByteEdit(index - 1..<index))
        } else if ends.length(at: index) > 0 {
          emptyFolds.append(ByteEdit(index - 1..<index + ends.length(at: index)))
        }
        continue
      }
      places.append(index)
      index += 1
    }
    let text = places.map { bytes[$0] }
    var (nul, control, invalid, cut): ([ByteEdit], [ByteEdit], [ByteEdit], [ByteEdit]) = ([], [], [], [])
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
      } else {
        cut += Self.refolding(places[index..<index + length], bytes, line)
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
    if !cut.isEmpty {
      report(
        .cutCharacter, number, line.lowerBound, "the line is folded within a character",
        "fold moved next to it",
        cut)
    }
    if !emptyFolds.isEmpty {
      report(
        .emptyFold, number, line.lowerBound, "the line is folded where nothing follows",
        "the fold is dropped",
        emptyFolds)
    }
    if !invalid.isEmpty {
      report(
        .invalidUTF8, number, line.lowerBound, "\(Self.count(invalid, "byte")) of invalid UTF-8",
        "read as Windows-1252", invalid)
    }
  }

  /// Puts the folds within a character, if there are any, before it, as one; behind it where a fold stands
  /// before it already.
  private static func refolding(
    _ places: ArraySlice<Int>, _ bytes: [UInt8], _ line: Range<Int>
  ) -> [ByteEdit] {
    guard let first = places.first, let last = places.last, last - first >= places.count else { return [] }
    let gaps = zip(places, places.dropFirst()).filter { $1 > $0 + 1 }.map { $0 + 1..<$1 }
    let fold = Array(bytes[gaps[0]])
    let isFolded =
      first - fold.count >= line.lowerBound && bytes[first - fold.count..<first].elementsEqual(fold)
    let place = isFolded ? last + 1 : first
    let drops = gaps.map { ByteEdit($0) }
    let new = ByteEdit(place..<place, fold)
    return isFolded ? drops + [new] : [new] + drops
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

/// Where physical lines end in bytes.
private struct LineEndLength {
  let bytes: [UInt8]
  let end: Int
  let returnsEndLines: Bool

  init(_ bytes: [UInt8], _ end: Int, _ returnsEndLines: Bool) {
    (self.bytes, self.end, self.returnsEndLines) = (bytes, end, returnsEndLines)
  }

  /// How many bytes a line end has that stands at an index; 0 where none does.
  func length(at index: Int) -> Int {
    if bytes[index] == 0x0A { return 1 }
    guard bytes[index] == 0x0D else { return 0 }
    // One that the input ends with is half of a line end.
    guard index + 1 < end else { return 1 }
    if bytes[index + 1] == 0x0A { return 2 }
    return returnsEndLines ? 1 : 0
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
