import ICalendar
import ListoTestSupport
import Testing

@testable import ListoEditing
@testable import ListoModel

/// Two devices that complete occurrences of one series, merged with what both began with.
@Suite struct RepeatingMergeTests {
  /// The result of a merge of two devices.
  private struct Merged {
    let text: String
    let conflicts: Int
    let todos: [Component]

    init(_ base: RepeatingList, _ one: RepeatingList, _ other: RepeatingList) throws {
      let plan = try Merge.plan(
        [MemoryInput(name: "a", Array(one.text.utf8)), MemoryInput(name: "b", Array(other.text.utf8))],
        base: MergeBase(inputs: [MemoryInput(name: "base", Array(base.text.utf8))], sides: [0, 1]))
      var output: [UInt8] = []
      try plan.write { output += $0 }
      (text, conflicts) = (String(decoding: output, as: UTF8.self), plan.report.conflicts)
      var todos: [Component] = []
      var items = ItemReader(output)
      while let item = try items.next() {
        if case .component(let component) = item, component.kind == .vtodo { todos.append(component) }
      }
      self.todos = todos
    }

    var master: Component? { todos.first { $0.line(.uid) == "UID:series" && $0.first(.recurrenceID) == nil } }
    var overrides: [Component] { todos.filter { $0.first(.recurrenceID) != nil } }
    var copies: [Component] { todos.filter { $0.line(.uid) != "UID:series" } }
  }

  private static let stamps: Set<PropertyID> = [.lastModified, .dtstamp]
  private static let alarm = [
    "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:20261201T080000Z", "END:VALARM",
  ]
  private static let daily = ["SUMMARY:A", "DUE:20261201T090000Z"]

  /// Series by what is particular of them.
  private static let lists: [(name: String, list: RepeatingList)] = [
    ("plain", RepeatingList(daily + ["RRULE:FREQ=DAILY"])),
    ("COUNT", RepeatingList(daily + ["RRULE:FREQ=DAILY;COUNT=20"])),
    ("UNTIL", RepeatingList(daily + ["RRULE:FREQ=DAILY;UNTIL=20270101T090000Z", "EXDATE:20261202T090000Z"])),
    (
      "RDATE",
      RepeatingList(daily + ["RRULE:FREQ=DAILY;COUNT=20", "RDATE:20261201T150000Z,20261203T150000Z"])
    ),
    (
      "RDATE on another day",
      RepeatingList(daily + ["RRULE:FREQ=WEEKLY", "RDATE:20261203T150000Z,20261205T150000Z"])
    ),
    ("two rules", RepeatingList(daily + ["RRULE:FREQ=WEEKLY", "RRULE:FREQ=MONTHLY;BYMONTHDAY=4"])),
    ("alarm", RepeatingList(daily + ["RRULE:FREQ=DAILY"] + alarm)),
    (
      "alarm with UID",
      RepeatingList(
        daily + ["RRULE:FREQ=DAILY"] + alarm.dropLast() + [
          "UID:alarm", "ACKNOWLEDGED:20261201T080100Z", "END:VALARM",
        ])
    ),
    (
      "its override",
      RepeatingList(
        daily + ["RRULE:FREQ=DAILY"],
        overrides: [["RECURRENCE-ID:20261201T090000Z", "SUMMARY:B", "DUE:20261201T120000Z"]])
    ),
    (
      "earlier overrides",
      RepeatingList(
        ["SUMMARY:A", "DUE:20261129T090000Z", "RRULE:FREQ=DAILY;COUNT=30"],
        overrides: ["29", "30"].map {
          [
            "RECURRENCE-ID:202611\($0)T090000Z", "DUE:202611\($0)T090000Z", "STATUS:COMPLETED",
            "COMPLETED:20261130T100000Z",
          ]
        })
    ),
    (
      "KOrganizer",
      RepeatingList(
        [
          "SUMMARY:A", "DTSTART:20261101T090000Z", "X-KDE-LIBKCAL-DTRECURRENCE:20261201T090000Z",
          "RRULE:FREQ=DAILY",
        ]
          + alarm)
    ),
    (
      "range",
      RepeatingList(
        daily + ["RRULE:FREQ=DAILY"],
        overrides: [
          ["RECURRENCE-ID;RANGE=THISANDFUTURE:20261201T090000Z", "SUMMARY:B", "DUE:20261201T120000Z"]
        ])
    ),
  ]

