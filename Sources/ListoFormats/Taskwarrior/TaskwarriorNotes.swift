internal import ICalendar

/// The lines of notes in which something can be seen: each becomes an annotation.
struct TaskwarriorNotes {
  private var start: Int
  private let end: Int
  private let isEscaped: Bool
  /// So far no line was left out.
  private(set) var isWhole = true

  /// - Parameters:
  ///   - value: where the notes stand.
  ///   - isEscaped: as a TEXT value (RFC 5545 §3.3.11).
  init(_ value: Range<Int>, isEscaped: Bool) {
    (start, end, self.isEscaped) = (value.lowerBound, value.upperBound, isEscaped)
  }

  /// Where the next one stands.
  mutating func next(_ bytes: Span<UInt8>) -> Range<Int>? {
    while start <= end {
      let line = start..<lineEnd(bytes)
      // Behind `\n`.
      start = line.upperBound + (isEscaped ? 2 : 1)
      if isShown(bytes, line) { return line }
      isWhole = false
    }
    return nil
  }

  private func lineEnd(_ bytes: Span<UInt8>) -> Int {
    guard isEscaped else { return bytes.first(0x0A, from: start, to: end) ?? end }
    var place = start
    while let backslash = bytes.first(0x5C, from: place, to: end) {
      guard backslash + 1 < end else { break }
      if bytes[backslash + 1] | 0x20 == 0x6E { return backslash }
      place = backslash + 2
    }
    return end
  }

  /// Not all of it is white space.
  private func isShown(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    for place in line {
      switch bytes[place] {
      // White space begins with other bytes.
      case 0x21..<0x7F, 0xC3...0xE0, 0xE4...: return true
      default: continue
      }
    }
    guard !line.isEmpty else { return false }
    return bytes.text(line, isText: isEscaped).unicodeScalars.contains { !$0.properties.isWhitespace }
  }
}
