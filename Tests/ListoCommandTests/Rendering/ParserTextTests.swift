import Testing

@testable import ListoCommand

/// Texts that the parser writes by itself, where people need more.
struct ParserTextTests {
  /// Lines that the parser does not break are broken at blanks, and go on below the place where they began.
  @Test func usageFitsTheTerminal() {
    let text =
      "OVERVIEW: It.\n\nUSAGE: listo split [<options>] <input> ... -o <folder>\n\n  listo show [<options>] --selection <file>"
    let fitted = ParserText(isWhole: true).refined(text, width: 40)
    #expect(
      fitted
        == "OVERVIEW: It.\n\nUSAGE: listo split [<options>]\n       <input> ... -o <folder>\n\n  listo show [<options>] --selection\n    <file>"
    )
    #expect(ParserText(isWhole: true).refined(text) == text)
  }
}
