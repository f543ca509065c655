import ListoTestSupport
import Testing

@testable import ListoCommand

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("äöü", 3), ("e\u{301}", 1), ("日本語", 6), ("ﾊﾝｶｸ", 4), ("ＡＢ", 4), ("한국어", 6),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("🍪", 2), ("❄️", 2), ("❄", 1), ("♻️", 2), ("🧘🏽‍♀️", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2),
    ("🇩", 1), ("1️⃣", 2), ("…", 1), ("○●✓✗◐↻", 6), ("“§”", 3), ("a\u{200B}b", 2), ("\u{AD}", 0), ("कि", 2),
    ("✨", 2),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("⌚", 2), ("#️⃣", 2), ("ΑΩ", 2), ("𠀀", 2),
  ])
  func cells(text: String, cells: Int) {
    #expect(TextWidth.cells(text) == cells)
  }

  /// Counting by the character gives the same cells as counting by the cluster.
  @Test func charactersThatJoinNoneAreCountedAlone() {
    var known: [Unicode.Scalar] = []
    for scalar in (UInt32(0)...0x1_FFFF).lazy.compactMap(Unicode.Scalar.init) {
      guard let cells = TextWidth.unjoinedCells(scalar) else { continue }
      #expect(cells == TextWidth.cells(Character(scalar)), "U+\(String(scalar.value, radix: 16))")
      known.append(scalar)
    }
    #expect(known.count > 30_000)
    #expect(TextWidth.unjoinedCells("\u{301}") == nil)
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<8 { text.unicodeScalars.append(known[Int(random.next() % UInt64(known.count))]) }
      #expect(text.count == 8, "seed \(seed): \(text.unicodeScalars.map(\.value))")
    }
  }

  /// For any characters side by side, the cells are those of their clusters.
  @Test func cellsAreThoseOfTheClusters() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let scalars = Array(
      "ae\u{301}\u{308} 日한\u{1100}\u{1161}\u{11AB}각\u{600}\u{200D}\u{FE0F}\u{20E3}1©↔❄👩🏽🇩🇪\u{915}\u{94D}\u{937}\r\n\u{AD}…"
        .unicodeScalars)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...10, using: &random) {
        text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
      }
      #expect(
        TextWidth.cells(text) == text.reduce(0) { $0 + TextWidth.cells($1) },
        "seed \(seed): \(text.unicodeScalars.map(\.value))")
    }
  }

  @Test func tableIsAscending() {
    for (left, right) in zip(WideCharacters.ranges, WideCharacters.ranges.dropFirst()) {
      #expect(left.upperBound + 1 < right.lowerBound)
    }
  }

  @Test(arguments: [
    ("Milk", 4, "Milk"), ("Milk", 3, "Mi…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("Milk", 0, ""),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"),
  ])
  func truncates(text: String, width: Int, result: String) {
    #expect(text.truncated(toCells: width, ellipsis: "…") == result)
  }

  @Test func pads() {
    #expect("日本".padded(toCells: 6) == "日本  ")
    #expect("日本".padded(toCells: 6, alignedRight: true) == "  日本")
    #expect("日本".padded(toCells: 2) == "日本")
  }
}

@Suite struct WrappingTests {
  private func lines(_ text: String, _ width: Int, limit: Int = .max) -> [String] {
    Wrapping.lines(Wrapping.words(text), width: width, limit: limit, .unicode).map { $0.rendered(.none) }
  }

  @Test func breaksAtBlanks() {
    #expect(lines("Buy milk and bread", 8) == ["Buy milk", "and", "bread"])
    #expect(lines("", 8) == [""])
    #expect(lines("  two  blanks", 13) == ["two  blanks"])
    #expect(lines("  zwei  Lücken ", 13) == ["zwei  Lücken"])
  }

  /// A phrase shows what its words show, at any width.
  @Test(arguments: [
    "Buy milk and bread", "旅館に、予約 の確認", "", " led by one", "ends with one ", "two  blanks",
    "Straße – zu lang", " ",
  ])
  func phrasesAreTheirWords(text: String) {
    for style in [Style.plain, .done] {
      for limit in [1, 2, Int.max] {
        for width in 1...24 {
          func lines(_ words: [Word]) -> [StyledLine] {
            Wrapping.lines([Word("!!")] + words, width: width, limit: limit, .unicode)
          }
          let (phrase, words) = (
            Wrapping.phrase(text, style, space: 1), Wrapping.words(text, style, space: 1)
          )
          #expect(lines(phrase) == lines(words), "\(width)")
          #expect(Wrapping.cells(phrase) == Wrapping.cells(words))
        }
      }
    }
  }

  @Test func breaksLongWords() {
    #expect(lines("abcdefghij kl", 4) == ["abcd", "efgh", "ij", "kl"])
  }

  @Test func breaksBetweenWideCharactersButNotBeforePunctuation() {
    #expect(lines("旅館に予約の確認", 8) == ["旅館に予", "約の確認"])
    #expect(lines("旅館に、予約", 6) == ["旅館", "に、予", "約"])
    #expect(lines("（旅館）に", 6) == ["（旅", "館）に"])
  }

  @Test func tellsWhatWasLeftOut() {
    #expect(lines("Buy milk and bread", 8, limit: 2) == ["Buy milk", "and bre…"])
    #expect(lines("aaaa bbbb", 4, limit: 1) == ["aaa…"])
  }

  @Test func neverExceedsTheWidth() {
    let text = "Kyōto 京都へ行く（二週間） with 👨‍👩‍👧‍👦 and a verylongwordindeed, 旅館に予約の確認メールを送る。"
    for width in 2...40 {
      for line in lines(text, width) + lines(text, width, limit: 2) {
        #expect(TextWidth.cells(line) <= width)
      }
    }
  }

  /// Text behind an emoji of several scalars is placed by its column, on a terminal alone.
  @Test func columnsBehindUncertainWidths() {
    var line = StyledLine([StyledText("❄️ Bins", .bold)])
    line.pad(to: 10)
    line.append("today 👍🏽")
    var surface = Surface(width: 80, depth: .none, glyphs: .unicode)
    #expect(surface.text([line]) == "❄️ Bins   today 👍🏽\n")
    surface.placesByColumn = true
    #expect(surface.text([line]) == "❄️\u{1B}[3G Bins   today 👍🏽\n")
    surface.depth = .palette
    #expect(surface.text([line]) == "\u{1B}[1m❄️\u{1B}[3G Bins\u{1B}[0m   today 👍🏽\n")
    #expect(surface.text([StyledLine([StyledText("é 冬 e\u{301} x")])]) == "é 冬 e\u{301} x\n")
    #expect(
      Surface(isTerminal: true, columns: 80, color: .never, isASCII: false) { ["TERM": "xterm"][$0] }
        .placesByColumn)
    #expect(
      !Surface(isTerminal: true, columns: 80, color: .never, isASCII: false) { ["TERM": "dumb"][$0] }
        .placesByColumn)
    #expect(
      !Surface(isTerminal: false, columns: nil, color: .always, isASCII: false) { ["TERM": "xterm"][$0] }
        .placesByColumn)
  }
}
