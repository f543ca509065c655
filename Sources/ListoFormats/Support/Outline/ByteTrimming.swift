extension Span<UInt8> {
  /// Where a text in UTF-8 stands without the blanks, tabs and line ends of any script at its ends.
  func trimmed(_ text: Range<Int>) -> Range<Int> {
    var (start, end) = (text.lowerBound, text.upperBound)
    while start < end {
      let width = whiteWidth(from: start, to: end)
      if width == 0 { break }
      start += width
    }
    while start < end {
      let width = whiteWidth(before: end, from: start)
      if width == 0 { break }
      end -= width
    }
    return start..<end
  }

  /// The bytes of a blank, tab or line end that a text begins with; 0 for none.
  func whiteWidth(from start: Int, to end: Int) -> Int {
    let byte = self[start]
    if byte < 0x80 { return Self.isWhite(byte) ? 1 : 0 }
    if end - start >= 2, isNextLine(at: start) { return 2 }
    return end - start >= 3 && isSeparator(at: start) ? 3 : 0
  }

  /// The same at its end.
  func whiteWidth(before end: Int, from start: Int) -> Int {
    let byte = self[end - 1]
    if byte < 0x80 { return Self.isWhite(byte) ? 1 : 0 }
    if end - start >= 2, isNextLine(at: end - 2) { return 2 }
    return end - start >= 3 && isSeparator(at: end - 3) ? 3 : 0
  }

  /// White space in ASCII.
  static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// U+0085.
  private func isNextLine(at index: Int) -> Bool { self[index] == 0xC2 && self[index + 1] == 0x85 }

  /// U+2028 and U+2029.
  private func isSeparator(at index: Int) -> Bool {
    self[index] == 0xE2 && self[index + 1] == 0x80 && self[index + 2] & 0xFE == 0xA8
  }
}
