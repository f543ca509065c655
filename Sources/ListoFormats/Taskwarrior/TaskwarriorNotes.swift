internal import ICalendar

/// The lines of notes in which something can be seen: each becomes an annotation.
struct TaskwarriorNotes {
  private var start: Int
  private let end: Int
  /// So far no line was left out.
  private(set) var isWhole = true

  /// - Parameter value: where the notes stand, as a TEXT value (RFC 5545 §3.3.11).
  init(_ value: Range<Int>) { (start, end) = (value.lowerBound, value.upperBound) }

  /// Where the next one stands.
  mutating func next(_ bytes: Span<UInt8>) -> Range<Int>? {
    while start <= end {
      let line = start..<Self.lineEnd(bytes, start, end)
      // Behind `\n`.
      start = line.upperBound + 2
      if Self.isShown(bytes, line) { return line }
      isWhole = false
    }
    return nil
  }

  private static func lineEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var place = start
    while let backslash = bytes.first(0x5C, from: place, to: end) {
      guard backslash + 1 < end else { break }
      if bytes[backslash + 1] | 0x20 == 0x6E { return backslash }
      place = backslash + 2
    }
    return end
  }

  /// Not all of it is white space.
  private static func isShown(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    for place in line {
      switch bytes[place] {
      // What is white space begins with other bytes.
      case 0x21..<0x7F, 0xC3...0xE0, 0xE4...: return true
      default: continue
      }
    }
    guard !line.isEmpty else { return false }
    return bytes.text(line).unicodeScalars.contains { !$0.properties.isWhitespace }
  }

  /// The same of a text.
  static func lines(_ notes: String) -> [String] {
    var bytes: [UInt8] = []
    bytes.append(asText: notes)
    var (lines, found) = (TaskwarriorNotes(0..<bytes.count), [] as [String])
    while let line = lines.next(bytes.span) { found.append(TextValue.decode(bytes[line])) }
    return found
  }
}

extension [UInt8] {
  /// Appends a text as a TEXT value that says it to the byte: ``TextValue/append(_:to:)`` makes line feeds of carriage returns.
  mutating func append(asText text: String) {
    for byte in text.utf8 {
      if byte == 0x5C || byte == 0x0A { append(0x5C) }
      append(byte == 0x0A ? 0x6E : byte)
    }
  }
}
