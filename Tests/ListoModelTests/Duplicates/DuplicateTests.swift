import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// Reminders that may be one under different UIDs.
@Suite struct DuplicateTests {
  private func score(_ left: [String], _ right: [String]) throws -> Double {
    let sides = try [left, right].map { lines in
      try Likeness(#require(Component(Array(Make.todo(lines).utf8))))
    }
    let score = sides[0].score(with: sides[1]).score
    #expect(score == sides[1].score(with: sides[0]).score)
    #expect((0...1).contains(score))
    return score
  }

  @Test func theScore() throws {
    let milk = ["UID:1", "SUMMARY:Buy milk", "DUE:20260101T100000"]
    #expect(try abs(score(milk, ["UID:2", "SUMMARY:buy  milk!", "DUE:20260101T100000"]) - (1)) < 1e-9)
    #expect(try abs(score(milk, ["UID:2", "SUMMARY:Buy milk"]) - (1 - 0.25 / 4)) < 1e-9)
    #expect(
      try abs(score(milk, ["UID:2", "SUMMARY:Buy milk", "DUE:20260108T100000"]) - (1 - 0.25 / 2)) < 1e-9)
    #expect(try abs(score(milk, milk + ["RELATED-TO:p"]) - (0.9)) < 1e-9)
    #expect(try abs(score(milk, milk + ["DESCRIPTION:two bottles"]) - (1 - 0.15 / 2)) < 1e-9)
    #expect(try abs(score(milk, ["SUMMARY:Sell cows", "DUE:20260101T100000"]) - (0)) < 1e-9)
    #expect(try abs(score(["UID:1"], ["UID:2"]) - (0)) < 1e-9)
  }

  @Test func mergeMakesOneOfThemInAnyOrder() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<40 {
      let files = (0..<3).map { _ in
        let todos = (0..<5).map { _ in
          todo(
            "UID:\(Int.random(in: 0..<1000, using: &random))",
            "SUMMARY:\(["Buy milk", "buy milk", "Call"].pick(using: &random))",
            "LAST-MODIFIED:2026010\(Int.random(in: 1...3, using: &random))T000000Z",
            ["X-A:1", "RELATED-TO:7", "DUE:20260101"].pick(using: &random))
        }
        return Array(calendar(todos.joined(separator: "\r\n")).utf8)
      }
      var options = MergeOptions()
      options.likeness = 0.9
      let all = try Merging(files, options: options).output
      let turned = try Merging([files[2], files[0], files[1]], options: options).output
      #expect(all == turned, "seed \(seed), round \(round)")
      let plain = try Merging(files).output
      #expect(all.count <= plain.count, "seed \(seed), round \(round)")
      let again = try Merging([plain], options: MergeOptions()).output
      #expect(again == plain, "never by default")
    }
  }

  @Test func whatOthersNameIsLeftAlone() throws {
    let files = [
      calendar(
        todo("UID:1", "SUMMARY:a"), todo("UID:3", "SUMMARY:b", "RELATED-TO:1"), todo("UID:4", "SUMMARY:c")),
      calendar(todo("UID:2", "SUMMARY:a"), todo("UID:5", "SUMMARY:c")),
    ]
    var options = MergeOptions()
    options.likeness = 1
    let merged = try Merging(files.map { Array($0.utf8) }, options: options)
    #expect(merged.text.count(of: "BEGIN:VTODO") == 4)
    #expect(merged.plan.report.problems.map(\.code) == [.duplicate])
  }
}
