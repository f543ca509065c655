import Foundation
import Listo
import ListoTestSupport
import Testing

@testable import ListoCommand

/// The frames that are drawn, and the bytes that are written of them.
@Suite struct FrameTests {
  private func samples(_ columns: Int, _ rows: Int, _ glyphs: Glyphs = .unicode, _ depth: ColorDepth = .none)
    throws -> Screen
  {
    Screen(
      CatalogFacts(try SampleCatalog.load(), SampleCatalog.context),
      size: ScreenSize(columns: columns, rows: rows),
      glyphs: glyphs, depth: depth)
  }

  private static let pages: [(name: String, keys: [Key])] = [
    ("lists", []), ("list", ["6", .enter]), ("reminder", ["6", .enter, .down, .enter]),
    ("today", ["2", .enter]),
    ("keys", ["?"]), ("question", ["6", .enter, .down, " "]), ("move", ["6", .enter, "m"]),
    ("filter", ["6", .enter, "/", .paste("due < someday")]),
  ]

  @Test(arguments: [(20, 8), (40, 10), (80, 24), (200, 60)])
  func frames(columns: Int, rows: Int) throws {
    var text = ""
    for page in Self.pages {
      var screen = try samples(columns, rows)
      for key in page.keys { _ = screen.take(key) }
      let frame = screen.frame()
      #expect(frame.lines.count == rows && frame.lines.allSatisfy { $0.cells <= columns })
      text += "==== \(page.name)\n" + frame.text
    }
    try GoldenFile.expect(text, "screen-\(columns)x\(rows)")
  }

  @Test func framesInColorAndASCII() throws {
    var screen = try samples(80, 12, .unicode, .palette)
    screen.type("6", .enter)
    var writer = FrameWriter(.palette)
    try GoldenFile.expect(writer.bytes(for: screen.frame()), "screen-palette")
    var plain = try samples(60, 12, .ascii)
    plain.type("6", .enter, "f")
    let text = plain.frame().text
    let isASCII = text.split(separator: "\n").filter {
      !$0.contains("冬") && !$0.contains("🍪") && !$0.contains("’")
    }
    .allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } }
    #expect(isASCII && text.contains("> [ ] * "))
  }

  /// Without colours nothing is missing: what is meant, late, done, flagged and picked has a sign or a word.
  @Test func nothingIsSaidByColorAlone() throws {
    var screen = try samples(100, 40)
    screen.type("6", .enter, "f", ".")
    let text = screen.frame().text
    for sign in ["▸", "★", "overdue", "✓", "!!!"] { #expect(text.contains(sign)) }
    var writer = FrameWriter(.none)
    let bytes = String(decoding: writer.bytes(for: screen.frame()).utf8, as: UTF8.self)
    for sequence in bytes.matches(of: /\u{1B}\[([0-9;]*)m/) {
      let parameters = sequence.output.1.split(separator: ";").compactMap { Int($0) }
      // Bold, faint, underlined and reversed are no colours.
      #expect(parameters.allSatisfy { $0 < 30 }, "\(parameters)")
    }
  }

  /// Titles that are nothing but control characters, and such as turn the direction, are shown, not sent.
  @Test func textIsMadeFit() throws {
    let text = ScreenTests.text.replacing(
      "SUMMARY:Apples", with: "SUMMARY:\u{1B}[2J\u{9B}31m\u{202E}evil\u{7}"
    )
    .replacing("X-WR-CALNAME:Home", with: "X-WR-CALNAME:\u{1B}]0;x\u{7}Home")
    var screen = try ScreenTests.screen(text)
    for keys: [Key] in [[], ["5", .enter], [.enter], ["s"], [.escape, "d"], ["m"]] {
      for key in keys { _ = screen.take(key) }
      let shown = screen.frame().text
      #expect(
        !shown.unicodeScalars.contains {
          $0.value == 0x1B || $0.value == 0x9B || $0.value == 0x202E || $0.value == 7
        })
    }
  }

  // MARK: Differences

  @Test func onlyWhatDiffersIsWritten() throws {
    var screen = try ScreenTests.home()
    var writer = FrameWriter(.palette)
    let whole = writer.bytes(for: screen.frame())
    #expect(writer.bytes(for: screen.frame()) == "")
    screen.type("j")
    let step = writer.bytes(for: screen.frame())
    #expect(step.utf8.count < 400 && step.utf8.count * 2 < whole.utf8.count + 400, "\(step.utf8.count)")
    screen.type("q")
    #expect(writer.bytes(for: screen.frame()) == "")
  }

  /// However one frame follows another, the terminal shows the last; also one that gives emoji of several
  /// scalars other widths, but for what stands on these.
  @Test(arguments: [nil, 1, 3]) func differencesLeadToTheFrame(emojiWidth: Int?) throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces = ["a", "bc", " ", "  ", "é", "e\u{301}", "冬", "🌷", "👩‍👩‍👧", "❄️", "○", "x y", "━", "🇩🇪"]
    let styles = [Style.plain, .bold, .dim, .overdue, Style(isInverse: true)]
    for _ in 0..<150 {
      var writer = FrameWriter(.palette)
      let size = ScreenSize(
        columns: .random(in: 8...30, using: &random), rows: .random(in: 3...6, using: &random))
      var terminal = DrawnTerminal(size)
      terminal.emojiWidth = emojiWidth
      var lines = [StyledLine](repeating: StyledLine(), count: size.rows)
      for _ in 0..<6 {
        for row in lines.indices where Bool.random(using: &random) {
          lines[row] = StyledLine(
            (0..<Int.random(in: 0...8, using: &random)).map { _ in
              StyledText(
                pieces.randomElement(using: &random) ?? "", styles.randomElement(using: &random) ?? .plain)
            })
        }
        let place = Bool.random(using: &random) ? Frame.Place(row: size.rows - 1, column: 2) : nil
        let frame = Frame(size, lines, cursor: place)
        terminal.take(writer.bytes(for: frame))
        if emojiWidth == nil {
          #expect(terminal.text == frame.text.replacing(/[ ]+\n/, with: "\n"), "seed \(seed)")
        } else {
          #expect(terminal.showsTheSame(as: Self.drawn(frame)), "seed \(seed)\n\(terminal.text)")
        }
        #expect(terminal.hasCursor == (place != nil))
        #expect(place == nil || terminal.place == place)
      }
    }
  }

  /// A terminal on which nothing but this frame was drawn.
  private static func drawn(_ frame: Frame) -> DrawnTerminal {
    var terminal = DrawnTerminal(frame.size)
    var writer = FrameWriter(.none)
    terminal.take(writer.bytes(for: frame))
    return terminal
  }
}

