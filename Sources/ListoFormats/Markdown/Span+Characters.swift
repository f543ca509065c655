/// Text in UTF-8 by its characters: an ASCII character with an accent upon it is another one.
extension Span<UInt8> {
  /// The first byte, which is ASCII, is a character by itself.
  func startsWithCharacter(_ text: Range<Int>) -> Bool {
    text.count < 2 || self[text.lowerBound + 1] < 0x80 || firstCharacterLength(text) == 1
  }

  func firstCharacterLength(_ text: Range<Int>) -> Int {
    Substring(decoding: copy(text.prefix(256)), as: UTF8.self).first?.utf8.count ?? 0
  }

  /// The first character is a blank or a tab.
  func startsWithBlank(_ text: Range<Int>) -> Bool {
    guard let first = text.first, self[first] == 0x20 || self[first] == 0x09 else { return false }
    return startsWithCharacter(text)
  }

  /// Where a text stands without the blanks, tabs and line ends at its ends, as `Substring.trimmed` has it.
  func trimmedText(_ text: Range<Int>) -> Range<Int> {
    var text = trimmedEnd(text)
    while let first = text.first, Self.isWhite(self[first]) || self[first] == 0xC2 || self[first] == 0xE2 {
      if Self.isWhite(self[first]), text.count < 2 || self[first + 1] < 0x80 {
        text = text.dropFirst()
      } else {
        // What is white beyond ASCII, or stands beside a byte beyond it.
        return text.suffix(self.text(text, isText: false)[...].trimmed().utf8.count)
      }
    }
    return text
  }

  /// The same at its end alone.
  func trimmedEnd(_ text: Range<Int>) -> Range<Int> {
    var text = text
    while let last = text.last, Self.mayEndWhite(self[last]) {
      if Self.isWhite(self[last]), text.count < 2 || self[last - 1] < 0x80 {
        text = text.dropLast()
      } else {
        var rest = self.text(text, isText: false)[...]
        rest.trimEnd()
        return text.prefix(rest.utf8.count)
      }
    }
    return text
  }

  private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// White space, or what white space beyond ASCII ends with.
  private static func mayEndWhite(_ byte: UInt8) -> Bool {
    isWhite(byte) || byte == 0x85 || byte == 0xA8 || byte == 0xA9
  }
}
