import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// A file of todo.txt or Todoist that no one changed is written as it was.
@Suite struct OwnFilesTests {
  private func back(
    _ text: String, _ format: Format, file: String = "tasks.txt"
  ) throws -> (text: String, calendar: String, problems: [Diagnostic], losses: [String: Int]) {
    let (bytes, problems) = try format.iCalendar(of: Array(text.utf8), file: file)
    let written = try Conversion(bytes, to: format, fileName: file)
    return (
      written.text.replacing("\r\n", with: "\n"), String(decoding: bytes, as: UTF8.self), problems,
      written.losses.counts
    )
  }

  // MARK: todo.txt

  @Test(arguments: [
    "(J) Call the plumber\n", "(Z) Call @phone (soon)\n", "x (C) 2026-11-02 2026-11-01 Done h:1\n",
    "Pay due:2026-12-01 +Home @bank\n", "Pay  twice\trec:1w due:2026-12-01 \n",
    "Report rec:5b due:tomorrow\n",
    "+A one\n+B two\n+A three\nnone\n+B four\n", "one\n\n\nfour\n\nsix +A\n", "\none\n", "milk\nmilk\nmilk\n",
    "Build id:1\nSaw p:1 id:2\nMeasure p:2\n", "Saw p:1 +Wood\nBuild id:1\n", "A id:1 p:2\nB id:2 p:1\n",
    "alone p:77\n", "Buy #milk @milk\n", "Buy #milk today\n", "Twice due:2026-01-01 due:2026-02-02\n",
    "@home @home Sweep +House +Yard now\n", "Read uid:4711 due:2026-12-01\n", "x pri:Q Old\n",
  ])
  func aTodoFileComesBack(text: String) throws {
    let found = try back(text, .todoTxt)
    #expect(found.text == text && found.losses.isEmpty, "\(found.losses)")
  }

  @Test func topydosPartsAreLinked() throws {
    // The part comes first, and its own part before it.
    let calendar = try back("Measure p:2\nSaw p:1 id:2\nBuild id:1\nPaint p:1\n", .todoTxt).calendar
    let reminders = try ThereAndBack.reminders(Array(calendar.utf8))
    let uids = Dictionary(uniqueKeysWithValues: reminders.map { ($0.title ?? "", $0.uid ?? "") })
    #expect(reminders.map(\.title) == ["Measure", "Saw", "Build", "Paint"])
    #expect(reminders.map(\.parent) == [uids["Saw"], uids["Build"], nil, uids["Build"]])
    #expect(try back("One id:1\nTwo id:1\n", .todoTxt).problems.map(\.code).contains(.badValue))
  }

  /// Lines that wait for a parent cost no walk over all lines: of these, the first waits until the end, and
  /// each other one for the next.
  @Test func manyLinesWaitForTheirParents() throws {
    let count = 20_000
    let lines =
      ["First p:none"] + (0..<count).map { "Line \($0) id:\($0) p:\($0 + 1)" } + ["Last id:\(count)"]
    let back = try Format.todoTxt.iCalendar(of: Array(lines.joined(separator: "\n").utf8))
    let reminders = try DeclarationTests.reminders(back.bytes)
    #expect(reminders.count == count + 2)
    #expect(reminders[1].parent == reminders[2].uid && reminders[count].parent == reminders[count + 1].uid)
  }

  /// A changed reminder is written anew, with the parts of its line that no field holds.
  @Test func aChangedReminderKeepsTheRest() throws {
    let (_, calendar, _, _) = try back("(K) Saw due:2026-12-01 p:1 rec:1w id:2\nBuild id:1\n", .todoTxt)
    let changed = calendar.replacing("SUMMARY:Saw", with: "SUMMARY:Cut")
    let lines = try Conversion(changed, to: .todoTxt, fileName: "tasks.ics").lines
    #expect(lines[0].hasPrefix("(K) Cut due:2026-12-01 rec:1w id:2 uid:") && lines[0].hasSuffix(" p:1"))
    let other = calendar.replacing("PRIORITY:9", with: "PRIORITY:2")
    #expect(try Conversion(other, to: .todoTxt, fileName: "tasks.ics").lines[0].hasPrefix("(B) Saw"))
  }

  /// Without one of its reminders the others keep their order; numbers that no file has make no empty lines.
  @Test func positionsAreTheFilesOwn() throws {
    let (_, calendar, _, _) = try back("+A one\n\n+B two\n+A three\n", .todoTxt)
    let three = try #require(calendar.range(of: "SUMMARY:three"))
    let begin = try #require(calendar[..<three.lowerBound].ranges(of: "BEGIN:VTODO").last)
    let end = try #require(calendar[three.upperBound...].range(of: "END:VTODO\r\n"))
    let fewer = calendar.replacingCharacters(in: begin.lowerBound..<end.upperBound, with: "")
    #expect(try Conversion(fewer, to: .todoTxt, fileName: "tasks.ics").text == "+A one\n+B two\n")
    let far = calendar.replacing("X-TODOTXT-POSITIONS:3", with: "X-TODOTXT-POSITIONS:300000000")
    #expect(try Conversion(far, to: .todoTxt, fileName: "tasks.ics").text.utf8.count < 100)
  }

  @Test func aListThatIsOnlyItsFileIsNoProject() throws {
    #expect(try back("milk\n", .todoTxt).text == "milk\n")
  }

