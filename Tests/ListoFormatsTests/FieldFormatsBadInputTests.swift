import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// One bad item never costs the good ones, in todo.txt, CSV, Todoist's template and Taskwarrior.
@Suite struct FieldFormatsBadInputTests {
  private static func read(
    _ text: String, _ format: Format, names: Set<String> = []
  ) throws -> (titles: [String], problems: [String]) {
    try read(Array(text.utf8), format, names: names)
  }

  private static func read(
    _ bytes: [UInt8], _ format: Format, names: Set<String> = []
  ) throws -> (titles: [String], problems: [String]) {
    let result = try format.iCalendar(of: bytes, file: "in", options: FormatOptions(names: names))
    var titles: [String] = []
    var reader = ItemReader(result.bytes)
    while let item = try reader.next() {
      if case .component(let component) = item { titles.append(component.first(.summary)?.text ?? "") }
      // A list of more values than are read is kept as it came.
      if case .problem(let problem) = item, ![.nulByte, .tooManyValues].contains(problem.code) {
        Issue.record("\(problem)")
      }
    }
    return (titles, result.problems.map { "\($0.line ?? 0) \($0.code.rawValue)" })
  }

  @Test func todoTxt() throws {
    let (titles, problems) = try Self.read(
      "\n  \nOne due:2026-13-01\r\nTwo due:2026-12-01 due:2026-12-02\n(A) Three uid:x\n\u{FEFF}Four", .todoTxt
    )
    #expect(titles == ["One due:2026-13-01", "Two due:2026-12-02", "Three", "\u{FEFF}Four"])
    #expect(problems == ["3 bad-value", "3 invented-stamp", "4 repeated-property"])
    let broken = try Self.read(Array("Gr".utf8) + [0xFC] + Array("n\nTwo\n".utf8), .todoTxt)
    #expect(broken.titles == ["Gr\u{FFFD}n", "Two"] && broken.problems.contains("1 invalid-utf-8"))
    #expect(try Self.read([0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], .todoTxt).problems == ["0 not-utf-8"])
    #expect(try Self.read("", .todoTxt).titles.isEmpty)
  }

