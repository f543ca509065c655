import Foundation
import ICalendar
import ListoFormats
import ListoModel
import ListoTestSupport
import Testing

/// Maps: how they are written, what is wrong with one, and that no export can do harm through one.
struct MapTests {
  private static func read(
    _ toml: String, _ export: String, line: Int = #line
  ) throws -> (reminders: [Reminder], lists: [String?], problems: [Diagnostic]) {
    let format = Format(try ExportMap(Array(toml.utf8), name: "test"))
    let (bytes, problems) = try format.iCalendar(of: Array(export.utf8))
    let calendars = try CalendarFile(reading: MemorySource(bytes), file: "test").calendars
    return (calendars.flatMap(\.reminders), calendars.map(\.context.title), problems)
  }

  // MARK: Files

  /// Package.swift, the folder and the table of maps name the same files.
  @Test func eachMapIsEmbedded() throws {
    let folder = Corpus.root + "/Sources/ListoFormats/Maps/Exports"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      $0.replacing(".toml", with: "")
    }
    #expect(Set(files) == Set(ExportMap.names))
    let package = String(decoding: try Corpus.bytes(Corpus.root + "/Package.swift"), as: UTF8.self)
    for name in files { #expect(package.contains("\"\(name)\""), "\(name)") }
    #expect(Format.maps.count == files.count)
    for map in Format.maps {
      #expect(Format.named(map.name)?.title == map.title)
      #expect(!Format.all.contains { $0.name == map.name })
    }
  }

