import Testing

@testable import ListoCommand

@Suite struct ProgressLineTests {
  private func text(
    _ done: Int, of total: Int?, after elapsed: Double, columns: Int = 80, depth: ColorDepth = .none,
    _ glyphs: Glyphs = .unicode
  ) -> String {
    ProgressLine(label: "Reading", done: done, total: total, elapsed: elapsed)
      .text(columns: columns, depth: depth, glyphs)
  }

  @Test func whatIsKnown() {
    #expect(
      text(212_300_000, of: 495_000_000, after: 0.7, columns: 60)
        == "Reading   42 %  212 of 495 MB  303 MB/s  0:01 left")
    #expect(
      text(212_300_000, of: 495_000_000, after: 0.7)
        == "Reading  ━━━━━━━━━━━────────────────   42 %  212 of 495 MB  303 MB/s  0:01 left")
    #expect(
      text(1_500, of: 9_000, after: 10, .ascii)
        == "Reading  ####........................   16 %  1.5 of 9.0 kB  150 B/s  0:50 left")
  }

  @Test func aPipeHasNoEnd() {
    #expect(text(34_000_000, of: nil, after: 2) == "Reading  34 MB  17 MB/s")
    #expect(text(0, of: nil, after: 2) == "Reading  2 s")
  }

  @Test func hoursAndTheEnd() {
    #expect(text(1_000_000_000, of: 100_000_000_000, after: 60).hasSuffix("  1:39:00 left"))
    #expect(text(1, of: .max, after: 1).hasSuffix("  99:59:59 left"))
    #expect(
      text(5_000_000, of: 5_000_000, after: 1, columns: 50) == "Reading  100 %  5.0 of 5.0 MB  5.0 MB/s")
    // A file that has grown: what is known of the whole is no longer true.
    #expect(text(6_000_000, of: 5_000_000, after: 1, columns: 40) == "Reading  100 %  6.0 MB  6.0 MB/s")
    #expect(text(0, of: 0, after: 1, columns: 30) == "Reading  100 %  0 of 0 B")
  }

  @Test(arguments: [1, 8, 20, 30] + Array(40...200))
  func itFitsEveryWidth(columns: Int) {
    for total in [nil, 0, 1, 999, 12_345, 987_654_321, 123_456_789_012, Int.max] as [Int?] {
      for part in [0.0, 0.001, 0.5, 0.999, 1, 1.5] {
        for elapsed in [0, 0.5, 61, 360_000] {
          for glyphs in [Glyphs.unicode, .ascii] {
            let done = Int(Double(min(total ?? 5_000_000, 1 << 60)) * part)
            let line = text(done, of: total, after: elapsed, columns: columns, glyphs)
            #expect(TextWidth.cells(line) <= max(1, columns - 1))
            if columns >= 40 {
              #expect(line.hasPrefix("Reading  "))
              if total != nil { #expect(line.contains("%")) }
            }
          }
        }
      }
    }
  }

  @Test func coloursAreThoseOfTheTerminal() {
    #expect(!text(5, of: 10, after: 1).contains("\u{1B}"))
    let colored = text(5, of: 10, after: 1, depth: .sixteen)
    #expect(colored.contains("\u{1B}[36m━"))
    let plain = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(plain == text(5, of: 10, after: 1))
  }
}
