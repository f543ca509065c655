import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// A checklist that no one changed is written as it was, or a loss or a message names the difference.
@Suite struct MarkdownThereAndBackTests {
  private func back(
    _ lines: [String], _ option: String? = "obsidian"
  ) throws -> (lines: [String], problems: [Diagnostic], losses: Losses) {
    let text = lines.map { $0 + "\n" }.joined()
    let (bytes, problems) = try Format.markdown.iCalendar(of: Array(text.utf8), file: "a.md")
    let options = FormatOptions(names: option.map { [$0] } ?? [])
    let written = try Conversion(bytes, to: .markdown, options: options)
    let page = written.text.split(separator: "\n", omittingEmptySubsequences: false)
    // Behind the headings.
    let first = page.firstIndex { $0.hasPrefix("- ") } ?? page.endIndex
    return (
      page[first...].dropLast().map(String.init), problems.filter { $0.code != .inventedStamp },
      written.losses
    )
  }

  private func reminder(_ line: String) throws -> Reminder {
    let (bytes, _) = try Format.markdown.iCalendar(of: Array((line + "\n").utf8), file: "a.md")
    return try #require(try ThereAndBack.reminders(bytes).first)
  }

  @Test(arguments: [
    ("#task Buy milk #home", "#task Buy milk", ["task", "home"]),
    ("Call #work/boss about #plan, soon", "Call #work/boss about #plan, soon", ["work/boss", "plan"]),
    ("Issue #12 of C# and `#code` #a", "Issue #12 of C# and `#code`", ["a"]),
    ("#a #b", "", ["a", "b"]), ("\\#no tag #yes", "#no tag", ["yes"]),
  ])
  func tagsAreTagsWhereverTheyAre(text: String, title: String, tags: [String]) throws {
    let reminder = try reminder("- [ ] \(text) 🆔 a")
    #expect((reminder.title ?? "") == title && reminder.tags == tags)
    #expect(try back(["- [ ] \(text) 🆔 a"]).lines == ["- [ ] \(text) 🆔 a"])
  }

  /// Text of a calendar that looks like a tag but is none of the reminder's stays text; a tag at the end
  /// of the title is also written behind it.
  @Test func tagsOfCalendarsAreNotMadeOfText() throws {
    let calendar = Conversion.calendar("UID:a\nSUMMARY:#one and #two #two\nCATEGORIES:two")
    let trip = try ThereAndBack(calendar, .markdown, ["obsidian"])
    #expect(trip.written.lines.last == "- [ ] \\#one and \\#two \\#two #two 🆔 a")
    #expect(trip.changes(of: [.title, .tags]).isEmpty)
  }

  @Test(arguments: [
    "- [ ] **bold**, _soft_, ~~old~~ and ==new== 🆔 a",
    "- [ ] see [[Wiki]] and [link](https://example.org/x_y) 🆔 a",
    "- [ ] 5 * 3 = 15 `a*b` %%later%% 🆔 a", "- [ ] plan 🆔 a ⏳ 2026-12-01",
    "- [ ] both 🆔 a 🛫 2026-12-01 ⏳ 2026-12-02", "- [>] forwarded 🆔 a", "- [!] urgent 🆔 a", "- [?] asked 🆔 a",
    "- [ ] Party 📅 2026-02-31 🆔 a ⏳ 2026-02-20",
  ])
  func aLineComesBack(line: String) throws {
    #expect(try back([line]).lines == [line])
  }

