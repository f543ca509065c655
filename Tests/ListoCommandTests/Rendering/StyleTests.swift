import Listo
import Testing

@testable import ListoCommand

@Suite struct StyleTests {
  struct Case: Sendable {
    var choice: ColorChoice
    var isTerminal: Bool
    var environment: [String: String]
    var depth: ColorDepth
  }

  @Test(arguments: [
    Case(choice: .auto, isTerminal: true, environment: ["TERM": "xterm-256color"], depth: .palette),
    Case(choice: .auto, isTerminal: true, environment: ["TERM": "xterm"], depth: .sixteen),
    Case(
      choice: .auto, isTerminal: true, environment: ["TERM": "xterm", "COLORTERM": "truecolor"],
      depth: .trueColor),
    Case(choice: .auto, isTerminal: true, environment: ["TERM": "xterm-kitty"], depth: .trueColor),
    Case(
      choice: .auto, isTerminal: true, environment: ["TERM": "dumb", "COLORTERM": "truecolor"], depth: .none),
    Case(choice: .auto, isTerminal: true, environment: [:], depth: .none),
    Case(choice: .auto, isTerminal: false, environment: ["TERM": "xterm-256color"], depth: .none),
    Case(choice: .auto, isTerminal: true, environment: ["TERM": "xterm", "NO_COLOR": "1"], depth: .none),
    Case(choice: .auto, isTerminal: true, environment: ["TERM": "xterm", "NO_COLOR": ""], depth: .sixteen),
    Case(
      choice: .always, isTerminal: false, environment: ["TERM": "xterm-256color", "NO_COLOR": "1"],
      depth: .palette),
    Case(choice: .always, isTerminal: false, environment: [:], depth: .sixteen),
    Case(choice: .never, isTerminal: true, environment: ["TERM": "xterm-256color"], depth: .none),
  ])
  func depth(example: Case) {
    let depth = ColorDepth(example.choice, isTerminal: example.isTerminal) { example.environment[$0] }
    #expect(depth == example.depth)
  }

  @Test(arguments: [
    (["LANG": "en_GB.UTF-8"], false), (["LANG": "C"], true), ([:], true),
    (["LC_ALL": "C", "LANG": "de_DE.utf8"], true),
    (["LC_ALL": "", "LC_CTYPE": "C.utf8"], false),
  ])
  func locale(environment: [String: String], isASCII: Bool) {
    #expect(Glyphs.forLocale { environment[$0] }.isASCII == isASCII)
  }

  @Test func plainTextHasNoCodes() {
    #expect(StyledText("a", .overdue).rendered(.none) == "a")
    #expect(StyledText("a", .plain).rendered(.trueColor) == "a")
    #expect(StyledText("a", .overdue).rendered(.sixteen) == "\u{1B}[1;31ma\u{1B}[0m")
  }

  @Test func listColorsKeepAContrastToWhiteAndBlack() {
    func luminance(_ color: ListColor) -> Double {
      func square(_ part: UInt8) -> Double { Double(part) / 255 * (Double(part) / 255) }
      return 0.2126 * square(color.red) + 0.7152 * square(color.green) + 0.0722 * square(color.blue)
    }
    for red in stride(from: UInt8(0), through: 255, by: 51) {
      for green in stride(from: UInt8(0), through: 255, by: 51) {
        for blue in stride(from: UInt8(0), through: 255, by: 51) {
          let shown = luminance(ListColor(red: red, green: green, blue: blue).visible)
          #expect(shown > 0.055 && shown < 0.46)
        }
      }
    }
  }

  @Test(arguments: [
    ("#FF0000", "31"), ("#FFCC00", "33"), ("#00B000", "32"), ("#00C0C0", "36"), ("#2060FF", "34"),
    ("#CC73E1", "35"),
    ("#808080", "90"), ("#FFFFFF", "90"),
  ])
  func nearestOfSixteen(color: String, code: String) throws {
    #expect(try #require(ListColor(color)).parameters(.sixteen) == code)
  }

  @Test func nearestOfPalette() throws {
    #expect(try #require(ListColor("#5F87AF")).parameters(.palette) == "38;5;67")
    #expect(try #require(ListColor("#808080")).parameters(.palette) == "38;5;244")
  }

  @Test func truncatedLinesKeepTheirStyles() {
    var line = StyledLine([StyledText("Family", .bold)])
    line.append("  8 open", .dim)
    #expect(line.truncated(toCells: 10, .unicode).rendered(.none) == "Family  8…")
    #expect(line.truncated(toCells: 4, .unicode).rendered(.none) == "Fam…")
    #expect(line.truncated(toCells: 6, .unicode).rendered(.none) == "Famil…")
    #expect(line.truncated(toCells: 14, .unicode) == line)
  }

  @Test func standardOutput() {
    let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "100"]
    func surface(_ isTerminal: Bool, columns: Int?, isASCII: Bool = false) -> Surface {
      Surface(isTerminal: isTerminal, columns: columns, color: .auto, isASCII: isASCII) { environment[$0] }
    }
    #expect(surface(true, columns: 80).width == 80)
    #expect(surface(true, columns: nil).width == 100)
    #expect(surface(false, columns: nil).width == nil)
    #expect(surface(true, columns: 10).width == 32)
    #expect(surface(true, columns: 80).depth == .palette)
    #expect(surface(false, columns: nil).depth == .none)
    #expect(surface(true, columns: 80, isASCII: true).glyphs == .ascii)
    #expect(surface(true, columns: 80).glyphs == .unicode)
  }
}
