import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct MarkdownTests {
  private func read(_ text: String) throws -> (reminders: [Reminder], problems: [Diagnostic]) {
    let (bytes, problems) = try Format.markdown.iCalendar(of: Array(text.utf8), file: "a.md")
    return (try ThereAndBack.reminders(bytes), problems.filter { $0.code != .inventedStamp })
  }

  // MARK: Where tasks stand

  private func tasks(_ text: String) throws -> [String] {
    let (reminders, _) = try read(text)
    return reminders.map { reminder in
      let parent = reminders.first { $0.uid == reminder.parent }?.title
      return [parent, reminder.title, reminder.notes].compactMap { $0 }.joined(separator: "|")
    }
  }

  @Test(arguments: [
    // Callouts and quotes.
    ("> [!todo] Shopping\n> - [ ] A\n>   - [x] B\n> - [ ] C\n", ["A", "A|B", "C"]),
    (">- [ ] A\n> > - [ ] B\n", ["A", "B"]), ("- [ ] A\n> - [ ] B\n- [ ] C\n", ["A", "B", "C"]),
    ("> - [ ] A\n>   more\n>\n>   and more\n> text\n", ["A|more\n\nand more\ntext"]),
    ("> - [ ] A\nlazy\n\nnot lazy\n", ["A|lazy"]), ("> - [ ] A\n- [ ] B\n  b\n", ["A", "B|b"]),
    (
      "- [ ] A\n  > quoted\n  > - [ ] B\n  > ```\n  > - [ ] no\n  > ```\n",
      ["A|> quoted", "A|B|> ```\n> - [ ] no\n> ```"]
    ),
    ("- [ ] A\n> just a quote\n- [ ] B\n", ["A|> just a quote", "B"]),
    ("> ```\n> - [ ] no\n> ```\n> - [ ] A\n", ["A"]), ("> ```\n> - [ ] no\n- [ ] A\n", ["A"]),
    ("> # Heading\n> - [ ] A\n", ["A"]),
    // Comments and what is shown as it stands.
    ("<!-- - [ ] no -->\n- [ ] A\n", ["A"]), ("<!--\n- [ ] no\n\n# no\n-->\n- [ ] A\n", ["A"]),
    (
      "- [ ] A\n\n  <!-- x\n  - [ ] no\n  -->\n- [ ] B <!-- c -->\n",
      ["A|<!-- x\n- [ ] no\n-->", "B <!-- c -->"]
    ),
    ("<pre>\n- [ ] no\n</pre>\n- [ ] A\n", ["A"]), ("<Script src=x>\n- [ ] no\n</SCRIPT>\n- [ ] A\n", ["A"]),
    ("<prefix>\n- [ ] A\n", ["A"]), ("> <!--\n> - [ ] no\n> -->\n> - [ ] A\n", ["A"]),
    ("> <!--\n> - [ ] no\n- [ ] A\n", ["A"]), ("~~~\n- [ ] no\n~~~\n- [ ] A\n", ["A"]),
  ])
  func tasksAreFoundWhereTheyAre(text: String, expected: [String]) throws {
    #expect(try tasks(text) == expected)
    #expect(MarkdownReader.hasTask(Array(text.utf8)[...]))
  }

  @Test(arguments: ["<!--\n- [ ] no\n", "```\n- [ ] no\n"])
  func whatHasNoEndIsTold(text: String) throws {
    let (reminders, problems) = try read("- [ ] A\n\n" + text)
    #expect(reminders.map(\.title) == ["A"])
    #expect(problems.contains { $0.code == .badSyntax && $0.line == 3 }, "\(problems)")
  }

  /// A box says what only other fields did, and that is told.
  @Test(arguments: ["markdown", "markdown+obsidian", "markdown+dataview"])
  func aStatusThatIsAddedIsTold(name: String) throws {
    let choice = try FormatChoice(name)
    for (line, count) in [
      ("PERCENT-COMPLETE:100", 1), ("COMPLETED:20261201T000000Z", 1), ("STATUS:COMPLETED", 0), ("X-A:1", 0),
    ] {
      let calendar = Conversion.calendar("UID:1\nSUMMARY:a\n\(line)")
      let losses = try Conversion(calendar, to: choice.format, options: choice.options, keepingEntries: true)
        .losses
      #expect(
        losses.counts["missing status", default: 0] == (name.hasSuffix("dataview") ? 0 : count),
        "\(line): \(losses.counts)")
    }
  }

  @Test(arguments: ["PERCENT-COMPLETE:25", "PERCENT-COMPLETE:100"])
  func dataviewSaysThatThereWasNoStatus(line: String) throws {
    let back = try ThereAndBack(Conversion.calendar("UID:1\nSUMMARY:a\n\(line)"), .markdown, ["dataview"])
    #expect(back.after.map(\.writtenStatus) == [nil] && back.changes(of: [.status, .percent]).isEmpty)
    let edited = back.written.text.replacingOccurrences(of: "- [x]", with: "- [ ]").replacingOccurrences(
      of: "- [/]", with: "- [x]")
    #expect(
      try read(edited).reminders.first?.writtenStatus == (line.hasSuffix("25") ? .completed : .needsAction))
  }

  // MARK: Text

  @Test(arguments: [
    ("*a* #b [x] <i>", "\\*a\\* \\#b \\[x\\] \\<i>"), ("snake_case stays", "snake_case stays"),
    ("_a_", "\\_a\\_"),
    ("# no heading", "\\# no heading"), ("1. no list", "1\\. no list"),
    ("C# and 10:15:30", "C# and 10:15:30"),
    (" blanks ", "&#32;blanks&#32;"), ("a\nb", "a&#10;b"), ("R&D &amp; AT&T;", "R&D \\&amp; AT\\&T;"),
    ("https://example.org/a~b?x=1", "https://example.org/a~b?x=1"), ("- no item", "\\- no item"),
    ("https://example.org/a(b:: c)", "https://example.org/a(b:\\: c)"),
    ("https://example.org/Test::More", "https://example.org/Test::More"),
    ("only $1", "only $1"), ("$a$", "\\$a\\$"), (":smile:", "\\:smile:"), ("C:\\dir", "C:\\\\dir"),
  ])
  func textIsEscapedWhereItMust(text: String, written: String) {
    #expect(MarkdownText.escape(text) == written)
    #expect(MarkdownText.decode(written[...]) == text)
  }

  @Test func everyTextComesBack() {
    let seed = Seed.current
    var generated = AwkwardReminders(seed: seed)
    for _ in 0..<3000 {
      let text = generated.text(lines: true)
      #expect(MarkdownText.decode(MarkdownText.escape(text)[...]) == text, "LISTO_SEED=\(seed)")
    }
  }

  /// A text that stands as it is by its bytes does so by its characters.
  @Test func textsByTheirBytesAreThoseByTheirCharacters() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces = [
      "a", "vi", "Local variables", "modeſ", "7", "7.", ")", "(", ":", "::", ": ", " ", "  ", "-", "+", "|",
      ">", "=", "%",
      "#", "é", "日本", "✅", "\u{FE0F}", "!", "\"", "'", "/", "http://", ";", "?", "@", "}", "{", "<", "&", "$",
      "_", "\n", "ex",
    ]
    var plain = 0
    for _ in 0..<6000 {
      let count = Int.random(in: 0...5, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      #expect(
        MarkdownText.escape(text) == MarkdownText.escape(byCharacters: text),
        "LISTO_SEED=\(seed) \(String(reflecting: text))")
      if MarkdownText.isPlain(text) { plain += 1 }
    }
    #expect(plain > 100)
  }

  @Test func markupOfOthersStaysAsItIs() throws {
    let (reminders, _) = try read("- [ ] **bold** `a\\*b` [link](x) a\\_b &lt; &copy;\n")
    // A text with markup stays Markdown, with its escapes; one without says what it shows.
    #expect(reminders.first?.title == "**bold** `a\\*b` [link](x) a\\_b &lt; &copy;")
    #expect(try read("- [ ] a\\_b &lt; \\#c\n").reminders.first?.title == "a_b < #c")
  }

  // MARK: Rules

  @Test(arguments: [
    ("FREQ=DAILY", "every day"), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "every 2 weeks on Monday, Friday"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,15", "every month on the 1st, 15th"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last"),
    ("FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tuesday"),
    ("FREQ=MONTHLY;BYDAY=-2FR", "every month on the 2nd last Friday"), ("FREQ=YEARLY", "every year"),
    ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "every December on the 24th"),
    ("FREQ=DAILY;COUNT=10", "every day for 10 times"),
    ("FREQ=WEEKLY;UNTIL=20270131", "every week until January 31, 2027"),
    ("FREQ=HOURLY;INTERVAL=3", "every 3 hours"),
  ])
  func rulesAreWords(rule: String, words: String) throws {
    #expect(RepeatWords.words(rule) == words)
    let back = try #require(RepeatWords.rule(words))
    #expect(try RecurrenceRule.parse(Array(back.utf8)[...]) == RecurrenceRule.parse(Array(rule.utf8)[...]))
  }

  @Test(arguments: [
    "FREQ=YEARLY;BYYEARDAY=1", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", "FREQ=WEEKLY;UNTIL=20270101T000000Z",
    "FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=MO", "FREQ=DAILY;BYHOUR=9", "FREQ=SECONDLY", "nonsense",
  ])
  func rulesThatWordsCannotSayHaveNone(rule: String) { #expect(RepeatWords.words(rule) == nil) }

  @Test(arguments: [
    "every blue moon", "each day", "every", "every 0 days", "every week on", "every day for ever", "",
  ])
  func wordsThatNoOneKnowsAreNoRule(words: String) { #expect(RepeatWords.rule(words) == nil) }

  // MARK: Both ways

  @Test(arguments: [[], ["obsidian"], ["dataview"]] as [Set<String>])
  func whatIsDeclaredExactComesBack(options: Set<String>) throws {
    let seed = Seed.current
    var generated = AwkwardReminders(seed: seed)
    let trip = try ThereAndBack(generated.calendar(200), .markdown, options)
    #expect(trip.after.count == 200, "LISTO_SEED=\(seed)")
    if options.isEmpty {
      // Without identifiers: the same titles, notes and rules, each as often.
      for field in [FieldID.title, .notes, .recurrence] {
        let texts = { (reminders: [Reminder]) in
          reminders.map { Field[field].get($0)?.description ?? "" }.sorted()
        }
        let (before, after) = (texts(trip.before), texts(trip.after))
        if field == .recurrence {
          #expect(
            before.filter { !$0.isEmpty }.count == after.filter { !$0.isEmpty }.count, "LISTO_SEED=\(seed)")
        } else {
          #expect(before == after, "LISTO_SEED=\(seed)")
        }
      }
    } else {
      let fields: [FieldID] = [.uid, .title, .notes, .status, .parent]
      let changes = trip.changes(of: fields)
      #expect(changes.isEmpty, "LISTO_SEED=\(seed)")
      for (old, new) in zip(trip.before, trip.before.map { old in trip.after.first { $0.uid == old.uid } }) {
        #expect(old.due?.day == new?.due?.day && old.start?.day == new?.start?.day, "LISTO_SEED=\(seed)")
        let rule = { (raw: String?) in raw.flatMap { try? RecurrenceRule.parse(Array($0.utf8)[...]) } }
        #expect(rule(old.recurrence) == rule(new?.recurrence), "LISTO_SEED=\(seed)")
      }
    }
  }

  @Test func theTableOfSignsIsObsidians() throws {
    let line =
      "- [/] Pay #home/bills 🆔 a-1 ⛔ b,c ⏫ 🔁 every week on Monday 🏁 delete ➕ 2026-11-01 🛫 2026-11-02 ⏳ 2026-11-03 📅 2026-11-04 ^x\n"
    let (reminders, problems) = try read(line)
    let reminder = try #require(reminders.first)
    #expect(problems.isEmpty)
    #expect(reminder.title == "Pay" && reminder.tags == ["home/bills"] && reminder.uid == "a-1")
    #expect(reminder.priority == 3 && reminder.status == .inProcess)
    #expect(reminder.recurrence == "FREQ=WEEKLY;BYDAY=MO")
    #expect(reminder.due?.description == "2026-11-04" && reminder.start?.description == "2026-11-02")
    #expect(reminder.created?.description == "2026-11-01")
    let again = try Conversion(
      Array("BEGIN:VCALENDAR\n".utf8) + reminder.component.bytes + Array("END:VCALENDAR\n".utf8),
      to: .markdown, options: FormatOptions(names: ["obsidian"]))
    #expect(again.lines.last.map(String.init)?.appending("\n") == line)
  }

  /// The next date of such a reminder is counted from its completion.
  @Test(arguments: ["every day when done", "every week on Monday when done", "every 3 months when done"])
  func whenDoneIsKept(words: String) throws {
    let line = "- [ ] Water 🔁 \(words) 📅 2026-11-04"
    let reminder = try #require(try read(line + "\n").reminders.first)
    #expect(reminder.repeatsFromCompletion)
    #expect(reminder.recurrence.map { (try? RecurrenceRule.parse(Array($0.utf8)[...])) != nil } == true)
    #expect(reminder.component.first(.xListoRepeatFrom)?.rawText == "COMPLETION")
    let calendar = Array("BEGIN:VCALENDAR\n".utf8) + reminder.component.bytes + Array("END:VCALENDAR\n".utf8)
    let again = try Conversion(calendar, to: .markdown, options: FormatOptions(names: ["obsidian"]))
    #expect(again.lines.last.map(String.init)?.hasPrefix("- [ ] Water") == true)
    #expect(again.lines.last.map(String.init)?.contains("🔁 \(words)") == true)
    #expect(!again.losses.counts.keys.contains { $0.contains("propert") })
    let plain = try Conversion(calendar, to: .markdown)
    #expect(plain.losses.counts["property"] == 1)
  }

  @Test(arguments: [
    ("📅 2026-12-01 🔺", "2026-12-01", 1), ("📆\u{FE0F} 2026-12-01 ⏬", "2026-12-01", 9),
    ("🗓️ 2026-12-01 🔽", "2026-12-01", 7),
    ("[due:: 2026-12-01] (priority:: medium)", "2026-12-01", 5), ("#a 📅 2026-12-01 #b 🔼 #c", "2026-12-01", 5),
  ])
  func bothNotationsAreReadInAnyOrder(fields: String, due: String, priority: Int) throws {
    let reminder = try #require(try read("- [ ] A title \(fields)\r\n").reminders.first)
    #expect(reminder.title == "A title" && reminder.due?.description == due && reminder.priority == priority)
  }

  @Test func dataviewHoldsMoreThanSigns() throws {
    let calendar = Conversion.calendar(
      "UID:a b?\nSUMMARY:A\nLOCATION:Town [hall]\\, (left)\nURL:https://example.org/x\nPERCENT-COMPLETE:25")
    let trip = try ThereAndBack(calendar, .markdown, ["dataview"])
    #expect(trip.changes(of: [.uid, .title, .location, .url, .percent]) == [])
    #expect(trip.written.losses.counts == ["calendar property": 1])
  }

  // MARK: Structure

  @Test func headingsAreListsAndIndentationSubtasks() throws {
    let text = """
      # Home
      ## Kitchen
      - [ ] Clean
          - [x] Sink
          * [-] Oven

            With the
            steel wool.

        Back to cleaning.
      ## Garden
      1. [ ] Mow
      2. [X] Rake

      """
    for ends in ["\n", "\r\n"] {
      let (bytes, problems) = try Format.markdown.iCalendar(
        of: Array(text.replacingOccurrences(of: "\n", with: ends).utf8), file: "a.md")
      #expect(problems.allSatisfy { $0.code == .inventedStamp })
      let calendars = try CalendarFile(reading: MemorySource(bytes), file: "a").calendars
      #expect(calendars.map(\.context.title) == ["Kitchen", "Garden"])
      #expect(calendars.map(\.context.identifier) == ["Home/Kitchen", "Home/Garden"])
      let kitchen = calendars[0].reminders
      #expect(kitchen.map(\.title) == ["Clean", "Sink", "Oven"])
      #expect(kitchen[1].parent == kitchen[0].uid && kitchen[2].parent == kitchen[0].uid)
      #expect(kitchen.map(\.status) == [.needsAction, .completed, .cancelled])
      #expect(kitchen[2].notes == "With the\nsteel wool." && kitchen[0].notes == "Back to cleaning.")
      #expect(calendars[1].reminders.map(\.isCompleted) == [false, true])
    }
  }

  @Test func codeAndProseAndFrontMatterAreNoTasks() throws {
    let text = """
      ---
      tags: [x]
      - [ ] front matter
      ---
      Prose, and more.

      ```
      - [ ] in code
      ```
      ~~~~md
      - [ ] in code
      ```
      - [ ] still in code
      ~~~~
      - plain item
      - [ ] real

            indented

        ```sh
        - [ ] code of its own
        ```
      - [] no box
      - [xx] no box

      """
    let (reminders, problems) = try read(text)
    #expect(reminders.map(\.title) == ["real"])
    #expect(reminders.first?.notes == "    indented\n\n```sh\n- [ ] code of its own\n```")
    #expect(problems.map(\.code) == [.notATask])
    #expect(problems.first?.line == 5)
  }

  @Test func twoTasksOfOneTitleAreTwo() throws {
    let (reminders, _) = try read("- [ ] Milk\n- [ ] Milk\n")
    #expect(Set(reminders.map(\.uid)).count == 2)
    #expect(try read("- [ ] Milk\n- [ ] Milk\n").reminders.map(\.uid) == reminders.map(\.uid))
  }

  /// The dates of Obsidian's Kanban boards stand behind the title, with or without a time.
  @Test(arguments: [
    ("Pay @{2026-12-01}", "Pay" as String?, "2026-12-01" as String?),
    ("Pay @{2026-12-01} @@{09:05}", "Pay", "2026-12-01T09:05:00"),
    ("Pay @@{9:05} @{2026-12-01} #home", "Pay", "2026-12-01T09:05:00"),
    ("Pay @[[2026-12-01]] @@{23:59}", "Pay", "2026-12-01T23:59:00"),
    ("Pay @{2026-12-01} 📅 2026-12-05", "Pay", "2026-12-01"),
    ("Pay @{2026-02-30}", "Pay @{2026-02-30}", nil), ("Pay @@{09:00}", "Pay @@{09:00}", nil),
    ("Pay @{2026-12-01} @@{25:00}", "Pay @{2026-12-01} @@{25:00}", nil),
    ("Pay bo@{2026-12-01}", "Pay bo@{2026-12-01}", nil), ("Pay @@{2026-12-01}", "Pay @@{2026-12-01}", nil),
    ("Pay @{2026-12-01} now", "Pay @{2026-12-01} now", nil), ("@{2026-12-01}", nil, "2026-12-01"),
  ])
  func datesOfKanbanBoards(text: String, title: String?, due: String?) throws {
    let reminder = try #require(try read("- [ ] \(text)\n").reminders.first)
    #expect(reminder.title == title && reminder.due?.description == due)
  }

  // MARK: Logseq

  private func readLogseq(_ page: String) throws -> (reminders: [Reminder], problems: [Diagnostic]) {
    let (bytes, problems) = try Format.logseq.iCalendar(of: Array(page.utf8))
    let calendars = try CalendarFile(reading: MemorySource(bytes), file: "page").calendars
    return (calendars.flatMap(\.reminders), problems)
  }

  /// A checklist stays one, whatever its notes say.
  @Test func markersOfLogseqMeanNothingInAChecklist() throws {
    let page = "- [ ] Plan\n  - TODO not a task\n"
    let reminders = try read(page).reminders
    #expect(reminders.map(\.title) == ["Plan"] && reminders[0].notes == "- TODO not a task")
    guard case .format(let format) = Recognition(name: "a.md", beginning: Array(page.utf8)[...]) else {
      Issue.record("not recognised")
      return
    }
    #expect(format.name == "markdown")
  }

  @Test func aDateOfLogseqThatIsNoneStaysInTheNotes() throws {
    let (reminders, problems) = try readLogseq(
      "- TODO Party\n  DEADLINE: <2026-02-30 Mon>\n  SCHEDULED: <2026-02-01 Sun .+1m>\n")
    #expect(reminders[0].notes == "DEADLINE: <2026-02-30 Mon>" && reminders[0].due == nil)
    #expect(reminders[0].start?.description == "2026-02-01" && reminders[0].recurrence == "FREQ=MONTHLY")
    #expect(problems.contains { $0.code == .badValue && $0.line == 1 })
  }

  /// Only a marker that is a whole word in capitals makes a task.
  @Test(arguments: ["- TODOs", "- todo x", "- DONE? x", "text TODO x", "- [[TODO]] x"])
  func otherBlocksOfLogseqAreNoTasks(_ line: String) throws {
    #expect(try readLogseq(line + "\n- NOW y\n").reminders.map(\.title) == ["y"])
  }

  @Test func aDayThatDoesNotExistStaysInTheTitle() throws {
    let (reminders, problems) = try read("\n- [ ] Party 📅 2026-02-31\n")
    #expect(reminders.first?.title == "Party 📅 2026-02-31" && reminders.first?.due == nil)
    #expect(problems.map(\.code) == [.badValue] && problems.first?.line == 2)
  }

  // MARK: Bad input

  @Test func tenThousandLevelsAndRepeatedMarksEndInTime() throws {
    let deep = (0..<10_000).map { String(repeating: " ", count: 2 * min($0, 300)) + "- [ ] level\n" }.joined()
    let (reminders, problems) = try read(deep)
    #expect(reminders.count == 10_000)
    #expect(problems.contains { $0.code == .nestedTooDeep })
    for mark in ["`", "[", "*", "&", "\\", "(", "$", "📅", "@{", "}", "#", "😀", " ", "::", "- [ ] "] {
      let (found, _) = try read("- [ ] " + String(repeating: mark, count: 50_000) + "\n")
      #expect(found.count == 1)
    }
  }

  @Test(arguments: [
    "", "\n", "- [", "- [ ", "- [ ]", "- [x]", "#", "## ", "```", "---", "-", "1.", "- [ ] \u{0}",
  ])
  func whatIsCutOffIsRead(text: String) throws { _ = try read(text) }

  @Test func randomLinesNeverTrip() throws {
    var random = SplitMix64(seed: Seed.current)
    let pieces = [
      "- [ ] a", "  ", "\t", "# h", "```", "~~~", "text", "\n", "\n", "\r\n", "- b", "---", "> q", "1. [x] c",
      "é", "📅 2026-12-01",
    ]
    for _ in 0..<500 {
      let text = (0..<40).map { _ in pieces.pick(using: &random) }.joined()
      let (bytes, _) = try Format.markdown.iCalendar(of: Array(text.utf8))
      #expect(
        try CalendarFile(reading: MemorySource(bytes), file: "a").problems.isEmpty,
        "LISTO_SEED=\(random.seed)")
    }
  }

  // MARK: Another reader

  /// pandoc's reading of GFM: the titles of items, as plain text.
  @Test(.enabled(if: Tool.path("pandoc") != nil, "pandoc is not installed"))
  func pandocReadsTheSameTitles() throws {
    let pandoc = try #require(Tool.path("pandoc"))
    let seed = Seed.current
    var generated = AwkwardReminders(seed: seed)
    var titles: [String] = []
    while titles.count < 300 {
      // Pandoc itself replaces white space, and addresses that it turns into links.
      let words = generated.text().split(whereSeparator: \.isWhitespace).filter { !$0.contains("://") }
      let title = words.joined(separator: " ")
      if !title.isEmpty, !title.contains("\u{200B}") { titles.append(title) }
    }
    let calendar = titles.enumerated().map { index, title in
      let line = ContentLineText.line("SUMMARY", value: TextValue.encode(title))
      return "BEGIN:VTODO\r\nUID:\(index)\r\n" + String(decoding: line, as: UTF8.self) + "END:VTODO\r\n"
    }.joined()
    let text = try Conversion("BEGIN:VCALENDAR\r\n" + calendar + "END:VCALENDAR\r\n", to: .markdown).text
    let output = try Tool.run(pandoc, ["-f", "gfm", "-t", "json"], input: text)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let items = PandocText.items(document["blocks"] ?? [])
    #expect(items.count == titles.count, "LISTO_SEED=\(seed)")
    for (item, title) in zip(items, titles) {
      #expect(item == "☐ " + title, "LISTO_SEED=\(seed)")
    }
  }
}
