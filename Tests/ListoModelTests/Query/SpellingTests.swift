import ListoTestSupport
import Testing

@testable import ListoModel

/// The known words that an unknown word may have meant.
@Suite struct SpellingTests {
  private static let known = [
    "stored-method", "bad-date", "bad-rule", "rule-without-days", "cyrus", "lock", "clock",
  ]

  @Test(arguments: [
    ("bad-dates", "bad-date"), ("cyru", "cyrus"), ("clokc", "clock"), ("stored", "stored-method"),
    // A part between hyphens, where one word alone has it.
    ("method", "stored-method"), ("Method", "stored-method"), ("date", "bad-date"),
    ("days", "rule-without-days"),
    // Its beginning, sooner than what is spelled alike.
    ("cloc", "clock"), ("clo", "clock"),
  ])
  func nearest(word: String, meant: String) {
    #expect(Spelling.nearest(to: word, in: Self.known) == meant)
  }

  @Test(arguments: ["xyz", "without-d", ""]) func nothingIsGuessed(word: String) {
    #expect(Spelling.nearest(to: word, in: Self.known) == nil)
  }

  /// Words that are too far off are left out early, and no other is found for it.
  @Test func isTheNearestOfAll() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    func word() -> String {
      String((0..<Int.random(in: 0...9, using: &random)).map { _ in Array("abcAé-").pick(using: &random) })
    }
    for _ in 0..<400 {
      let (known, asked) = ((0..<12).map { _ in word() }, word())
      #expect(
        Spelling.nearest(to: asked, in: known) == plainly(asked, known), "\(asked), \(known), seed \(seed)")
    }
  }

  /// By the whole table of each.
  private func plainly(_ word: String, _ known: [String]) -> String? {
    let target = Array(word.lowercased())
    let limit = max(1, target.count / 3)
    var best: (word: String, distance: Int)?
    func begins(_ other: String) -> Bool {
      target.count > 1 && other.lowercased().hasPrefix(word.lowercased())
    }
    for other in known.filter(begins) + known.filter({ !begins($0) }) {
      let distance = begins(other) ? 1 : edits(target, Array(other.lowercased()))
      let isAlike = target.count > 2 && other.lowercased().first == target.first
      if distance <= (isAlike ? max(2, limit) : limit), distance < best?.distance ?? .max {
        best = (other, distance)
      }
    }
    guard best == nil, target.count > 2 else { return best?.word }
    let parts = known.filter { $0.lowercased().split(separator: "-").contains { Array($0) == target } }
    return parts.count == 1 ? parts[0] : nil
  }

  private func edits(_ left: [Character], _ right: [Character]) -> Int {
    var table = (0...left.count).map { row in (0...right.count).map { $0 == 0 ? row : row == 0 ? $0 : 0 } }
    for row in left.indices {
      for column in right.indices {
        var least = min(table[row][column + 1], table[row + 1][column]) + 1
        least = min(least, table[row][column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = least
      }
    }
    return table[left.count][right.count]
  }
}
