import ListoTestSupport
import Testing

@testable import ListoFormats

/// Searching Markdown by the positions of bytes finds the same as searching it character by character.
@Suite struct ByteCharacterTests {
  private static let pieces = [
    " ", " ", "  ", "\t", "\r", "\n", "\r\n", "\u{0B}", "\u{85}", "\u{A0}", "\u{2003}", "\u{2028}",
    "\u{3000}",
    "\u{1680}", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{903}", "\u{600}", "\u{110BD}", "\u{200B}",
    "\u{AD}",
    "é", "ä", "क", "\u{94D}", "각", "ᄀ", "ᅡ", "ほ", "🇩", "🇩🇪", "👩‍👧", "👍🏽", "😀", "a", "b1", "#", "#", "#é", "#a",
    "^", "^b",
    "📅", "🗓\u{FE0F}", "⏫", "✅ 2026-12-01", "[a:: b]", "(a:: b)", "[", "]", "(", ")", "\\", "[a:: ", "]", "::",
  ]

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t" || character.isNewline
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    TaskSign.disarm(String(scalar)) != String(scalar)
  }

  private static func place(_ part: Substring, in text: String) -> Range<Int> {
    let start = text.utf8.distance(from: text.startIndex, to: part.startIndex)
    return start..<start + part.utf8.count
  }

  // MARK: By characters

  private static func trimmed(_ text: String) -> (both: Range<Int>, end: Range<Int>) {
    var rest = text[...]
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    let end = place(rest, in: text)
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    return (place(rest, in: text), end)
  }

  private static func lastWord(_ text: String) -> Range<Int>? {
    var start = text.endIndex
    while start > text.startIndex, !text[text.index(before: start)].isWhitespace {
      start = text.index(before: start)
    }
    let word = text[start...]
    return word.utf8.contains(0x23) || word.utf8.contains(0x5E) ? place(word, in: text) : nil
  }

  private static func lastSign(_ text: String) -> Range<Int>? {
    let scalars = text.unicodeScalars.suffix(600)
    guard let sign = scalars.lastIndex(where: isSign) else { return nil }
    var value = scalars[scalars.index(after: sign)...]
    if value.first == "\u{FE0F}" { value.removeFirst() }
    let start = text.utf8.distance(from: text.startIndex, to: sign)
    return start..<text.utf8.count - value.reduce(0) { $0 + $1.utf8.count }
  }

  /// Where the bracket stands that the one at the end belongs to, and what is between them.
  private static func field(_ text: String) -> (start: Int, body: [Character])? {
    guard let last = text.last, last == "]" || last == ")" else { return nil }
    let inside = text.dropLast()
    guard let start = inside.suffix(4096).lastIndex(of: last == "]" ? "[" : "("),
      start == text.startIndex || text[text.index(before: start)] != "\\"
    else { return nil }
    return (text.utf8.distance(from: text.startIndex, to: start), Array(inside[start...].dropFirst()))
  }

  // MARK: Agreement

  private func compare(_ text: String, _ seed: String) {
    let bytes = Array(text.utf8)
    let (both, end) = Self.trimmed(text)
    let trimmed = (bytes.span.trimmedText(bytes.indices), bytes.span.trimmedEnd(bytes.indices))
    #expect(trimmed == (both, end), "\(text.debugDescription) \(seed)")
    #expect(Array(text[...].trimmed().utf8) == Array(bytes[both]), "\(text.debugDescription) \(seed)")

    let word = TaskEnding.lastWord(bytes.span, bytes.indices)
    #expect(word == Self.lastWord(text), "\(text.debugDescription) \(seed)")

    let sign = TaskSign.last(in: bytes.span, bytes.indices)
    #expect(
      sign.map { $0.start..<$0.value.lowerBound } == Self.lastSign(text), "\(text.debugDescription) \(seed)")
    #expect(sign?.value.upperBound ?? bytes.count == bytes.count)

    let field = Self.field(text)
    var (rest, fields) = (bytes.indices, TaskFields())
    if DataviewField.take(bytes.span, &rest, &fields) {
      #expect(rest == 0..<(field?.start ?? -1), "\(text.debugDescription) \(seed)")
    } else {
      #expect(rest == bytes.indices)
      #expect(
        field?.body.starts(with: ["a", ":", ":", " "]) != true, "\(text.debugDescription) \(seed)")
    }
  }

  @Test func generatedTextsAreFoundAlike() {
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...12, using: &random)
      let text = (0..<count).map { _ in Self.pieces.pick(using: &random) }.joined()
      compare(text, "LISTO_SEED=\(random.seed)")
    }
  }

  @Test(arguments: [
    // Nothing but what joins, and what reaches far.
    " " + String(repeating: "\u{301}", count: 300) + "#a", "#a " + String(repeating: "\u{301}", count: 300),
    String(repeating: "\u{600}", count: 300) + " #a", "\u{600} #a\u{600} ", "a\u{600}\u{2028}#a", "\u{600}]",
    "[a:: b\u{600}]",
    "\u{600}[a:: b]", "\u{600}\\[a:: b]", "\\[a:: b]", "[\u{301}a:: b]", "[a:: b]\u{301}", "[a:: [\u{301}]",
    "[a:: " + String(repeating: "é", count: 4091) + "]", "[a:: " + String(repeating: "é", count: 4092) + "]",
    "[a:: " + String(repeating: "e\u{301}", count: 4091) + "]",
    "[a:: " + String(repeating: "e\u{301}", count: 4092) + "]",
    "📅" + String(repeating: "é", count: 599), "📅" + String(repeating: "é", count: 600),
  ])
  func oddTextsAreFoundAlike(text: String) { compare(text, "") }
}
