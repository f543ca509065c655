import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The values that make two reminders one, and those that make them two however alike they are.
@Suite struct DuplicateRuleTests {
  private static func item(_ home: Int, _ lines: String...) throws -> DuplicateSearch.Item {
    DuplicateSearch.Item(likeness: try likeness(lines), homes: [home])
  }

  private static func likeness(_ lines: [String]) throws -> Likeness {
    Likeness(try #require(Component(Array(Make.todo(lines).utf8))))
  }

  private static func areOne(_ left: [String], _ right: [String], homes: (Int, Int) = (0, 1)) throws -> Bool {
    let items = try [(left, homes.0), (right, homes.1)].map {
      DuplicateSearch.Item(likeness: try likeness($0.0), homes: [$0.1])
    }
    return !DuplicateSearch.groups(items, atLeast: 0.8).groups.isEmpty
  }

  @Test(arguments: [
    // One is done.
    (["SUMMARY:Buy milk"], ["SUMMARY:Buy milk", "STATUS:COMPLETED"]),
    (["SUMMARY:Buy milk"], ["SUMMARY:Buy milk", "STATUS:CANCELLED"]),
    (
      ["SUMMARY:Buy milk", "COMPLETED:20260101T100000Z"], ["SUMMARY:Buy milk", "COMPLETED:20260108T100000Z"]
    ),
    // Written down anew each month.
    (["SUMMARY:Pay rent", "DUE;VALUE=DATE:20261101"], ["SUMMARY:Pay rent", "DUE;VALUE=DATE:20261201"]),
    (
      ["SUMMARY:Pay rent", "DTSTART;VALUE=DATE:20261101"],
      ["SUMMARY:Pay rent", "DTSTART;VALUE=DATE:20261201"]
    ),
    (["SUMMARY:Pay invoice 1041"], ["SUMMARY:Pay invoice 1042"]),
    (["SUMMARY:Call mum"], ["SUMMARY:Buy milk"]),
  ])
  func areTwo(left: [String], right: [String]) throws {
    #expect(try !Self.areOne(left, right))
    #expect(try !Self.areOne(right, left))
  }

  @Test(arguments: [
    (["SUMMARY:Buy milk"], ["SUMMARY:buy  milk!"]),
    (["SUMMARY:Call the dentist about the cleaning"], ["SUMMARY:Call the dentist about cleaning"]),
    (["SUMMARY:Pay rent", "DUE;VALUE=DATE:20261101"], ["SUMMARY:Pay rent"]),
    (
      ["SUMMARY:Pay rent", "DUE;TZID=Europe/Berlin:20261101T090000"],
      ["SUMMARY:Pay rent", "DUE:20261101T080000Z"]
    ),
    // It moved on between the exports.
    (
      ["SUMMARY:Water the plants", "RRULE:FREQ=WEEKLY", "DUE;VALUE=DATE:20261101"],
      ["SUMMARY:Water the plants", "RRULE:FREQ=WEEKLY", "DUE;VALUE=DATE:20261108"]
    ),
  ])
  func areOne(left: [String], right: [String]) throws {
    #expect(try Self.areOne(left, right))
    #expect(try Self.areOne(right, left))
  }

  @Test func oneFile() throws {
    let milk = ["SUMMARY:Buy milk"]
    #expect(try !Self.areOne(milk, milk, homes: (0, 0)))
    #expect(
      try Self.areOne(milk + ["DUE;VALUE=DATE:20261101"], milk + ["DUE;VALUE=DATE:20261101"], homes: (0, 0)))
    #expect(try !Self.areOne(milk + ["DUE;VALUE=DATE:20261101"], milk, homes: (0, 0)))
    // Two in each file are two pairs, not one of four.
    let items = try [0, 0, 1, 1].enumerated().map { number, home in
      try Self.item(home, "UID:\(number)", "SUMMARY:Buy milk")
    }
    #expect(DuplicateSearch.groups(items, atLeast: 1).groups.map { $0.sorted() } == [[0, 2], [1, 3]])
  }

  /// The first and the last of a chain share one word.
  @Test func chainsAreNoGroups() throws {
    let titles = ["a b c d e f g h i j", "b c d e f g h i j k", "c d e f g h i j k l", "d e f g h i j k l m"]
    let items = try titles.enumerated().map { try Self.item($0, "UID:\($0)", "SUMMARY:\($1)") }
    let groups = DuplicateSearch.groups(items, atLeast: 0.95).groups
    #expect(groups.allSatisfy { $0.count == 2 } && groups.count == 2)
  }

