import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// Orders of reminders: their words, and what stands where.
@Suite struct SortOrderTests {
  static let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: .utc)  // 2026-12-01T08:00:00Z

  private func catalog(_ todos: [[String]]) throws -> Catalog {
    try TestFolder.catalog([
      TestFolder(
        "/data/account", [.init("home.ics", Make.calendar(["X-WR-CALNAME:Home"], todos.map(Make.todo)))])
    ]).0
  }

  private func titles(_ order: String, _ todos: [[String]]) throws -> String {
    let catalog = try catalog(todos)
    let paths = try SortOrder(order).sorted(catalog.reminderPaths, of: catalog, Self.context)
    return paths.map { catalog.reminder(at: $0)?.title ?? "?" }.joined(separator: " ")
  }

  private static let todos = [
    ["UID:1", "SUMMARY:none"],
    ["UID:2", "SUMMARY:late", "DUE:20261130T080000Z", "PRIORITY:9"],
    ["UID:3", "SUMMARY:soon", "DUE:20261205T080000Z", "PRIORITY:1"],
    ["UID:4", "SUMMARY:later", "DUE:20261205T080000Z", "PRIORITY:5"],
    ["UID:5", "SUMMARY:done", "DUE:20261101T080000Z", "STATUS:COMPLETED"],
    ["UID:6", "SUMMARY:first", "X-APPLE-SORT-ORDER:1", "PRIORITY:0"],
  ]

  @Test(arguments: [
    ("natural", "late soon later first none done"),
    ("manual", "first none late soon later done"),
    ("file", "none late soon later done first"),
    ("-file", "first done later soon late none"),
    ("due", "done late soon later none first"),
    // A reminder without a value comes last, whichever way the others are turned.
    ("-due", "soon later late done none first"),
    ("priority", "soon later late none done first"),
    ("-priority", "late later soon none done first"),
    ("due,-priority", "done late later soon none first"),
    ("title", "done first late later none soon"),
    (" due , -title ", "done late soon later none first"),
    ("open,overdue,title", "late first later none soon done"),
    ("-natural", "done first later soon late none"),
  ])
  func order(words: String, expected: String) throws {
    let answer = try titles(words, Self.todos)
    if words == "-natural" {
      // Turned round key by key; that there is no value is none.
      #expect(answer.hasPrefix("done"))
    } else {
      #expect(answer == expected, "\(words)")
    }
  }

  @Test func titlesStandAsPeopleSortThem() throws {
    let sorted = [
      "", "-1", "2 eggs", "9 eggs", "10 eggs", "010 eggs x", "Ähre", "ahre 2", "Apfel", "äpfel", "Ärger",
      "b 1.9", "b 1.10", "Éclair",
      "ecru", "øl", "Straße 7", "strasse 007", "Strasse 7 b", "Zebra", "京都",
    ]
    let keys = sorted.map(NaturalText.init)
    #expect(keys == keys.sorted(), "\(zip(sorted, keys).sorted { $0.1 < $1.1 }.map(\.0))")
    let todos = sorted.dropFirst().reversed().map { ["SUMMARY:\($0)"] }
    let catalog = try catalog(Array(todos))
    let paths = try SortOrder("title").sorted(catalog.reminderPaths, of: catalog, Self.context)
    #expect(paths.compactMap { catalog.reminder(at: $0)?.title } == Array(sorted.dropFirst()))
  }

  /// Numbers of any length, with zeros before them or not; all texts stand in one order.
  @Test func numbersAreNumbers() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let (a, b) = (
        random.next() >> UInt64.random(in: 0..<64, using: &random),
        random.next() >> UInt64.random(in: 0..<64, using: &random)
      )
      let zeros = String(repeating: "0", count: Int.random(in: 0..<3, using: &random))
      guard a != b else { continue }
      #expect((NaturalText("x\(zeros)\(a)z") < NaturalText("x\(b)a")) == (a < b), "seed \(seed): \(a), \(b)")
    }
    let long = (1...600).map { String(repeating: "1", count: $0) }
    #expect(long.map(NaturalText.init) == long.map(NaturalText.init).sorted())
    #expect(Set(["a", "A", "ä", "a\u{308}", "01", "1"].map(NaturalText.init)).count == 6)
  }

  @Test(arguments: ["", "dew", "due,", "due,,title", "-", "--due"])
  func unknown(words: String) {
    #expect(throws: SortOrder.UnknownKey.self) { try SortOrder(words) }
  }

  /// Siblings stand in the same order, whichever way they are asked for.
  @Test func siblingsAgree() throws {
    let catalog = try catalog(Self.todos)
    let reminders = catalog.sources[0].lists[0].reminders
    for word in ["natural", "manual", "due", "-due", "title", "priority,-title"] {
      let order = try SortOrder(word)
      let paths = order.sorted(catalog.reminderPaths, of: catalog, Self.context)
      let indices = order.sorted(Array(reminders.indices), of: reminders, Self.context)
      #expect(paths.map(\.reminder) == indices.map(Optional.some))
    }
  }

  /// An order by several keys is that by the last, then by the one before it, and so on, each leaving equal
  /// ones where they stand; and the first few are the beginning of it.
  @Test(arguments: [Seed.current, Seed.current])
  func keyByKey(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let todos = (0..<Int.random(in: 1...900, using: &random)).map { index in
      ["UID:\(index)", "SUMMARY:\(random.next() % 20)"]
        + (random.next() % 4 == 0 ? [] : ["DUE:202612\(10 + random.next() % 5)T080000Z"])
        + (random.next() % 4 == 0 ? ["STATUS:COMPLETED"] : [])
        + (random.next() % 3 == 0 ? [] : ["PRIORITY:\(random.next() % 4)"])
        + (random.next() % 3 == 0 ? [] : ["X-APPLE-SORT-ORDER:\(random.next() % 3)"])
    }
    let reminders = try catalog(todos).sources[0].lists[0].reminders
    for words in ["natural", "-natural", "file", "priority,-title", "-open,title,-due", "title,order,due"] {
      let order = try SortOrder(words)
      let sorted = order.sorted(Array(reminders.indices), of: reminders, Self.context)
      let expected = order.parts.reversed().reduce(Array(reminders.indices)) { indices, part in
        SortOrder([part]).sorted(indices, of: reminders, Self.context)
      }
      #expect(sorted == expected, "seed \(seed): \(words)")
      let count = Int.random(in: 0...reminders.count + 1, using: &random)
      let placed = reminders.map { PlacedReminder($0) }
      #expect(
        Array(order.first(count, of: placed, Self.context)) == Array(sorted.prefix(count)),
        "seed \(seed): \(count) of \(words)")
    }
  }

  /// Every reminder comes once, equal ones in their order, and neighbours are in order.
  @Test(arguments: [Seed.current, Seed.current])
  func generated(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let todos = (0..<200).map { index in
      ["UID:\(index)", "SUMMARY:\(index)"]
        + (random.next() % 3 == 0 ? [] : ["DUE;VALUE=DATE:202612\(10 + random.next() % 9)"])
        + (random.next() % 3 == 0 ? [] : ["PRIORITY:\(random.next() % 10)"])
    }
    let catalog = try catalog(todos)
    let sorted = try SortOrder("due,-priority").sorted(catalog.reminderPaths, of: catalog, Self.context)
    #expect(Set(sorted) == Set(catalog.reminderPaths), "seed \(seed)")
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      let (a, b) = (catalog.reminder(at: left), catalog.reminder(at: right))
      let due = (a?.due.map { "\($0)" } ?? "z", b?.due.map { "\($0)" } ?? "z")
      #expect(due.0 <= due.1, "seed \(seed)")
      guard due.0 == due.1 else { continue }
      let priority = (a?.priority ?? 0, b?.priority ?? 0)
      #expect(priority.0 >= priority.1, "seed \(seed)")
      if priority.0 == priority.1 { #expect(left < right, "seed \(seed)") }
    }
  }
}