  @Test func everyTodoFileComesBack() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let words = [
      "milk", "Ärger", "🎂", "#task", "h:1", "12:30", "https://example.org/a", "due:soon", "rec:5b", "(A)",
      "x",
      "2026-12-01", "a+b", "me@example.org", "50%", "%41", "title:x", "pri:1", "note:a%20b", "loc:Berlin",
      "50%41",
    ]
    let keys = [
      "due:2026-12-01", "t:2026-11-30", "rec:1w", "rec:+2m", "rec:1b", "id:7", "p:7", "p:8", "pri:K",
      "due:soon",
      "uid:u1", "alarm:-PT15M", "percent:50", "status:in-process", "due-time:101500",
    ]
    for round in 0..<300 {
      var lines: [String] = []
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        var parts: [String] = []
        if Int.random(in: 0..<4, using: &random) == 0 { parts.append("x") }
        if Bool.random(using: &random) { parts.append("(\(["A", "I", "J", "Z"].pick(using: &random)))") }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          parts.append("2026-11-0\(Int.random(in: 1...9, using: &random))")
        }
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          switch Int.random(in: 0..<8, using: &random) {
          case 0: parts.append("+" + ["House", "Work", "Büro"].pick(using: &random))
          case 1: parts.append("@" + ["home", "task", "a%20b"].pick(using: &random))
          case 2, 3: parts.append(keys.pick(using: &random))
          default: parts.append(words.pick(using: &random))
          }
        }
        let separator = Int.random(in: 0..<8, using: &random) == 0 ? "  " : " "
        lines.append(parts.joined(separator: separator))
        if Int.random(in: 0..<6, using: &random) == 0 { lines.append("") }
      }
      while lines.last == "" { lines.removeLast() }
      let text = lines.map { $0 + "\n" }.joined()
      let found = try back(text, .todoTxt)
      #expect(found.text == text, "LISTO_SEED=\(seed) \(round)")
      #expect(found.losses.isEmpty, "LISTO_SEED=\(seed) \(round) \(found.losses)")
    }
  }

  // MARK: Todoist

  private static let header = TodoistColumn.allCases.map(\.rawValue).joined(separator: ",") + "\n"

  @Test(arguments: [
    "meta,view_style=list,,,,,,,,,,,,,\nnote,About,,,,,Anna (1),,,,,,,,\nnote,More,,,,,,,,,,,,,\ntask,A,,,4,1,,,,,,,,,\n",
    "section,Only,,,,,,,,,,,,,\ntask,A,,,4,1,,,,,,,,,\nsection,Empty,,,,,,,,,,,,,\n",
    "task,A,,,4,1,,,,,,,,,\nsection,Later,,,,,,,,,,,,,\ntask,B,,,4,1,,,,,,,,,\n",
    "task,A,,,4,1,,,,,,,,,\nnote,Hi,,,,,\"Bob \"\"B\"\" (3)\",,,,,,,,\n",
  ])
  func aTemplateComesBack(text: String) throws {
    let found = try back(Self.header + text, .todoist)
    #expect(found.text == Self.header + text)
  }

  /// A changed date is written, and the people stay.
  @Test func aChangedRowIsWrittenAnew() throws {
    let text = Self.header + "task,A,,,4,1,Anna (1),,Oct 5 2026 9:00 AM,en,,,,,\n"
    let calendar = try back(text, .todoist).calendar.replacing("20261005T090000", with: "20261006T090000")
    #expect(
      try Conversion(calendar, to: .todoist).text.contains("task,A,,,4,1,Anna (1),,2026-10-06 09:00,en,,,,,"))
  }

  @Test func everyRowComesBack() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let cells: [TodoistColumn: [String]] = [
      .content: ["Milk", "Milk @home", "@home Milk now", "Ärger  🎂", "mail a@b.c", "@only", "Call @a @a"],
      .description: ["", "one line", "a \"quote\", a comma"], .isCollapsed: ["", "true", "FALSE", "True"],
      .priority: ["1", "2", "3", "4", "", "9"], .author: ["", "Anna (1)"], .responsible: ["", "Kai (2)"],
      .date: [
        "", "2026-12-01", "2026-12-01 10:15", "2026-12-01T10:15:30", "tomorrow", "every monday at 9am",
        "every! 3 days", "every 3rd friday starting 2026-12-01", "Oct 5 2026 9:00 AM",
        "jeden Montag um 9 Uhr",
        "every full moon", "every weekday at 18:00 starting 2026-12-01", "after 2 weeks", "daily",
      ],
      .dateLanguage: ["", "en", "de", "fr"], .timeZone: ["", "Europe/Berlin", "UTC", "Nowhere/Land"],
      .duration: ["", "30", "None", "0"], .durationUnit: ["", "minute", "day", "None"],
      .deadline: ["", "2026-12-24", "Dec 24 2026", "someday"], .deadlineLanguage: ["", "en"],
    ]
    let quoting = CSVQuoting(delimiter: 0x2C)
    for round in 0..<300 {
      var bytes = Array(Self.header.utf8)
      for number in 0..<Int.random(in: 1...5, using: &random) {
        var row = TodoistRow()
        for column in TodoistColumn.allCases { row[column] = cells[column]?.pick(using: &random) ?? "" }
        (row[.type], row[.indent]) = ("task", number == 0 ? "1" : "\(Int.random(in: 1...2, using: &random))")
        row[.content] += " \(number)"
        quoting.append(row.texts, to: &bytes)
      }
      let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      let found = try back(text, .todoist)
      #expect(found.text == text, "LISTO_SEED=\(seed) \(round)")
    }
  }
}
