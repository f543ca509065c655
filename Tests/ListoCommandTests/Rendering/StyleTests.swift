import Foundation
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
    #expect(StyledLine([StyledText("a", .overdue)]).rendered(.none) == "a")
    #expect(StyledLine([StyledText("a", .plain)]).rendered(.trueColor) == "a")
    #expect(StyledLine([StyledText("a", .overdue)]).rendered(.sixteen) == "\u{1B}[1;31ma\u{1B}[0m")
  }

  /// The contrast ratio of WCAG 2.2 to white and to black, whichever is less.
  private func contrast(_ parameters: String) throws -> Double {
    let numbers = parameters.split(separator: ";").compactMap { Double($0) }
    var parts = Array(numbers.suffix(3))
    if numbers.count == 3 {
      let (index, steps) = (Int(numbers[2]) - 16, [0.0, 95, 135, 175, 215, 255])
      parts =
        index < 216
        ? [steps[index / 36], steps[index / 6 % 6], steps[index % 6]]
        : Array(repeating: Double(8 + 10 * (index - 216)), count: 3)
    }
    try #require(parts.count == 3, "\(parameters)")
    let linear = parts.map { part in
      part / 255 <= 0.03928 ? part / 255 / 12.92 : pow((part / 255 + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return min(1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05)
  }

  /// Text in a list's colour can be read on white and on black, and its dot seen.
  @Test func listColorsKeepAContrastToWhiteAndBlack() throws {
    let steps = [UInt8](stride(from: 0, through: 255, by: 17))
    var worst = (text: Double.infinity, dot: Double.infinity)
    for red in steps {
      for green in steps {
        for blue in steps {
          let color = ListColor(red: red, green: green, blue: blue)
          worst.text = min(worst.text, try contrast(Style.ofList(color).parameters(.trueColor)))
          worst.dot = min(worst.dot, try contrast(Style.list(color).parameters(.trueColor)))
          guard red % 51 == 0, green % 51 == 0, blue % 51 == 0 else { continue }
          worst.text = min(worst.text, try contrast(Style.ofList(color).parameters(.palette)))
          worst.dot = min(worst.dot, try contrast(Style.list(color).parameters(.palette)))
        }
      }
    }
    #expect(worst.text >= 4.5 && worst.dot >= 3, "\(worst)")
  }

  @Test func namedColorsKeepAContrastToWhiteAndBlack() throws {
    for name in [Style.Name.red, .magenta, .cyan] {
      #expect(try contrast(name.parameters(.trueColor)) >= 4.5)
      #expect(try contrast(name.parameters(.palette)) >= 3.8)
    }
  }

  /// A colour that can be seen stays as it is.
  @Test func colorsInReachAreKept() throws {
    let color = try #require(ListColor("#3C80C0"))
    #expect(Style.list(color).parameters(.trueColor) == "38;2;60;128;192")
    #expect(try #require(ListColor("#FFFF00")).adjusted(to: .ofText).blue == 0, "the hue is the same")
  }

  @Test(arguments: [
    ("#FF0000", "31"), ("#FFCC00", "33"), ("#00B000", "32"), ("#00C0C0", "36"), ("#2060FF", "34"),
    ("#CC73E1", "35"),
    ("#808080", "90"), ("#FFFFFF", "90"),
  ])
  func nearestOfSixteen(color: String, code: String) throws {
    #expect(try #require(ListColor(color)).parameters(.sixteen, contrast: .ofSigns) == code)
  }

  @Test func nearestOfPalette() throws {
    #expect(try #require(ListColor("#5F87AF")).parameters(.palette, contrast: .ofSigns) == "38;5;67")
    #expect(try #require(ListColor("#808080")).parameters(.palette, contrast: .ofSigns) == "38;5;244")
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