  /// Against all pairs, one by one.
  @Test func noPairIsMissedAndGroupsAreComplete() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var found = 0
    for round in 0..<60 {
      let threshold = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1].pick(using: &random)
      let items = try (0..<40).map { number in
        try Self.item(Int.random(in: 0..<4, using: &random), "UID:\(number)", Self.lines(&random))
      }
      let nodes = DuplicateSearch.nodes(items)
      var pairing = DuplicatePairing(
        items, nodes, atLeast: threshold, DuplicateSearch.Limit(items: items.count))
      pairing.run()
      var wanted: Set<[Int]> = []
      for one in nodes.indices {
        for other in nodes.indices.dropFirst(one + 1) {
          let sides = [one, other].map { items[nodes[$0].items[0]].likeness }
          guard Set(nodes[one].homes).isDisjoint(with: nodes[other].homes), !sides[0].contradicts(sides[1]),
            sides[0].score(with: sides[1]).score + 1e-9 >= threshold
          else { continue }
          wanted.insert([one, other])
        }
      }
      let edges = Set(pairing.edges.map { [Int($0.first), Int($0.second)] })
      #expect(edges == wanted && edges.count == pairing.edges.count, "seed \(seed), round \(round)")
      found += edges.count
      let groups = DuplicateSearch.groups(items, atLeast: threshold).groups
      for group in groups {
        for (place, one) in group.enumerated() {
          for other in group[(place + 1)...] {
            let (left, right) = (items[one].likeness, items[other].likeness)
            #expect(
              !left.contradicts(right) && left.score(with: right).score + 1e-9 >= threshold,
              "seed \(seed), round \(round)")
          }
        }
      }
      #expect(Set(groups.flatMap(\.self)).count == groups.map(\.count).reduce(0, +))
      // The order of the reminders does not count.
      let order = items.indices.shuffled(using: &random)
      let turned = DuplicateSearch.groups(order.map { items[$0] }, atLeast: threshold).groups
      let same = Set(turned.map { Set($0.map { order[$0] }) }) == Set(groups.map { Set($0) })
      #expect(same, "seed \(seed), round \(round)")
    }
    #expect(found > 200)
  }

  private static func lines(_ random: inout SplitMix64) -> String {
    let words = ["call", "the", "dentist", "about", "cleaning", "buy", "milk", "7", "8"]
    var lines = [
      "SUMMARY:"
        + (0..<Int.random(in: 1...7, using: &random)).map { _ in words.pick(using: &random) }
        .joined(separator: " ")
    ]
    if Int.random(in: 0..<3, using: &random) == 0 {
      lines.append(
        [
          "DUE;VALUE=DATE:20260101", "DUE:20260101T100000Z", "DUE:20260101T100000", "DUE;VALUE=DATE:20260102",
          "DUE:20260101T010000Z\r\nRRULE:FREQ=DAILY", "DUE:20260401T100000Z\r\nRRULE:FREQ=DAILY",
        ].pick(using: &random))
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      lines.append(["DESCRIPTION:a b c", "DESCRIPTION:a b d"].pick(using: &random))
    }
    if Int.random(in: 0..<6, using: &random) == 0 { lines.append("RELATED-TO:p") }
    if Int.random(in: 0..<6, using: &random) == 0 { lines.append("STATUS:COMPLETED") }
    return lines.joined(separator: "\r\n")
  }

  /// The comparisons, and the pairs that are kept, grow with the number of reminders, not with that of their
  /// pairs.
  @Test(arguments: [1, 2, 3])
  func manyOfOneTitle(kind: Int) throws {
    let count = 5000
    let items = try (0..<count).map { number in
      let day = Day(daysSince1970: 18_000 + number / 2)
      let date = String(10_000 * day.year + 100 * day.month + day.day)
      let line =
        switch kind {
        case 1: "DUE;VALUE=DATE:\(date)"
        case 2: "PRIORITY:1"
        default: "DESCRIPTION:w\(number) w\(number / 2)"
        }
      return try Self.item(number % 2, "UID:\(number)", "SUMMARY:Buy milk", line)
    }
    let limit = DuplicateSearch.Limit(comparisons: 20 * count, pairs: 10 * count)
    var pairing = DuplicatePairing(items, DuplicateSearch.nodes(items), atLeast: 0.8, limit)
    pairing.run()
    #expect(pairing.edges.count <= limit.pairs)
    // Of those that are all alike in some way it is said that there were too many.
    #expect(pairing.isComplete == (kind != 3))
    if kind != 3 {
      #expect(DuplicateSearch.groups(items, atLeast: 0.8, limit: limit).groups.count == count / 2)
    }
  }
}
