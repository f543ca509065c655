import Listo
import ListoTestSupport
import Testing

@testable import ListoCommand

/// Rows stand in their order and are laid out by all of them, in whatever order they were made.
@Suite struct RowSheetTests {
  private static let surfaces = [nil, 40, 80, 120, 200].map {
    Surface(width: $0, depth: .none, glyphs: .unicode)
  }

  /// Rows of every width.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func inAnyOrder(round: UInt64) {
    let seed = Seed.current
    var random = SplitMix64(seed: seed &+ round)
    let count = [0, 1, 255, 257, 511, 513, 2000, 3001].randomElement(using: &random) ?? 0
    // As wide as all others but for a few.
    let usual = (title: Int.random(in: 1...70, using: &random), date: Int.random(in: 0...12, using: &random))
    let rows = (0..<count).map { index in
      let isRare = Int.random(in: 0..<1000, using: &random) == 0
      return Row(
        name: String(index), title: isRare ? Int.random(in: 1...80, using: &random) : usual.title,
        date: isRare ? Int.random(in: 0...24, using: &random) : usual.date,
        extras: Int.random(in: 0...3, using: &random))
    }
    let origins = (0..<UInt32(count)).map { $0 }
    for surface in Self.surfaces {
      let inOrder = text(rows, from: origins, surface)
      #expect(
        text(rows, from: origins.shuffled(using: &random), surface) == inOrder,
        "LISTO_SEED=\(seed) \(count) rows")
      #expect(rows.allSatisfy { inOrder.contains($0.name) })
    }
  }

  /// One row moves the dates of all others.
  @Test func theWidestOfMany() {
    var rows = (0..<1200).map { Row(name: String($0), title: 10, date: 5, extras: 0) }
    rows[1] = Row(name: "1", title: 30, date: 20, extras: 0)
    let text = text(rows, from: (0..<1200).map { $0 }, Self.surfaces[0])
    #expect(text.contains("ttttttt" + String(repeating: " ", count: 2 + 20 + 15) + "ddddd  aaa\n"))
  }

  /// On one line a row is set as its words are, whatever these are.
  @Test func setAsWords() {
    var rows = RowTexts()
    var other = Word("list", .dim, space: 1)
    other.sign = StyledText("●", .dim)
    let title = [Word("!", .priority), Word("a  b", .plain), Word("c", .plain)]
    let extras = [Word("#x", .tag, space: 2), Word("#y", .tag), other]
    rows.append(.mark, "○")
    rows.append(.title, title)
    rows.append(.extras, extras)
    rows.endRow()
    let row = rows[0]
    #expect(row.title == title && row.extras == extras)
    var line = StyledLine()
    ListLayout(rows.widths, lead: 4, width: nil).set(0, of: rows, in: &line)
    var expected = StyledLine([StyledText("  ○ ")])
    expected.append(Wrapping.line(title))
    expected.append(blanks: 2)
    expected.append(Wrapping.line(extras))
    #expect(line == expected)
  }

  /// As of rows that stand in many lists, each with a colour of its own.
  @Test func manyStyles() {
    var rows = RowTexts()
    let colors = (0..<600).map { ListColor(red: UInt8($0 % 256), green: UInt8($0 / 256), blue: 0) }
    for color in colors {
      rows.append(.mark, "○", .ofList(color))
      rows.append(.title, "t")
      rows.endRow()
    }
    #expect(colors.indices.allSatisfy { rows[$0].mark.style == .ofList(colors[$0]) })
  }

  private struct Row: Sendable {
    var name: String
    var title: Int
    var date: Int
    var extras: Int

    func append(to rows: inout RowTexts) {
      rows.append(.mark, "○")
      rows.append(.name, name)
      rows.append(.title, Wrapping.words(String(repeating: "t", count: title)))
      rows.append(.date, String(repeating: "d", count: date))
      rows.append(.absolute, date > 0 ? String(repeating: "a", count: date / 2 + 1) : "")
      rows.append(.extras, (0..<extras).map { Word("#tag\($0)", .tag, space: $0 == 0 ? 2 : 1) })
      rows.endRow()
    }
  }

  private func text(_ rows: [Row], from origins: [UInt32], _ surface: Surface) -> String {
    let openings = [0, rows.count / 3, rows.count / 3, rows.count].map {
      RowSheet.Opening(row: $0, lines: [StyledLine([StyledText("before \($0)")])])
    }
    let sheet = RowSheet(from: origins, below: openings, lead: 8, surface) { places in
      var made = RowTexts(for: places.count)
      for place in places { rows[Int(place)].append(to: &made) }
      return made
    }
    var text: [UInt8] = []
    sheet.write { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }
}