/// A terminal that understands what ``FrameWriter`` writes, and nothing else.
struct DrawnTerminal {
  private let size: ScreenSize
  private var rows: [[String]]
  private(set) var place = Frame.Place(row: 0, column: 0)
  private(set) var hasCursor = false
  /// The width of emoji of several scalars; nil for that of ``TextWidth``.
  var emojiWidth: Int?
  /// Where such emoji were written, with the cells beside them.
  private var uncertain: Set<[Int]> = []

  init(_ size: ScreenSize) {
    self.size = size
    rows = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
  }

  mutating func take(_ text: String) {
    // An escape joins no character before it, but a mark behind one would join its end.
    var rest = text[...]
    while let character = rest.first {
      if let match = rest.prefixMatch(of: /\u{1B}\[([?0-9;]*)([A-Za-z])/) {
        control(String(match.1), String(match.2))
        rest = rest[match.range.upperBound...]
        continue
      }
      rest.removeFirst()
      let width = TextWidth.isUncertain(character) ? emojiWidth ?? 2 : TextWidth.cells(character)
      if TextWidth.isUncertain(character) {
        for column in place.column..<place.column + 3 { uncertain.insert([place.row, column]) }
      }
      guard emojiWidth != nil || place.column + width <= size.columns else {
        Issue.record("written past the last column"); return
      }
      for column in place.column..<place.column + width where column < size.columns {
        rows[place.row][column] = column == place.column ? String(character) : ""
      }
      place.column += width
    }
  }

  private mutating func control(_ parameters: String, _ letter: String) {
    switch (parameters, letter) {
    case (_, "m"): break
    case (_, "H"):
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      place = Frame.Place(row: numbers[0] - 1, column: numbers[1] - 1)
    case (_, "G"): place.column = (Int(parameters) ?? 1) - 1
    case ("", "K"):
      // Without wrapping, the cursor stays on the last column when that was written.
      for column in min(place.column, size.columns - 1)..<size.columns { rows[place.row][column] = " " }
    case ("2", "J"): rows = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
    case ("?25", "h"): hasCursor = true
    case ("?25", "l"): hasCursor = false
    default: Issue.record("unknown: \(parameters)\(letter)")
    }
  }

  /// Apart from the cells on which characters of uncertain width ever stood.
  func showsTheSame(as other: DrawnTerminal) -> Bool {
    rows.indices.allSatisfy { row in
      rows[row].indices.allSatisfy { uncertain.contains([row, $0]) || rows[row][$0] == other.rows[row][$0] }
    }
  }

  var text: String {
    rows.map { row in
      var line = row.joined()[...]
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
