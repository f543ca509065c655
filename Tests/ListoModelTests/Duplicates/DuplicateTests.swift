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
      var options = MergeOptions.oneList
      options.likeness = 0.9
      let all = try Merging(files, options: options).output
      let turned = try Merging([files[2], files[0], files[1]], options: options).output
      #expect(all == turned, "seed \(seed), round \(round)")
      let plain = try Merging(files).output
      #expect(all.count <= plain.count, "seed \(seed), round \(round)")
      let again = try Merging([plain], options: .oneList).output
      #expect(again == plain, "never by default")
    }
  }

  /// The newest says what it has; what it lacks comes from the newest that has it.
  @Test func nothingThatOneHasIsLost() throws {
    let old = todo(
      "UID:1", "SUMMARY:Bread", "LAST-MODIFIED:20260101T000000Z", "DTSTART:20261210T080000Z",
      "DUE:20261210T090000Z",
      "RRULE:FREQ=WEEKLY", "DESCRIPTION:rye", "CATEGORIES:food", "LOCATION:Market", "BEGIN:VALARM",
      "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM")
    let new = todo(
      "UID:2", "SUMMARY:Bread", "LAST-MODIFIED:20260201T000000Z", "CATEGORIES:home", "DESCRIPTION:white")
    var options = MergeOptions.oneList
    options.likeness = 0.3
    let merged = try Merging([calendar(old), calendar(new)].map { Array($0.utf8) }, options: options).text
    #expect(merged.count(of: "BEGIN:VTODO") == 1)
    for line in [
      "UID:2", "DTSTART:20261210T080000Z", "DUE:20261210T090000Z", "RRULE:FREQ=WEEKLY", "DESCRIPTION:white",
      "CATEGORIES:home,food", "LOCATION:Market", "TRIGGER:-PT5M",
    ] { #expect(merged.contains("\r\n\(line)\r\n"), "\(line)\n\(merged)") }
  }

  /// Generated versions of one reminder: no date, time of day, tag, note or alarm is lost, in any order, and
  /// once more.
  @Test func fillingIsALaw() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var filled = 0
    for round in 0..<Rounds.times(200) {
      func maybe(_ lines: String...) -> [String] { Bool.random(using: &random) ? lines : [] }
      let files = (1...3).map { number -> [UInt8] in
        var lines = [
          "UID:\(number)", "SUMMARY:Bread",
          "LAST-MODIFIED:2026010\(Int.random(in: 1...3, using: &random))T000000Z",
        ]
        lines += maybe(["DUE;VALUE=DATE:20261210", "DUE:20261210T090000"].pick(using: &random))
        lines += maybe("DESCRIPTION:rye") + maybe("CATEGORIES:t\(number)") + maybe("URL:https://a.example")
        lines += maybe("BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT\(number)M", "END:VALARM")
        return Array(calendar(todo(lines.joined(separator: "\r\n"))).utf8)
      }
      var options = MergeOptions.oneList
      options.likeness = 0.1
      let note: Comment = "seed \(seed), round \(round)"
      let result = try Merging(files, options: options)
      let texts = files.map { String(decoding: $0, as: UTF8.self) }
      guard result.text.count(of: "BEGIN:VTODO") == 1 else { continue }
      filled += 1
      for sign in ["DUE", "DUE:20261210T090000", "DESCRIPTION", "t1", "t2", "t3", "URL", "BEGIN:VALARM"]
      where texts.contains(where: { $0.contains(sign) }) {
        #expect(result.text.contains(sign), "\(sign) \(note)\n\(texts.joined())\n\(result.text)")
      }
      #expect(result.text.count(of: "BEGIN:VALARM") <= 1, note)
      #expect(try Merging(files.reversed(), options: options).output == result.output, note)
      #expect(try Merging(files + [result.output], options: options).output == result.output, note)
    }
    #expect(filled > 50, "\(filled)")
  }

  /// The dates of one version stay together: the newest's, or those of one that says all of them and more.
  @Test(arguments: [
    (
      "DTSTART;VALUE=DATE:20260112\r\nDUE;VALUE=DATE:20260112\r\nRRULE:FREQ=WEEKLY",
      "DUE:20260112T090000", false
    ),
    ("DUE;VALUE=DATE:20260112", "DUE:20260112T090000\r\nRRULE:FREQ=WEEKLY", true),
    (
      "DTSTART;VALUE=DATE:20260112",
      "DTSTART;VALUE=DATE:20260112\r\nDUE;VALUE=DATE:20260114\r\nRRULE:FREQ=WEEKLY", true
    ),
  ])
  func datesAreFilledTogether(_ newest: String, _ older: String, _ takesOlder: Bool) throws {
    let files = [
      calendar(todo("UID:1", "SUMMARY:Bread", "LAST-MODIFIED:20260103T000000Z", older)),
      calendar(todo("UID:2", "SUMMARY:Bread", "LAST-MODIFIED:20260105T000000Z", newest)),
    ]
    var options = MergeOptions.oneList
    options.likeness = 0.1
    let merged = try Merging(files.map { Array($0.utf8) }, options: options).text
    #expect(merged.contains("\r\n" + (takesOlder ? older : newest) + "\r\n"), "\(merged)")
    #expect(
      merged.count(of: "DUE") + merged.count(of: "DTSTART") == (takesOlder ? older : newest).count(of: "DUE")
        + (takesOlder ? older : newest).count(of: "DTSTART"))
  }

  @Test func whatOthersNameIsLeftAlone() throws {
    let files = [
      calendar(
        todo("UID:1", "SUMMARY:a"), todo("UID:3", "SUMMARY:b", "RELATED-TO:1"), todo("UID:4", "SUMMARY:c")),
      calendar(todo("UID:2", "SUMMARY:a"), todo("UID:5", "SUMMARY:c")),
    ]
    var options = MergeOptions.oneList
    options.likeness = 1
    let merged = try Merging(files.map { Array($0.utf8) }, options: options)
    #expect(merged.text.count(of: "BEGIN:VTODO") == 4)
    #expect(merged.plan.report.problems.map(\.code) == [.duplicate])
  }
}
