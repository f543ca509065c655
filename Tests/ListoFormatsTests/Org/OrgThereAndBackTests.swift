import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Org files as people write them in Emacs, to iCalendar and back to Org.
@Suite struct OrgThereAndBackTests {
  /// The file that is written, and what was reported in reading the first one.
  private static func back(
    _ text: String, _ options: FormatOptions = FormatOptions()
  ) throws -> (text: String, problems: [Diagnostic]) {
    let (bytes, problems) = try Format.org.iCalendar(of: Array(text.utf8), options: options)
    return (try Conversion(bytes, to: .org).text, problems.filter { $0.code != .inventedStamp })
  }

  private static func options(_ text: String) throws -> FormatOptions { try FormatChoice(text).options }

  // MARK: Settings

  @Test func settingsComeBackAsTheyWere() throws {
    let head = """
      #+TITLE: Garden and house
      #+SEQ_TODO: TODO(t) BUY(b@/!) | DONE(d!) DROPPED(x@)
      #+PRIORITIES: A E C
      #+FILETAGS: :garden:2026:
      #+CATEGORY: chores
      """
    let text = head + "\n* One\n** BUY [#D] Seeds :shop:\n** DROPPED [#B] Fence\n* Two\n** TODO Rake\n"
    let (written, problems) = try Self.back(text)
    #expect(written.hasPrefix(head + "\n#+TODO: STARTED | CANCELLED\n* tasks\n** One\n"))
    for line in ["*** BUY [#D] Seeds :shop:", "*** DROPPED [#B] Fence", "*** TODO Rake"] {
      #expect(written.contains("\n\(line)\n"))
    }
    #expect(!written.contains(":KEYWORD:") && !written.contains(":CATEGORIES:"))
    #expect(problems.isEmpty)
    let again = try Self.back(written).text
    // The source of the first conversion is a list now, above the others.
    #expect(again.hasPrefix(head + "\n#+TODO: STARTED | CANCELLED\n"))
    let (bytes, _) = try Format.org.iCalendar(of: Array(text.utf8))
    let reminders = try ThereAndBack.reminders(bytes)
    #expect(reminders.map(\.tags) == [["shop", "garden", "2026"], ["garden", "2026"], ["garden", "2026"]])
    #expect(reminders.map(\.priority) == [7, 3, nil])
    let losses = try Conversion(bytes, to: .org, keepingEntries: true).losses
    #expect(Set(losses.entries.map(\.name)) == ["X-WR-RELCALID"])
  }

