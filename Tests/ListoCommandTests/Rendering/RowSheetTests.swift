import Listo
import ListoTestSupport
import Testing

@testable import ListoCommand

/// Rows that are laid out at once, by what a sample of them says, stand as if all had been measured before.
@Suite struct RowSheetTests {
  private static let surfaces = [nil, 40, 80, 120, 200].map {
    Surface(width: $0, depth: .none, glyphs: .unicode)
  }

  /// Of every width, in any order: the sample is right or not.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func sampledAsMeasured(round: UInt64) {
    let seed = Seed.fresh()
    var random = SplitMix64(seed: seed &+ round)
    let count = [0, 1, 255, 257, 511, 513, 2000, 3001].randomElement(using: &random) ?? 0
    // As wide as all others but for a few.
    let usual = (title: Int.random(in: 1...70, using: &random), date: Int.random(in: 0...12, using: &random))
    let rows = (0..<count).map { index in
      let isRare = Int.random(in: 0..<1000, using: &random) == 0
      return row(
        String(index), title: isRare ? Int.random(in: 1...80, using: &random) : usual.title,
        date: isRare ? Int.random(in: 0...24, using: &random) : usual.date,
        extras: Int.random(in: 0...3, using: &random))
    }
    for surface in Self.surfaces {
      let measured = text(rows, surface, keeping: .max)
      #expect(text(rows, surface, keeping: 0) == measured, "LISTO_SEED=\(seed) \(count) rows")
    }
  }

  /// A row that no sample meets moves the dates of all others.
  @Test func theOneThatIsMissed() {
    var rows = (0..<1200).map { row(String($0), title: 10, date: 5, extras: 0) }
    rows[1] = row("1", title: 30, date: 20, extras: 0)
    for surface in Self.surfaces {
      let measured = text(rows, surface, keeping: .max)
      #expect(text(rows, surface, keeping: 0) == measured)
      #expect(measured.contains(String(repeating: "t", count: 30)))
    }
  }

  private func row(_ name: String, title: Int, date: Int, extras: Int) -> ReminderRow {
    let words = Wrapping.words(String(repeating: "t", count: title))
    let others = (0..<extras).map { Word("#tag\($0)", .tag, space: $0 == 0 ? 2 : 1) }
    return ReminderRow(
      mark: StyledText("○"), name: name, guides: "", furtherGuides: "", title: words, extras: others,
      date: date > 0 ? StyledText(String(repeating: "d", count: date)) : nil,
      absolute: date > 0 ? String(repeating: "a", count: date / 2 + 1) : nil,
      titleCells: Wrapping.cells(words), extrasCells: Wrapping.cells(others))
  }

  private func text(_ rows: [ReminderRow], _ surface: Surface, keeping mostKept: Int) -> String {
    let openings = [0, rows.count / 3, rows.count / 3, rows.count].map {
      RowSheet.Opening(row: $0, lines: [StyledLine([StyledText("before \($0)")])])
    }
    let sheet = RowSheet(rows.count, below: openings, lead: 8, surface, mostKept: mostKept) {
      Array(rows[$0])
    }
    var text: [UInt8] = []
    sheet.write { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }
}
