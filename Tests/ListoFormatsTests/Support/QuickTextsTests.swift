import Testing

@testable import ListoFormats

@Suite struct QuickTextsTests {
  private static func add(_ texts: [String]) -> (isTaken: Bool, count: Int) {
    var (bytes, ranges): ([UInt8], [Range<Int>]) = ([], [])
    for text in texts {
      ranges.append(bytes.count..<bytes.count + text.utf8.count)
      bytes += text.utf8
    }
    var quick = QuickTexts()
    for range in ranges where !quick.add(bytes.span, range) { return (false, quick.count) }
    return (true, quick.count)
  }

  /// Texts that may be equal in other bytes are left to a comparison by characters, as are texts without
  /// room.
  @Test(arguments: [
    ["K", "\u{212A}"], ["\u{212A}", "K"], ["a", "`", "\u{1FEF}"], [";", "\u{37E}"], ["e\u{301}", "\u{E9}"],
    ["a", "b", "c", "d", "e", "f", "g", "h", "i"],
  ])
  func textsThatCharactersTellApart(texts: [String]) { #expect(!Self.add(texts).isTaken) }

  @Test(arguments: [["K", "k"], ["K", "\u{E9}"], ["\u{212A}"], ["\u{1F6D2}", "a", "b"]])
  func textsThatBytesTellApart(texts: [String]) { #expect(Self.add(texts) == (true, texts.count)) }

  @Test func oneThatIsThereIsNotAddedAgain() {
    #expect(Self.add(["\u{E9}", "a", "\u{E9}", "a", "\u{212A}"]).isTaken == false)
    #expect(Self.add(["\u{E9}", "a", "\u{E9}", "a"]) == (true, 2))
  }
}