  /// A range has equal steps, whatever its length; a cookie outside of it comes back too.
  @Test(arguments: [
    ("A C B", "A", 1), ("A C B", "B", 5), ("A C B", "C", 9), ("A C B", "D", 9), ("A E C", "B", 3),
    ("A I E", "B", 2), ("A B A", "B", 9), ("A Z M", "Z", 9), ("A Z M", "C", 2), ("1 10 5", "10", 9),
    ("1 10 5", "4", 4),
  ])
  func prioritiesAreMappedOverTheirRange(range: String, cookie: String, priority: Int) throws {
    let text = "#+PRIORITIES: \(range)\n* A\n** TODO [#\(cookie)] x\n"
    let (bytes, _) = try Format.org.iCalendar(of: Array(text.utf8))
    #expect(try ThereAndBack.reminders(bytes).map(\.priority) == [priority])
    let written = try Conversion(bytes, to: .org).text
    #expect(written.contains("*** TODO [#\(cookie)] x\n"))
    #expect(
      try ThereAndBack.reminders(try Format.org.iCalendar(of: Array(written.utf8)).bytes)
        .map(\.priority) == [priority])
  }

  @Test func cookiesMeanTheSameWhereNoRangeIsDeclared() throws {
    let written = try Self.back("* A\n** TODO [#B] x\n").text
    #expect(written.contains("#+PRIORITIES: A C B\n") && written.contains("*** TODO [#B] x\n"))
  }

  @Test func keywordsThatTheUserNamedAreDeclaredInTheFile() throws {
    let text = "* A\n** IDEA One\n** GONE Two\n** TODO Three\n"
    let written = try Self.back(text, Self.options("org+keywords=TODO,IDEA|DONE,GONE")).text
    #expect(written.hasPrefix("#+TODO: TODO IDEA | DONE GONE\n#+TODO: STARTED | CANCELLED\n"))
    #expect(written.contains("*** IDEA One\n") && written.contains("*** GONE Two\n"))
    #expect(try Self.back(written).text.contains("\n*** IDEA One\n"))
    // The file already declares them.
    let declared = "#+TODO: TODO IDEA | DONE GONE\n" + text
    let twice = try Self.back(declared, Self.options("org+keywords=TODO,IDEA|GONE")).text
    #expect(twice.hasPrefix("#+TODO: TODO IDEA | DONE GONE\n#+TODO: STARTED"))
  }

  /// A word that means something else than what Listo writes is kept beside the headline.
  @Test func keywordsThatContradictListosAreNotWritten() throws {
    let text = "#+TODO: TODO CANCELLED | DONE\n* A\n** CANCELLED One\n"
    let (bytes, _) = try Format.org.iCalendar(of: Array(text.utf8))
    #expect(try ThereAndBack.reminders(bytes).map(\.status) == [.needsAction])
    let trip = try ThereAndBack(String(decoding: bytes, as: UTF8.self), .org)
    #expect(trip.written.text.contains("*** TODO One\n") && trip.after.map(\.status) == [.needsAction])
  }

  /// Settings of a calendar from elsewhere: what Emacs would act on is not written, and counts as lost.
  @Test(arguments: [
    "#+SETUPFILE: evil.org", "#+BIND: x 1", "#+TITLE: {{{macro}}}", "#+MACRO: m (eval (evil))",
    "#+TODO: %%(evil)", "#+FILETAGS: :a b-c:", "#+PRIORITIES: B A", "* TODO x", "#+PROPERTY: header-args :x",
    "#+TITLE: -*- eval: (evil) -*-", "#+LISTO: other", "#+TITLE x", "#+CATEGORY: x\\n* TODO y",
  ])
  func settingsThatCouldRunAreNotWritten(line: String) throws {
    let calendar = Conversion.calendar("UID:1\nSUMMARY:x", before: "X-ORG-SETTING:\(line)")
    let written = try Conversion(calendar, to: .org)
    #expect(written.text.split(separator: "\n").filter { $0.hasPrefix("#+") }.count == 3)
    #expect(written.losses.counts == ["calendar property": 2])
  }

  /// Calendars of two files go into one: only settings of both can be those of the result.
  @Test func settingsOfOneOfTwoCalendarsDoNotCount() throws {
    let one = Conversion.calendar(
      "UID:1\nSUMMARY:x\nCATEGORIES:a,home\nX-ORG-KEYWORD:IDEA",
      before: "X-ORG-SETTING:#+FILETAGS: :home:\nX-ORG-SETTING:#+TODO: IDEA | DONE")
    let two = Conversion.calendar("UID:2\nSUMMARY:y").replacing("House", with: "Garden")
    let trip = try ThereAndBack(one + two, .org)
    #expect(!trip.written.text.contains("FILETAGS"))
    #expect(trip.after.map(\.tags) == [["a", "home"], []])
    #expect(trip.after.first?.component.all(named: "X-ORG-KEYWORD").map(\.text) == ["IDEA"])
  }

  /// A reminder that lost a tag of the file, or all tags, does not get it again.
  @Test(arguments: [
    "CATEGORIES:a,home", "CATEGORIES:home,a", "CATEGORIES:a", "X-A:1", "CATEGORIES:two words,home",
  ])
  func tagsOfTheFileAreNotAdded(line: String) throws {
    let calendar = Conversion.calendar(
      "UID:1\nSUMMARY:x\n\(line)", before: "X-ORG-SETTING:#+FILETAGS: :home:")
    let trip = try ThereAndBack(calendar, .org)
    #expect(trip.written.text.contains("#+FILETAGS: :home:"))
    #expect(trip.after.map(\.tags) == trip.before.map(\.tags))
    let edited = trip.written.text.replacing("*** TODO x", with: "*** TODO x :new:")
    let (bytes, _) = try Format.org.iCalendar(of: Array(edited.utf8))
    if line == "X-A:1" {
      #expect(try ThereAndBack.reminders(bytes).map(\.tags) == [["new", "home"]])
    }
  }

  @Test func tagsOfAHeadingAreInherited() throws {
    let (bytes, _) = try Format.org.iCalendar(
      of: Array("* Work :work:\n** Desk :desk:\n*** TODO a :x:\n** TODO b\n* Home\n** TODO c\n".utf8))
    #expect(try ThereAndBack.reminders(bytes).map(\.tags) == [["x", "work", "desk"], ["work"], []])
  }

  @Test func aListMayBeCalledLikeAKeyword() throws {
    let calendar = Conversion.calendar(
      "UID:1\nSUMMARY:x", before: "X-ORG-SETTING:#+TODO: TODO IDEA | DONE"
    ).replacing("House", with: "IDEA box")
    let written = try Conversion(calendar, to: .org)
    let back = try Format.org.iCalendar(of: written.output).bytes
    let calendars = try CalendarFile(reading: MemorySource(back), file: "a").calendars
    #expect(calendars.map(\.context.title) == ["IDEA box"] && calendars.flatMap(\.reminders).count == 1)
  }

  // MARK: Tasks by their dates

  @Test func headlinesWithADateAreTasksIfAsked() throws {
    let text = """
      * A
      ** Dentist :health:
      SCHEDULED: <2026-12-01 Tue 10:00>
      ** Taxes [1/2]
      DEADLINE: <2026-12-05 Sat -3d>
      *** Papers
      SCHEDULED: <2026-12-02 Wed>
      ** Past
      CLOSED: [2026-11-01 Sun]
      ** TODO Milk
      *** Thoughts
      * B
      """
    let (reminders, _) = try { () throws in
      let (bytes, problems) = try Format.org.iCalendar(
        of: Array((text + "\n").utf8), options: Self.options("org+dated"))
      return (try ThereAndBack.reminders(bytes), problems)
    }()
    #expect(reminders.map(\.title) == ["Dentist", "Taxes [1/2]", "Papers", "Milk"])
    #expect(reminders.map(\.parent) == [nil, nil, reminders[1].uid, nil])
    #expect(reminders.last?.notes == "*** Thoughts")
    let written = try Self.back(text + "\n", Self.options("org+dated")).text
    for line in ["*** Dentist :health:", "*** Taxes [1/2]", "**** Papers", "*** TODO Milk"] {
      #expect(written.contains("\n\(line)\n"))
    }
    // The written file says it itself.
    #expect(written.contains("#+LISTO: dated\n"))
    #expect(try Self.back(written).text.contains("\n*** Dentist :health:\n"))
    let plain = try Format.org.iCalendar(of: Array((text + "\n").utf8)).bytes
    #expect(try ThereAndBack.reminders(plain).map(\.title) == ["Milk"])
  }

  /// Without its date, or done, it has a keyword, else it would be no task.
  @Test(arguments: [
    ("SUMMARY:x\nDUE;VALUE=DATE:20261201", "*** x"), ("SUMMARY:x", "*** TODO x"),
    ("SUMMARY:x\nDUE;VALUE=DATE:20261201\nSTATUS:COMPLETED", "*** DONE x"),
    ("DUE;VALUE=DATE:20261201", "*** TODO "),
    ("SUMMARY:x\nDUE;VALUE=DATE:20261201\nPRIORITY:1", "*** [#A] x"),
    ("SUMMARY:NEXT x\nDUE;VALUE=DATE:20261201", "*** \u{200B}NEXT x"),
  ])
  func onlyATaskWithADateHasNoKeyword(lines: String, headline: String) throws {
    let calendar = Conversion.calendar(
      "UID:1\nX-ORG-KEYWORD:-\n\(lines)", before: "X-ORG-SETTING:#+LISTO: dated")
    let trip = try ThereAndBack(calendar, .org)
    #expect(trip.written.text.contains("\n\(headline)\n"))
    #expect(trip.changes(of: [.title, .status, .due, .priority]) == [])
    let plain = try Conversion(calendar.replacing("#+LISTO: dated", with: "#+CATEGORY: x"), to: .org).text
    #expect(plain.contains("*** TODO ") || plain.contains("*** DONE "))
  }

  // MARK: The law

  /// A file of headlines with all that people write below them.
  private struct Generator {
    var random: SplitMix64
    private var number = 0
    private var keywords: [String] = []
    private var cookies: [String] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func pick<Element>(_ all: [Element]) -> Element { all.pick(using: &random) }
    private mutating func flip() -> Bool { random.next() % 2 == 0 }

    mutating func file() -> String {
      var lines: [String] = []
      (keywords, cookies) = (["TODO", "DONE", "NEXT", "WAITING"], ["A", "B", "C"])
      if flip() {
        lines.append("#+TODO: TODO IDEA(i) | DONE DROPPED(d@)")
        keywords = ["TODO", "IDEA", "DONE", "DROPPED"]
        if flip() {
          lines.append("#+TYP_TODO: ANN BOB | OVER")
          keywords += ["ANN", "BOB", "OVER"]
        }
      }
      if flip() {
        let (range, all) = pick([
          ("A E C", ["A", "C", "E"]), ("1 5 3", ["1", "2", "5"]), ("A Z M", ["B", "K", "Z"]),
        ])
        lines.append("#+PRIORITIES: \(range)")
        cookies = all
      }
      if flip() { lines.append(pick(["#+FILETAGS: :all:", "#+FILETAGS: :all:2026:"])) }
      if flip() { lines.append("#+CATEGORY: chores") }
      for list in 1...(1 + Int(random.next() % 3)) {
        lines.append("* List \(list)" + pick(["", " [1/3]", " :near:", " [50%] :near:far:"]))
        for _ in 0...(random.next() % 5) { task(2, &lines) }
      }
      return lines.joined(separator: "\n") + "\n"
    }

    private mutating func task(_ level: Int, _ lines: inout [String]) {
      number += 1
      var head = String(repeating: "*", count: level) + " " + pick(keywords)
      if flip() { head += " [#\(pick(cookies))]" }
      head += " " + pick(["Call", "Paint *bold* walls", "Read https://example.com/this", "Für Oma", "A: b"])
      head += " \(number)" + pick(["", "", " [1/3]", " [40%]"]) + pick(["", "", " :home:", " :home:@work:"])
      lines.append(head)
      let planning = [pick(["", "CLOSED: [2026-11-02 Mon 10:15]"]), stamp("DEADLINE"), stamp("SCHEDULED")]
        .filter { !$0.isEmpty }
      if !planning.isEmpty { lines.append(planning.joined(separator: " ")) }
      if flip() {
        lines.append(":PROPERTIES:")
        lines += [":EFFORT: 0:\(10 + random.next() % 50)", ":CUSTOM_ID: t\(number)", ":STYLE: habit"]
          .prefix(1 + Int(random.next() % 3))
        lines.append(":END:")
      }
      if flip() {
        lines += [
          ":LOGBOOK:", "- State \"DONE\"       from \"TODO\"       [2026-11-20 Fri 10:00]",
          "CLOCK: [2026-11-20 Fri 10:00]--[2026-11-20 Fri 11:30] =>  1:30", ":END:",
        ]
      }
      lines += pick([
        [], ["Plain text, and more.", "", "A second paragraph."], ["- [ ] one", "- [X] two", "  - deeper"],
      ])
      if level < 4, random.next() % 3 == 0 { task(level + 1, &lines) }
    }

    private mutating func stamp(_ word: String) -> String {
      guard flip() else { return "" }
      guard random.next() % 8 > 0 else {
        return word + ": " + pick(["<2026-02-29>", "<2026-13-01 Mon +1w>", "<%%(diary-float t 4 2)>"])
      }
      let time = pick(["", " 10:00", " 10:00-11:30"])
      let cookies = pick([
        "", " +1w", " ++1w", " .+2d", " .+2d/4d", " -3d", " --1d", " ++1w -3d", " .+1m --1d", " +2h",
        " +1y -2w",
      ])
      return word + ": <2026-12-01 Tue\(time)\(cookies)>"
    }
  }

  /// The lines of tasks without their indentation, tags, ends of lines and the order of the dates: Emacs sees
  /// no difference in these.
  private static func lines(_ text: String) -> [String] {
    var isDrawer = false
    return text.split(separator: "\n").compactMap { (line) -> String? in
      let line = line.drop { $0 == " " }
      if line == ":PROPERTIES:" { isDrawer = true }
      defer { if line == ":END:" { isDrawer = false } }
      guard
        !isDrawer || line.hasPrefix(":EFFORT") || line.hasPrefix(":CUSTOM_ID") || line.hasPrefix(":STYLE"),
        !(isDrawer && line == ":END:"), line != ":PROPERTIES:", !line.hasPrefix("#+")
      else { return nil }
      if line.hasPrefix("*"), let tags = line.firstRange(of: #/ :[^ ]*:$/#) {
        return String(line[..<tags.lowerBound].drop { $0 == "*" })
      }
      if line.hasPrefix("*") { return String(line.drop { $0 == "*" }) }
      guard line.contains(#/^(?:CLOSED|DEADLINE|SCHEDULED): /#) else { return String(line) }
      return line.matches(of: #/[A-Z]+: (?:<[^>]*>|\[[^\]]*\])/#).map { String($0.output) }.sorted()
        .joined(separator: " ")
    }
  }

  /// The tasks of a file as Emacs sees them, one a line.
  private static func seenByEmacs(_ text: String) throws -> [String] {
    let emacs = try #require(Tool.path("emacs"))
    let folder = try Tool.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.org")
    try Data(text.utf8).write(to: file)
    let program = #"""
      (progn (require 'org) (setq inhibit-message t)
        (setq org-todo-keywords '((sequence "TODO" "NEXT" "WAITING" "|" "DONE")))
        (find-file "\#(file.path)") (org-mode)
        (org-map-entries (lambda () (when (org-get-todo-state)
          (let ((part (lambda (key) (or (org-entry-get nil key) ""))))
            (princ (format "%s|%s|%s|%s|%s|%s|%s|%s|%s|%s\n" (org-get-todo-state)
              (if (org-entry-is-done-p) "done" "open") (org-priority-to-value (funcall part "PRIORITY"))
              (sort (mapcar #'substring-no-properties (org-get-tags)) #'string<)
              (nth 4 (org-heading-components)) (funcall part "DEADLINE") (funcall part "SCHEDULED")
              (funcall part "CLOSED") (funcall part "EFFORT") (org-get-category)))))) nil nil))
      """#
    return try Tool.run(emacs, ["--batch", "--quick", "--eval", program]).split(separator: "\n").map(
      String.init)
  }

  @Test func generatedFilesComeBackAsTheyWere() throws {
    let seed = Seed.current
    var generator = Generator(seed: seed)
    for _ in 0..<60 {
      let text = generator.file()
      let (written, problems) = try Self.back(text)
      #expect(Self.lost(text, written, problems) == [], "LISTO_SEED=\(seed)\n\(text)")
      let settings = text.split(separator: "\n").prefix { $0.hasPrefix("#+") }
      #expect(settings.allSatisfy(written.split(separator: "\n").contains), "LISTO_SEED=\(seed)\n\(text)")
    }
  }

  /// The lines that do not come back, except Lisp in place of a date, which is reported.
  private static func lost(_ text: String, _ written: String, _ problems: [Diagnostic]) -> [String] {
    var rest = lines(written)
    var lost: [String] = []
    for line in lines(text) {
      var line = line
      let lisp = line.matches(of: #/[A-Z]+: <%%[^>]*>/#).map { String($0.output) }
      for stamp in lisp {
        line = line.replacing(stamp, with: "").replacing("  ", with: " ").trimmingCharacters(in: .whitespaces)
        if !problems.contains(where: { $0.code == .badValue }) { lost.append(stamp) }
      }
      guard !line.isEmpty else { continue }
      if let index = rest.firstIndex(of: line) { rest.remove(at: index) } else { lost.append(line) }
    }
    return lost
  }

  @Test(.enabled(if: Tool.path("emacs") != nil, "emacs is not installed"))
  func emacsSeesTheSameInGeneratedFiles() throws {
    let seed = Seed.current
    var generator = Generator(seed: seed)
    for _ in 0..<4 {
      let text = generator.file().replacing(#/[A-Z]+: <%%[^>]*> ?/#, with: "")
      let (before, after) = (try Self.seenByEmacs(text), try Self.seenByEmacs(try Self.back(text).text))
      #expect(!before.isEmpty && before == after, "LISTO_SEED=\(seed)\n\(text)")
    }
  }
}
