import Testing

@testable import ListoCommand

@Suite struct VisibleTests {
  @Test(arguments: [
    ("plain ☃ 日本", "plain ☃ 日本"), ("\u{1B}[31mred", "␛[31mred"), ("a\u{0}b\u{7}\u{8}", "a␀b␇␈"),
    ("\u{7F}", "␡"),
    ("\u{9B}31m", "‹9B›31m"), ("\u{202E}evil\u{202C}", "‹U+202E›evil‹U+202C›"),
    ("\u{2066}\u{2069}", "‹U+2066›‹U+2069›"),
    ("\u{200E}\u{200F}\u{61C}", "‹U+200E›‹U+200F›‹U+061C›"),
    ("one\ntwo\r\nthree\rfour", "one⏎two⏎three⏎four"),
    ("a\tb", "a b"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("\u{2028}", "⏎"), ("\u{85}", "⏎"),
  ])
  func line(text: String, shown: String) {
    #expect(Visible.line(text) == shown)
  }

  @Test func asciiSigns() {
    #expect(Visible.line("\u{1B}[2J\u{7F}\u{9B}\u{202E}", .ascii) == "^[[2J^?<9B><U+202E>")
  }

  @Test func lines() {
    #expect(Visible.lines("a\r\nb\u{1B}\n\tc\td") == ["a", "b␛", "    c   d"])
  }

  @Test func nothingThatMovesTheCursorIsLeft() {
    for value in (0 as UInt32)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
      for text in [Visible.line("a\(scalar)b"), Visible.line("a\(scalar)b", .ascii)] {
        #expect(!text.unicodeScalars.contains(where: isControl))
      }
    }
  }
}