  @Test(arguments: Completion.Origin.allCases)
  func theSameOccurrenceIsOneCopyAndOneMove(_ origin: Completion.Origin) throws {
    var merged = 0
    for (name, list) in Self.lists {
      var (one, other) = (list, list)
      guard (try? one.complete(from: origin, at: "20261201T100000Z")) != nil else {
        #expect(origin == .completion, "\(name)")
        continue
      }
      // By the next day the interval is another; so may be what comes after now.
      try other.complete(from: origin, at: origin == .due ? "20261201T110000Z" : "20261202T100000Z")
      merged += 1
      for (left, right) in [(one, other), (other, one)] {
        let result = try Merged(list, left, right)
        let note = "\(name)\n\(left.text)\(right.text)\n\(result.text)"
        #expect(result.conflicts == 0, "\(note)")
        #expect(result.copies.count == one.copies.count, "\(note)")
        let copy = result.copies.first { $0.line(.completed) == "COMPLETED:20261201T100000Z" }
        #expect(copy?.lines(without: Self.stamps) == one.copies[0].lines(without: Self.stamps), "\(note)")
        // The later move, whole.
        let wanted = other.master
        #expect(result.master?.lines(without: Self.stamps) == wanted.lines(without: Self.stamps), "\(note)")
        #expect(result.master?.children.map(\.text) == wanted.children.map(\.text), "\(note)")
        if name == "range" {
          // Of two ranges that say the same the next completion drops the one that is left behind.
          var next = RepeatingList([])
          (next.master, next.overrides) = (try #require(result.master), result.overrides)
          next.copies = result.copies
          try next.complete(at: "20261203T100000Z")
          #expect(next.overrides.count == 1 && next.copies.count == 2, "\(next.text)")
        } else {
          #expect(result.overrides.count == other.overrides.count, "\(note)")
        }
        #expect(try Merged(list, right, left).text == result.text, "\(name)")
      }
    }
    #expect(merged >= (origin == .completion ? 6 : Self.lists.count))
  }

  @Test func oneSideCompletesTwoOccurrences() throws {
    for (name, list) in Self.lists {
      var (one, other) = (list, list)
      try one.complete(at: "20261201T100000Z")
      try one.complete(at: "20261202T100000Z")
      try other.complete(at: "20261201T080000Z")
      let result = try Merged(list, one, other)
      let note = "\(name)\n\(one.text)\(other.text)\n\(result.text)"
      #expect(result.conflicts == 0, "\(note)")
      #expect(result.copies.count == one.copies.count, "\(note)")
      #expect(result.copies.contains { $0.line(.completed) == "COMPLETED:20261201T080000Z" }, "\(note)")
      #expect(
        result.master?.lines(without: Self.stamps) == one.master.lines(without: Self.stamps), "\(note)")
      #expect(result.master?.children.map(\.text) == one.master.children.map(\.text), "\(note)")
      #expect(try Merged(list, other, one).text == result.text, "\(name)")
    }
  }