  @Test(arguments: [
    ("records = 3", 1, "a path"),
    ("records = \"$[*]\"\nmarks = [\"a..b\"]", 2, "a path"),
    ("records = \"$[*]\"\n[fields]\ntittle = \"t\"", 3, "did you mean 'title'?"),
    ("records = \"$[*]\"\n[fields]\nnotes = \"n\"", 3, "title is missing"),
    ("records = \"tasks[*]\"\n[fields]\ntitle = \"t\"", 1, "must begin with $"),
    ("[fields]\ntitle = \"t\"", 1, "records"),
    ("records = \"$[*]\"\n[fields]\ntitle = { kee = \"t\" }", 3, "key"),
    (
      "records = \"$[*]\"\n[fields]\ntitle = \"t\"\nstatus = { key = \"s\", words = { x = \"perhaps\" } }", 4,
      "perhaps"
    ),
    (
      "records = \"$[*]\"\n[fields]\ntitle = \"t\"\ndue = { key = \"d\", date = \"julian\" }", 4,
      "milliseconds"
    ),
    ("records = \"$[*]\"\n[fields]\ntitle = { key = \"l\", in = \"$.lists[*]\" }", 3, "on = "),
    ("records = \"$[*]\"\n[fields\ntitle = \"t\"", 2, "]"),
    ("records = \"$[*]\"\n[field]\ntitle = \"t\"", 3, "did you mean that by [field]?"),
    (
      "records = \"$[*]\"\n[fields]\ntitle = { key = \"l\", in = \"lists[*]\", on = \"id\" }", 3,
      "must begin with $, the top"
    ),
    ("format = \"yaml\"\nrecords = \"$[*]\"\n[fields]\ntitle = \"t\"", 1, "json"),
  ])
  func aBrokenMapSaysWhereAndWhy(_ toml: String, _ line: Int, _ words: String) {
    #expect {
      try ExportMap(Array(toml.utf8), name: "test")
    } throws: { error in
      guard let problem = error as? ExportMap.Problem else { return false }
      #expect(problem.line == line, "\(problem)")
      #expect(problem.reason.contains(words), "\(problem)")
      return true
    }
  }

  /// The manual's maps read the exports that stand before them.
  @Test func theExamplesOfTheManualAreRead() throws {
    let page = String(decoding: try Corpus.bytes(Corpus.root + "/man/listo-maps.5"), as: UTF8.self)
    let blocks = page.split(separator: ".Bd -literal -offset indent\n").dropFirst().map { block in
      String(block[..<(block.firstRange(of: ".Ed")?.lowerBound ?? block.endIndex)])
    }
    let examples = blocks.indices.filter { blocks[$0].hasPrefix("title = ") }
    try #require(examples.count == 3)
    let read = try examples.map { try Self.read(blocks[$0], blocks[$0 - 1]) }
    for result in read {
      #expect(!result.problems.contains { $0.severity == .warning }, "\(result.problems)")
    }
    #expect(read.map { $0.reminders.count } == [2, 2, 2])
    #expect(read[0].reminders.map(\.status) == [.needsAction, .cancelled])
    #expect(read[0].reminders[0].priority == 1 && read[0].reminders[0].tags == ["home", "money"])
    #expect(read[1].lists == ["House"] && read[1].reminders[0].tags == ["Next"])
    #expect(read[1].reminders[1].parent == "c1" && read[1].reminders[1].status == .completed)
    #expect(read[2].reminders[1].due?.description == "2026-12-05T09:00:00")
    #expect(read[2].reminders[1].parent == read[2].reminders[0].uid)
  }

  /// The YAML before a note, by the JSON that is kept of it.
  @Test(arguments: [
    ("a: b", #"b"#), ("a: \"x: \\\"y\\\" \\u00e9\\n\"", "x: \"y\" é\n"), ("a: 'it''s'", "it's"),
    ("a: b # comment", "b"), ("a: b#c", "b#c"), ("a:\n  - 1\n  - x", #"["1","x"]"#),
    ("a:\n- 1\n- x", #"["1","x"]"#), ("a: [x, \"y, z\", [[Note|n]]]", #"["x","y, z","[[Note|n]]"]"#),
    ("a: {b: 1, c: [d]}", #"{"b":"1","c":["d"]}"#),
    ("a:\n  - b: 1\n    c: 2\n  - b: 3", #"[{"b":"1","c":"2"},{"b":"3"}]"#),
    ("a:\n  b:\n    c: d\n  e: f", #"{"b":{"c":"d"},"e":"f"}"#),
    ("a: |\n  x\n   y\n\n  z\nb: c", "x\n y\n\nz"),
    ("a: >-\n  x\n  y\n\n  z", "x y\nz"), ("a: \"x\n  y\"", "x y"), ("\"a\": \"[[Q1 Plan]]\"", "[[Q1 Plan]]"),
    ("a: true", "true"), ("a: https://example.org/x", "https://example.org/x"), ("a: 10:30", "10:30"),
    ("a: &anchor b", "&anchor b"), ("a: [unclosed", "[unclosed"),
  ])
  func propertiesOfANote(_ yaml: String, _ kept: String) throws {
    let map = "format = \"note\"\n[fields]\ntitle = \"title\"\nnotes = \"text\"\n"
    let result = try Self.read(map, "---\ntitle: T\n\(yaml)\n---\n\nBody\n\n")
    #expect(result.reminders.map(\.notes) == ["Body"])
    let cell = result.reminders[0].component.properties.first { $0.parameter("X-COLUMN")?.value == "a" }
    #expect(cell?.text == kept)
    #expect(!result.problems.contains { $0.code == .badSyntax }, "\(result.problems)")
  }

  /// A line that is no property is reported, and the others are read.
  @Test func aLineThatIsNoPropertyIsReported() throws {
    let map = "format = \"note\"\n[fields]\ntitle = \"title\"\n"
    let result = try Self.read(map, "---\nnonsense\ntitle: T\n   deeper: x\n---\n")
    #expect(result.reminders.map(\.title) == ["T"])
    #expect(result.problems.filter { $0.code == .badSyntax }.map(\.line) == [2, 4])
    let deep = (0..<5_000).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(try Self.read(map, "---\ntitle: T\n\(deep)\n---\n").reminders.count == 1)
    let nested = "a: " + String(repeating: "[", count: 50_000)
    #expect(try Self.read(map, "---\ntitle: T\n\(nested)\n---\n").reminders.count == 1)
  }

  // MARK: Language

  /// The paths of a rule count from the value of its key.
  @Test func aRuleCountsFromTheValueOfItsKey() throws {
    let result = try Self.read(
      """
      records = "$[*]"
      [fields]
      title = "t"
      due = "d"
      recurrence = { key = "cycle", rule = { frequency = "unit", interval = "every" } }
      """,
      #"[{"t":"A","d":"2026-12-01","cycle":{"unit":"WEEK","every":2,"since":3}},{"t":"B","cycle":null},{"t":"C","cycle":{"unit":"blue"}}]"#
    )
    #expect(result.reminders.map(\.recurrence) == ["FREQ=WEEKLY;INTERVAL=2", nil, nil])
    #expect(result.problems.contains { $0.code == .unknownKey && $0.message.contains("\"cycle.since\"") })
    #expect(result.problems.contains { $0.code == .badValue && $0.message.contains("'blue'") })
  }

  /// Each value in an object that a map does not use is kept, and named by its path.
  @Test func valuesInObjectsAreKept() throws {
    let result = try Self.read(
      """
      records = "$[*]"
      keep = ["due.quiet"]
      ignore = ["due.color", "tags[*].id"]
      [fields]
      title = "t"
      due = "due.at"
      tags = "tags[*].name"
      """,
      #"[{"t":"A","due":{"at":"2026-12-01","grace":3,"quiet":1,"color":"red"},"tags":[{"id":1,"name":"x","rank":7},{"id":2,"name":"y"}]}]"#
    )
    let cells = result.reminders[0].component.properties.filter { $0.name == "X-LISTO-CELL" }
    #expect(
      cells.map { "\($0.parameter("X-COLUMN")?.value ?? "")=\($0.text)" } == [
        "due.grace=3", "due.quiet=1", "tags[*].rank=7",
      ])
    #expect(result.problems.filter { $0.code == .unknownKey }.count == 2)
    #expect(result.reminders[0].tags == ["x", "y"])
  }

  /// A value by which nothing is found is kept, and reported: of tags, of parents, of zones.
  @Test func valuesThatNameNothingAreReported() throws {
    let result = try Self.read(
      """
      records = "$.tasks[*]"
      skip = { gone = true }
      [fields]
      id = "id"
      title = "t"
      parent = "under"
      list = { key = "list", in = "$.lists[*]", on = "id", take = "name" }
      tags = { key = "marks[*]", in = "$.marks[*]", on = "id", take = "name" }
      due = { key = "due", date = "seconds", zone = "zone" }
      alarms = { key = "before", ahead = "minutes" }
      """,
      """
      {"tasks": [{"id": 1, "t": "A", "under": 2, "marks": ["a", "z"], "list": 9, "before": 5},
                 {"id": 2, "t": "B", "gone": true}, {"id": 3, "t": "C", "due": 1796115600, "zone": "Nowhere/Land"}],
       "marks": [{"id": "a", "name": "x"}], "lists": [{"id": 8, "name": "L"}]}
      """)
    #expect(result.reminders.map(\.parent) == [nil, nil] && result.reminders[0].tags == ["x"])
    #expect(result.reminders[0].alarms.isEmpty)
    let messages = result.problems.filter { $0.code == .badValue }.map(\.message).joined(separator: "\n")
    for part in [
      "'2', which is the id of no record", "'z', which no record at $.marks[*] has as id",
      "'9', which no record at $.lists[*]", "'Nowhere/Land', which is not a time zone", "\"before\" is '5'",
    ] {
      #expect(messages.contains(part), "\(part) in \(messages)")
    }
  }

  /// Of the objects that a key leads to, only some may count.
  @Test func objectsCountByTheirMembers() throws {
    let result = try Self.read(
      """
      records = "$[*]"
      [fields]
      title = "t"
      due = "due"
      start = "start"
      tags = { key = "marks[*]", where = { kind = ["label", "tag"] }, take = "name" }
      alarms = [{ key = "bells[*]", where = { of = "due" }, take = "at", from = "due" }, { key = "bells[*]", where = { of = "start" }, take = "at" }]
      """,
      """
      [{"t": "A", "due": "2026-12-05", "start": "2026-12-01",
        "marks": [{"kind": "label", "name": "x"}, {"kind": "icon", "name": "y"}, {"kind": "tag", "name": "z"}],
        "bells": [{"of": "start", "at": "-PT1H"}, {"of": "due", "at": "-P1D"}]}]
      """)
    #expect(result.reminders[0].tags == ["x", "z"])
    #expect(result.reminders[0].alarms.map(\.isRelatedToEnd) == [true, false])
  }

  @Test func listsAreTakenFromWhatHoldsTheRecords() throws {
    let result = try Self.read(
      """
      records = "$.boards[*].cards[*]"
      [fields]
      title = "t"
      list = "^.name"
      tags = { key = "labels[*]", in = "$.labels[*]", on = "id", take = ["name", "color"] }
      """,
      """
      {"boards": [{"cards": [{"t": "A", "labels": [1, 2]}], "name": "Behind"}, {"name": "Before", "cards": [{"t": "B"}]}],
       "labels": [{"id": 1, "name": "one"}, {"id": 2, "name": "", "color": "red"}]}
      """)
    #expect(result.lists == ["Behind", "Before"])
    #expect(result.reminders.map(\.tags) == [["one", "red"], []])
  }

  @Test func wordsMayStandForNothingAndForAnythingElse() throws {
    let result = try Self.read(
      """
      records = "$[*]"
      [fields]
      title = "t"
      status = [{ key = "gone", words = { true = "cancelled", "*" = "" } }, { key = "s", words = { fin = "completed", "*" = "in-process" } }]
      """,
      #"[{"t":"A","gone":true,"s":"fin"},{"t":"B","gone":false,"s":"fin"},{"t":"C","s":"other"}]"#)
    #expect(result.reminders.map(\.status) == [.cancelled, .completed, .inProcess])
  }

  @Test func subtasksWithoutIdentifiersAreBelowTheirParents() throws {
    let result = try Self.read(
      """
      records = "$[*]"
      [fields]
      title = "t"
      [[children]]
      at = "parts[*]"
      """,
      #"[{"t":"A","parts":[{"t":"B","parts":[{"t":"C"}]}]},{"t":"A","parts":[{"t":"B","parts":[{"t":"C"}]}]}]"#
    )
    let titles = Dictionary(grouping: result.reminders, by: \.uid)
    #expect(titles.count == 6)
    for reminder in result.reminders where reminder.title != "A" {
      let parent = result.reminders.first { $0.uid == reminder.parent }?.title
      #expect(parent == (reminder.title == "B" ? "A" : "B"))
    }
  }

  // MARK: Harm

  /// Subtasks that hold each other without end, parents in a circle, and paths through everything end.
  @Test func hostileExportsEnd() throws {
    var nested = #"{"t":"x"}"#
    for _ in 0..<300 { nested = #"{"t":"x","parts":[\#(nested)]}"# }
    let deep = try Self.read(
      "records = \"$[*]\"\n[fields]\ntitle = \"t\"\n[[children]]\nat = \"parts[*]\"", "[\(nested)]")
    #expect(deep.reminders.count == 33)
    #expect(deep.problems.contains { $0.code == .nestedTooDeep })

    let circle = try Self.read(
      "records = \"$[*]\"\n[fields]\nid = \"i\"\nparent = \"p\"\ntitle = \"t\"",
      #"[{"i":1,"p":2,"t":"A"},{"i":2,"p":1,"t":"B"},{"i":3,"p":9,"t":"C"}]"#)
    #expect(circle.reminders.count == 3)
    #expect(circle.problems.contains { $0.code == .badValue && $0.message.contains("id of no record") })

    let wide = "[" + Array(repeating: #"{"t":[["a","b"],["c"]]}"#, count: 2_000).joined(separator: ",") + "]"
    let many = try Self.read("records = \"$[*]\"\n[fields]\ntitle = \"t\"\ntags = \"t.*.*\"", wide)
    #expect(many.reminders.count == 2_000)
  }

  /// A join of 20,000 records with as many takes time for each, and not for each pair.
  @Test func joinsGrowWithTheRecords() throws {
    func seconds(_ count: Int) throws -> Double {
      let cards = (0..<count).map { #"{"t":"card \#($0)","l":\#($0)}"# }.joined(separator: ",")
      let lists = (0..<count).map { #"{"id":\#($0),"name":"list \#($0 % 10)"}"# }.joined(separator: ",")
      let start = ContinuousClock.now
      let result = try Self.read(
        """
        records = "$.cards[*]"
        [fields]
        title = "t"
        list = { key = "l", in = "$.lists[*]", on = "id", take = "name" }
        """, "{\"cards\":[\(cards)],\"lists\":[\(lists)]}")
      #expect(result.reminders.count == count && result.lists.count == 10)
      return Double((ContinuousClock.now - start).components.attoseconds) / 1e18
        + Double((ContinuousClock.now - start).components.seconds)
    }
    let (few, many) = (try seconds(2_000), try seconds(20_000))
    #expect(many < max(few, 0.05) * 40, "\(few) s, \(many) s")
  }

  /// Nothing of an export is taken for another one: each map reads an empty document of its kind, and says
  /// that it has no records.
  @Test(arguments: ExportMap.names) func anotherExportHasNoRecords(_ name: String) throws {
    let format = try #require(Format.named(name))
    for text in [#"{"something":[{"else":1}]}"#, "a,b\n1,2\n", "<x><y>1</y></x>", ""] {
      let (_, problems) = try format.iCalendar(of: Array(text.utf8))
      #expect(problems.contains { $0.code == .badSyntax }, "\(name): \(text)")
    }
  }
}
