/// Text in UTF-8 by its characters: an ASCII character with an accent upon it is another one.
///
/// Whether white space is a character by itself is told by what stands beside it, so that no more than that
/// is decoded.
extension Span<UInt8> {
  /// The first byte, which is ASCII, is a character by itself.
  func startsWithCharacter(_ text: Range<Int>) -> Bool {
    // It and the scalar behind it, whole.
    text.count < 2 || self[text.lowerBound + 1] < 0x80 || firstCharacterLength(text.prefix(5)) == 1
  }

  func firstCharacterLength(_ text: Range<Int>) -> Int {
    Substring(decoding: copy(text), as: UTF8.self).first?.utf8.count ?? 0
  }

  /// A scalar of a text belongs to the character that the one before it begins, as behind U+0600: it is
  /// ASCII, or white space.
  func isJoined(_ scalar: Range<Int>, in text: Range<Int>) -> Bool {
    guard scalar.lowerBound > text.lowerBound, self[scalar.lowerBound - 1] >= 0x80 else { return false }
    let before = lastScalar(text.lowerBound..<scalar.lowerBound)
    return firstCharacterLength(before.lowerBound..<scalar.upperBound) > before.count
  }

  /// The first character is a blank or a tab.
  func startsWithBlank(_ text: Range<Int>) -> Bool {
    guard let first = text.first, self[first] == 0x20 || self[first] == 0x09 else { return false }
    return startsWithCharacter(text)
  }

  // MARK: White space

  /// Where a text stands without the characters at its ends that are blanks, tabs or line ends.
  func trimmedText(_ text: Range<Int>) -> Range<Int> {
    var text = trimmedEnd(text)
    while let first = text.first {
      let width = whiteWidth(from: first, to: text.upperBound)
      // Of these a blank alone can have an accent upon it.
      guard width > 0, self[first] != 0x20 || startsWithCharacter(text) else { break }
      text = text.dropFirst(width)
    }
    return text
  }

  /// The same at its end alone.
  func trimmedEnd(_ text: Range<Int>) -> Range<Int> {
    var text = text
    while let last = text.last {
      let width = whiteWidth(before: last + 1, from: text.lowerBound)
      guard width > 0, self[last] != 0x20 || !isJoined(last..<last + 1, in: text) else { break }
      text = text.dropLast(width)
    }
    return text
  }

  /// A scalar is white space of any script.
  func isWhiteSpace(_ scalar: Range<Int>) -> Bool {
    let lead = self[scalar.lowerBound]
    if lead < 0x80 { return Self.isWhite(lead) }
    // The lead bytes of white space beyond ASCII.
    guard lead == 0xC2 || (0xE1...0xE3).contains(lead) else { return false }
    return self.scalar(scalar).properties.isWhitespace
  }

  // MARK: Scalars

  /// Where the last scalar of a text stands that is not empty.
  func lastScalar(_ text: Range<Int>) -> Range<Int> {
    var start = text.upperBound - 1
    while start > text.lowerBound, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start..<text.upperBound
  }

  /// The scalar of two bytes or more.
  func scalar(_ place: Range<Int>) -> Unicode.Scalar {
    var value = UInt32(self[place.lowerBound] & (0x7F >> UInt8(place.count)))
    for index in place.dropFirst() { value = value << 6 | UInt32(self[index] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