  @Test func raggedRows() throws {
    let (titles, problems) = try Self.read(
      """
      Title,Due,Assignee,due
      One,2026-12-01,Ann,
      Two
      Three,soon,,x,y
      "Four
      is long",2026-12-02,,

      ,,,
      Five,"2026-12-03"z,,
      Six,"2026
      """, .csv)
    #expect(titles == ["One", "Two", "Three", "Four\nis long", "Five", "Six"])
    #expect(
      problems == [
        "1 unknown-key", "1 duplicate-key", "2 invented-stamp", "3 bad-syntax", "4 bad-syntax",
        // One word for the column's cells, with their count.
        "4 bad-value", "9 bad-syntax", "10 bad-syntax", "10 bad-syntax",
      ])
    let kept = try Format.csv.iCalendar(of: Array("title,Assignee\nOne,\"Ann, Bob\",z\n".utf8))
    let text = String(decoding: kept.bytes, as: UTF8.self)
    #expect(
      text.contains("X-LISTO-CELL;X-COLUMN=Assignee:Ann\\, Bob\r\n") && text.contains("X-COLUMN=3:z\r\n"))
    #expect(try Self.read("a;b\n1;2\n", .csv).titles.isEmpty)
    #expect(try Self.read("title;due\nOne;2026-12-01\n", .csv).titles == ["One"])
    #expect(try Self.read("'=1+1,x\n", .csv, names: ["safe"]).titles.isEmpty)
    #expect(try Self.read("title,uid\n'=1+1,x\n", .csv, names: ["safe"]).titles == ["=1+1"])
  }

  @Test func templates() throws {
    let (titles, problems) = try Self.read(
      """
      TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
      meta,view_style=list,,,,,,,,
      note,About the project,,,,,,,,
      task,Cake @kitchen,"Long, and
      wide",1,1,Kai (1),,2026-12-01 10:15,en,Europe/Berlin
      note,A comment,,,,,,,,
      task,Flour,,4,2,,,tomorrow,en,
      ,,,,,,,,,
      section,Later,,,,,,,,
      task,Cake,,4,1,,,every week,en,
      task,Cake,,4,1,,,every week,en,
      thing,x,,,,,,,,
      task,Short,,9
      """, .todoist)
    #expect(titles == ["Cake", "Flour", "Cake", "Cake", "Short"])
    #expect(
      problems.filter { !$0.hasSuffix("invented-stamp") } == [
        "7 bad-value", "10 bad-value", "12 bad-value", "13 bad-syntax", "13 bad-value",
      ])
  }

  @Test func subtasksOfATemplate() throws {
    let result = try Format.todoist.iCalendar(
      of: Array("TYPE,CONTENT,INDENT\ntask,A,1\ntask,B,2\ntask,C,3\ntask,D,2\ntask,E,1\n".utf8))
    var parents: [String: String] = [:]
    var titles: [String: String] = [:]
    var reader = ItemReader(result.bytes)
    while let item = try reader.next() {
      guard case .component(let component) = item else { continue }
      let fields = FieldReader.values(of: component, in: .none)
      titles[fields.text(.uid) ?? ""] = fields.text(.title)
      parents[fields.text(.title) ?? ""] = fields.text(.parent)
    }
    #expect(parents.mapValues { titles[$0] } == ["B": "A", "C": "B", "D": "A"])
  }

  @Test func tasks() throws {
    let (titles, problems) = try Self.read(
      """
      [
      {"uuid":"00000000-0000-4000-8000-000000000001","description":"One","status":"pending","due":"soon"},
      {"description":"Two","description":"Three","status":7,"tags":"a","annotations":[1,{"description":"x"}]},
      5,
      {"description":"Four" "status":"pending"},
      {"a":1},
      {"description":"Five","status":"pending"},
      {"description":"Six","sta
      """, .taskwarrior)
    #expect(titles == ["One", "Three", "Five"])
    let told = problems.filter { !$0.hasSuffix("invented-stamp") }
    #expect(
      told == [
        // Of the second task the status and an annotation.
        "2 bad-value", "3 duplicate-key", "3 bad-value", "3 bad-value", "4 bad-value", "5 bad-syntax",
        "6 bad-value", "8 bad-syntax",
      ],
      "\(told)")
    let lines = try Self.read(
      "{\"uuid\":\"1\",\"description\":\"One\"}\n{\"uuid\":\"2\",\n{\"uuid\":\"3\",\"description\":\"Three\"}\n",
      .taskwarrior)
    #expect(lines.titles == ["One", "Three"])
  }

  /// A time that grows with the square of their number would be noticed.
  @Test func manyWordsTakeLinearTime() throws {
    let words = (0..<40_000).map { "w\($0) @t\($0)" }.joined(separator: " ")
    let task = try Self.read(words + "\n", .todoTxt)
    #expect(task.titles.count == 1)
    let cells = String(repeating: ",", count: 200_000)
    #expect(try Self.read("title\(cells)\nOne\(cells)\n", .csv).titles == ["One"])
    let tags = (0..<40_000).map { "tag\($0)" }.joined(separator: ",")
    let calendar = Conversion.calendar("UID:1\nSUMMARY:\(words)\nCATEGORIES:\(tags)")
    for format in [Format.todoTxt, .csv, .taskwarrior, .todoist] {
      let written = try Conversion(calendar, to: format)
      #expect(try Self.read(written.output, format).titles.count == 1)
    }
  }

  @Test func deepNesting() throws {
    let depth = 10_000
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let (titles, problems) = try Self.read(
      "[{\"description\":\"One\",\"x\":\(deep)},\n{\"description\":\"Two\"}]", .taskwarrior)
    #expect(titles == ["One", "Two"] && problems.contains { $0.hasSuffix("nested-too-deep") })
  }

  @Test func everythingCutOffAnywhere() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var fields: [UInt8] = Array("BEGIN:VCALENDAR\r\nX-WR-CALNAME:House\r\n".utf8)
    for _ in 0..<5 { fields += GeneratedFields.fields(&random).component().bytes }
    fields += Array("END:VCALENDAR\r\n".utf8)
    for format in [Format.todoTxt, .csv, .tsv, .todoist, .taskwarrior] {
      let written = try Conversion(fields, to: format).output
      for _ in 0..<60 {
        var bytes = Array(written.prefix(Int.random(in: 0...written.count, using: &random)))
        if Bool.random(using: &random), !bytes.isEmpty {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = try Self.read(bytes, format)
      }
    }
  }

  @Test func formatsAreKnownByTheirContent() {
    func format(_ name: String, _ text: String) -> String {
      switch Recognition(name: name, beginning: Array(text.utf8)[...]) {
      case .format(let format): format.name
      case .ambiguous(let formats): formats.map(\.name).joined(separator: " ")
      case .unknown: ""
      }
    }
    #expect(format("todo.txt", "x done") == "todotxt" && format("notes.txt", "hello") == "todotxt")
    #expect(format("notes.txt", "BEGIN:VCALENDAR\r\n") == "icalendar")
    #expect(format("-", "hello") == "" && format("a.csv", "title,due\n") == "csv")
    #expect(format("-", "title,due\nx,y\n") == "csv" && format("-", "title\tdue\n") == "tsv")
    #expect(format("a.csv", "TYPE,CONTENT,DESCRIPTION\n") == "todoist")
    #expect(format("-", "\u{FEFF}TYPE,CONTENT,DESCRIPTION\n") == "todoist")
    #expect(format("a.tsv", "title\tdue\n") == "tsv" && format("a.csv", "x;y\n") == "")
    #expect(format("-", "[\n{\"uuid\":\"1\",\"status\":\"pending\"") == "taskwarrior")
    #expect(format("a.json", "{\"id\":1,\"status\":\"pending\",\"uuid\":\"1\"}\n{") == "taskwarrior")
  }

  /// In memory too: iCalendar is what it is, and a format that is only written is an error.
  @Test func whatIsNoOtherFormat() throws {
    let calendar = Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8)
    #expect(try Format.iCalendar.iCalendar(of: calendar).bytes == calendar)
    #expect(throws: ICalendarError.self) { try Format.html.iCalendar(of: calendar) }
  }
}