  @Test func aTitleThatTheOtherSideEdits() throws {
    for (_, list) in Self.lists {
      var (one, other) = (list, list)
      try one.complete(at: "20261201T100000Z")
      other.master.set(.summary, value: Array("New".utf8))
      other.master.set(.lastModified, value: Array("20261201T110000Z".utf8))
      let result = try Merged(list, one, other)
      #expect(result.conflicts == 0 && result.copies.count == one.copies.count)
      #expect(result.master?.line(.summary) == "SUMMARY:New")
      #expect(
        result.master?.lines(without: Self.stamps.union([.summary]))
          == one.master.lines(without: Self.stamps.union([.summary])))
      #expect(
        result.copies.allSatisfy { $0.line(.summary) == one.copies[0].line(.summary) || one.copies.count > 1 }
      )
    }
  }

  @Test func bothOverrideTheSameOccurrence() throws {
    for (name, list) in Self.lists where name != "range" {
      var (one, other) = (list, list)
      try one.complete(.override, at: "20261201T110000Z")
      try other.complete(.override, at: "20261201T100000Z")
      let result = try Merged(list, one, other)
      #expect(result.conflicts == 0 && result.copies.isEmpty, "\(name)\n\(result.text)")
      #expect(result.master?.bytes == list.master.bytes, "\(name)")
      let done = result.overrides.filter { $0.line(.completed) == "COMPLETED:20261201T100000Z" }
      #expect(done.count == 1 && result.overrides.count == one.overrides.count, "\(name)\n\(result.text)")
      #expect(try Merged(list, other, one).text == result.text)
    }
  }

  @Test func bothCompleteTheSeries() throws {
    for (_, list) in Self.lists {
      var (one, other) = (list, list)
      try one.complete(.series, at: "20261201T110000Z")
      try other.complete(.series, at: "20261201T100000Z")
      let result = try Merged(list, one, other)
      #expect(result.conflicts == 0, "\(result.text)")
      #expect(result.master?.line(.completed) == "COMPLETED:20261201T100000Z")
    }
  }

  /// Each in another way: nothing is lost and nothing in conflict; the override is left behind by the move,
  /// and the next completion finds its copy there.
  @Test func eachInAnotherWay() throws {
    let list = Self.lists[1].list
    var (one, other) = (list, list)
    try one.complete(.advance, at: "20261201T100000Z")
    try other.complete(.override, at: "20261201T110000Z")
    let result = try Merged(list, one, other)
    #expect(result.conflicts == 0 && result.copies.count == 1 && result.overrides.count == 1)
    var next = RepeatingList([])
    (next.master, next.overrides, next.copies) = (
      try #require(result.master), result.overrides, result.copies
    )
    try next.complete(at: "20261202T100000Z")
    #expect(next.copies.count == 2 && next.overrides.isEmpty, "\(next.text)")
    // From its rule, and from today: the later.
    var fromToday = list
    try fromToday.complete(.advance, from: .completion, at: "20261203T100000Z")
    let moved = try Merged(list, one, fromToday)
    #expect(moved.conflicts == 0 && moved.copies.count == 1)
    #expect(moved.master?.line(.due) == "DUE:20261204T090000Z")
    // The whole series, and one of it.
    var all = list
    try all.complete(.series, at: "20261201T110000Z")
    let ended = try Merged(list, one, all)
    #expect(ended.conflicts == 0 && ended.master?.line(.status) == "STATUS:COMPLETED")
    #expect(ended.copies.count == 1)
  }

  /// A date that someone chose is no occurrence.
  @Test func datesThatWereChosenAreAConflict() throws {
    let list = Self.lists[0].list
    var (one, other) = (list, list)
    try one.complete(at: "20261201T100000Z")
    other.master.set(.due, value: Array("20261204T171500Z".utf8))
    other.master.set(.lastModified, value: Array("20261201T110000Z".utf8))
    let result = try Merged(list, one, other)
    #expect(result.conflicts == 1 && result.master?.line(.due) == "DUE:20261204T171500Z")
  }

  /// For all changes that two devices make to a series of any kind, no copy is lost, and the order of the
  /// devices does not matter.
  @Test func anySeries() throws {
    var generator = GeneratedSeries(random: SplitMix64(seed: Seed.current))
    var conflicts = 0
    for round in 0..<150 {
      let (list, rule) = generator.next()
      var (one, other) = (list, list)
      let times = (0..<2).map { _ in Int.random(in: 1...2, using: &generator.random) }
      for _ in 0..<times[0] where !one.completesSeries { try one.complete(at: "20270301T100000Z") }
      for _ in 0..<times[1] where !other.completesSeries { try other.complete(at: "20270301T110000Z") }
      let result = try Merged(list, one, other)
      let note =
        "seed \(generator.random.seed), round \(round), \(rule)\n\(one.text)\(other.text)\n\(result.text)"
      let uids = Set((one.copies + other.copies).map { $0.line(.uid) })
      #expect(
        Set(result.copies.map { $0.line(.uid) }) == uids && result.copies.count == uids.count, "\(note)")
      #expect(try Merged(list, other, one).text == result.text, "\(note)")
      #expect(try Merged(list, one, one).copies.count == one.copies.count)
      #expect(result.conflicts == 0, "\(note)")
      conflicts += result.conflicts
    }
  }
}
