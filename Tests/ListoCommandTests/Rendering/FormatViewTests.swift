import Listo
import Testing

@testable import ListoCommand

/// `listo formats` on a terminal: no line is wider than it, and no word is cut that has room.
struct FormatViewTests {
  private static func surface(_ width: Int?) -> Surface {
    Surface(width: width, depth: .none, glyphs: .unicode)
  }

  private static func texts(_ surface: Surface) -> [String] {
    [surface.text(FormatsCommand.table(surface))]
      + Format.all.map { surface.text(FormatView($0, surface).lines) }
  }

  @Test(arguments: [40, 50, 80, 100])
  func linesFit(width: Int) {
    for text in Self.texts(Self.surface(width)) {
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { TextWidth.cells(String($0)) <= width }, "\(lines)")
    }
  }

  /// The words are those of the table without a limit, in their order.
  @Test func wordsStayWhole() {
    func words(_ width: Int?) -> [[Substring]] {
      Self.texts(Self.surface(width)).map { $0.split { $0 == " " || $0 == "\n" } }
    }
    #expect(words(80) == words(nil))
  }
}