  /// A changed status wins over the character that the box had.
  @Test func theStatusWinsOverTheBox() throws {
    let calendar = Conversion.calendar("UID:a\nSUMMARY:b\nSTATUS:COMPLETED\nX-OBSIDIAN-STATUS:>")
    #expect(
      try Conversion(calendar, to: .markdown, options: FormatOptions(names: ["obsidian"])).lines.last
        == "- [x] b 🆔 a")
    for mark in ["]", "ab", "x", " ", "\\\\"] {
      let calendar = Conversion.calendar("UID:a\nSUMMARY:b\nX-OBSIDIAN-STATUS:\(mark)")
      #expect(
        try Conversion(calendar, to: .markdown, options: FormatOptions(names: ["obsidian"])).lines.last?
          .hasPrefix("- [ ] b") == true)
    }
  }

  @Test func theFirstOfTwoDatesCounts() throws {
    let line = "- [ ] a 📅 2026-12-01 📅 2026-12-05"
    #expect(try reminder(line).due?.description == "2026-12-01")
    #expect(try back([line]).problems.map(\.code) == [.badValue])
  }

  @Test func linesKeepTheirOrder() throws {
    let lines = ["- [ ] b 🆔 b ➕ 2026-11-05", "- [ ] a 🆔 a", "- [ ] c 🆔 c ➕ 2026-11-01"]
    #expect(try back(lines).lines == lines)
  }

  @Test func notesStayMarkdown() throws {
    let lines = [
      "- [ ] a 🆔 a", "  - **detail** [[Note]]", "    - deeper #tag", "  > quoted", "- [ ] b 🆔 b", "",
      "  Text with `code`.", "", "  ```sh", "  rm -r *.o", "  ```",
    ]
    #expect(try back(lines).lines == lines)
  }

  /// A new title is text, whatever the one before it was.
  @Test func anEditedTitleIsText() throws {
    var reminder = try reminder("- [ ] **bold** 🆔 a")
    try Field[.title].set?(&reminder, .text("2 * 3 * 4"))
    #expect(reminder.component.first(.summary)?.parameters.isEmpty == true)
  }

  /// A calendar that says that its text is Markdown gets no more than harmless markup.
  @Test(arguments: [
    "<script>E()</script>", "![x](https://example.org/E.png)", "![[E]]", "`$= E`", "`= E`", "`r E`",
    "<%* E %>",
    "{{ E }}", "[x](javascript:E)", "[due:: 2026-01-01]", "{% E %}", "```dataviewjs", "$\\\\input{E}$",
    "# vim: set E",
    "<javascript:E>",
  ])
  func declaredMarkdownIsHarmless(text: String) throws {
    let calendar = Conversion.calendar(
      "UID:a\nSUMMARY;X-LISTO-MARKUP=MARKDOWN:\(text)\nDESCRIPTION;X-LISTO-MARKUP=MARKDOWN:\(text)")
    let written = try Conversion(calendar, to: .markdown, options: FormatOptions(names: ["obsidian"]))
    #expect(!written.lines.contains { $0.hasPrefix("- [ ] \(text.replacing("\\\\", with: "\\")) ") })
    #expect(written.losses.counts["markup"] == 2)
  }

  // MARK: Comments

  /// A line that looks like a task in an Obsidian comment is none, and the comment of a task comes back.
  @Test func commentsOfSeveralLinesHideTasks() throws {
    let lines = [
      "- [ ] a 🆔 a", "", "  %%", "  - [ ] hidden 🆔 h", "", "  more **text**", "  %%", "- [ ] b 🆔 b", "",
      "  %% begins here", "  - [x] hidden too", "  and ends %%", "  after", "  - [ ] c 🆔 c",
    ]
    let result = try back(lines)
    #expect(result.lines == lines && result.problems.isEmpty)
    let page = "%%\n- [ ] no task\n# no list\n%%\n- [ ] one\n> %%\n> - [ ] none\n> %%\n- [ ] two %%x%% 5 %%\n"
    let (bytes, problems) = try Format.markdown.iCalendar(of: Array(page.utf8))
    #expect(try ThereAndBack.reminders(bytes).map(\.title) == ["one", "two %%x%% 5 %%"])
    #expect(problems.contains { $0.code == .notATask })
  }

  @Test func aCommentWithoutAnEndIsReported() throws {
    let (bytes, problems) = try Format.markdown.iCalendar(of: Array("- [ ] a\n\n%%\n- [ ] b\n".utf8))
    #expect(try ThereAndBack.reminders(bytes).map(\.title) == ["a"])
    #expect(problems.contains { $0.code == .badSyntax && $0.line == 3 })
  }

  /// Notes that say they are Markdown: a comment that does not end would hide the tasks behind it, and others
  /// do not know such comments.
  @Test(arguments: [
    "%%\\n- [ ] x", "a\\n%%", "%%\\n<script>E()</script>\\n%%", "%%\\n![x](https://example.org/E.png)\\n%%",
    "%%\\n- [ ] <script>E()</script>\\n%%", "%%\\nx %% <script>E()</script>", "%%\\n<% E %>\\n%%",
    "%%\\n```dataviewjs\\nE\\n```\\n%%", "%%\\n# vim: set E\\n%%",
  ])
  func commentsThatCouldDoHarmAreEscaped(notes: String) throws {
    let calendar = Conversion.calendar(
      "UID:a\nSUMMARY:x\nDESCRIPTION;X-LISTO-MARKUP=MARKDOWN:\(notes)\nEND:VTODO\nBEGIN:VTODO\nUID:b\nSUMMARY:y"
    )
    let written = try Conversion(calendar, to: .markdown, options: FormatOptions(names: ["obsidian"]))
    #expect(written.losses.counts["markup"] == 1)
    let back = try Format.markdown.iCalendar(of: written.output).bytes
    #expect(try ThereAndBack.reminders(back).map(\.title).contains("y"))
  }

  @Test(arguments: ["obsidian", nil])
  func whatNoOneChangedIsWrittenAsItWas(option: String?) throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let words = [
      "milk", "**now**", "_soft_", "[[Note]]", "[a](https://example.org/b)", "`x*y`", "~~old~~", "5 * 3",
      "Ärger", "🎂",
      "==mark==", "%%hint%%", "https://example.org/a_b", "a&b", "10:15",
    ]
    let marks = option == nil ? [" ", "x"] : [" ", "x", "/", "-", ">", "!", "?", "b"]
    for round in 0..<150 {
      var lines: [String] = []
      for number in 0..<Int.random(in: 1...8, using: &random) {
        var text = (0..<Int.random(in: 1...5, using: &random)).map { _ in words.pick(using: &random) }
        let tags = ["one", "two/three", "vier"].filter { _ in Bool.random(using: &random) }
        for (index, tag) in tags.enumerated() {
          if Bool.random(using: &random) {
            text.insert("#" + tag, at: 0)
          } else {
            text.append("#\(tag)\(index)")
          }
        }
        var line = "- [\(marks.pick(using: &random))] " + text.joined(separator: " ")
        if option != nil {
          line += " 🆔 t\(number)"
          if Bool.random(using: &random) { line += " ⏫" }
          for sign in ["➕", "🛫", "⏳", "📅"] where Bool.random(using: &random) {
            line +=
              " \(sign) 2026-\(Int.random(in: 10...12, using: &random))-\(Int.random(in: 10...28, using: &random))"
          }
        }
        lines.append(line)
        if Bool.random(using: &random) { lines.append("  - \(words.pick(using: &random)) #note") }
      }
      let found = try back(lines, option)
      #expect(found.lines == lines, "LISTO_SEED=\(seed) \(round)")
    }
  }
}
