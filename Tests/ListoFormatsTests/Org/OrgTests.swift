import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct OrgTests {
  private func read(_ text: String) throws -> (reminders: [Reminder], problems: [Diagnostic]) {
    let (bytes, problems) = try Format.org.iCalendar(of: Array(text.utf8), file: "a.org")
    return (try ThereAndBack.reminders(bytes), problems.filter { $0.code != .inventedStamp })
  }

  /// An empty line of notes whose return is the first byte that is read anew, the one before it the last that
  /// was taken at once.
  @Test func anEmptyLineBehindAReturnStays() {
    var task = OrgTask(
      level: 1, line: 1, headline: Array("TODO a".utf8)[...], keyword: (.todo, 4), OrgSurroundings(),
      ReadingLimits())
    task.take(Array("  abc\r".utf8)[...], count: 1)
    task.take([])
    task.take(Array("  def".utf8)[...])
    let component = Component(task.component(parent: nil).todo.bytes)
    #expect(component?.first(.description)?.text == "abc\n\ndef")
  }

  /// A reminder without STATUS has none afterwards, until what the headline says becomes another.
  @Test(arguments: ["PERCENT-COMPLETE:50", "PERCENT-COMPLETE:100", "COMPLETED:20261210T101500Z", "X-A:1"])
  func noStatusIsAdded(line: String) throws {
    let back = try ThereAndBack(Conversion.calendar("UID:1\nSUMMARY:Milk\n\(line)"), .org)
    #expect(back.after.map(\.writtenStatus) == [nil])
    #expect(back.after.first?.component.properties.contains { $0.name.hasPrefix("X-LISTO") } == false)
    let isDone = back.written.text.contains("*** DONE")
    let edited = back.written.text.replacing(
      "*** \(isDone ? "DONE" : line.contains("50") ? "STARTED" : "TODO")",
      with: "*** \(isDone ? "TODO" : "DONE")")
    #expect(edited != back.written.text)
    let (bytes, _) = try Format.org.iCalendar(of: Array(edited.utf8))
    #expect(try ThereAndBack.reminders(bytes).first?.writtenStatus == (isDone ? .needsAction : .completed))
  }

  @Test func aReminderIsAHeadlineWithPlanningAndDrawer() throws {
    let calendar = Conversion.calendar(
      """
      UID:4711
      SUMMARY:Paint the walls
      STATUS:COMPLETED
      COMPLETED:20261128T193305Z
      PRIORITY:2
      CATEGORIES:home,two words
      DUE;TZID=Europe/Berlin:20261201T101500
      DTSTART;VALUE=DATE:20261120
      RRULE:FREQ=WEEKLY;INTERVAL=2
      DESCRIPTION:Two coats.\\n\\n* not a headline\\n
      LOCATION:Here
      """)
    let conversion = try Conversion(calendar, to: .org)
    #expect(
      conversion.text == """
        #+TODO: TODO STARTED | DONE CANCELLED
        #+TODO: NEXT WAIT WAITING HOLD SOMEDAY DOING | KILL CANCELED
        #+PRIORITIES: A I E
        * tasks
        ** House
        *** DONE [#B] Paint the walls :home:two_words:
        CLOSED: [2026-11-28 Sat 19:33] DEADLINE: <2026-12-01 Tue 10:15 +2w> SCHEDULED: <2026-11-20 Fri>
        :PROPERTIES:
        :ID: 4711
        :COMPLETED: 20261128T193305Z
        :CATEGORIES: home,two words
        :DUE: ;TZID=Europe/Berlin:20261201T101500
        :LOCATION: Here
        :END:
          Two coats.
        \u{20}\u{20}
          * not a headline
        \u{20}\u{20}

        """)
    #expect(conversion.losses.counts == ["calendar property": 1])
  }

  @Test func everythingDeclaredExactComesBack() throws {
    let seed = Seed.current
    var generated = AwkwardReminders(seed: seed)
    let trip = try ThereAndBack(generated.calendar(300), .org)
    #expect(trip.after.count == 300, "LISTO_SEED=\(seed)")
    let fields = FieldID.allCases.filter { Format.org.capabilities[$0] == .exact }
    #expect(trip.changes(of: fields) == [], "LISTO_SEED=\(seed)")
    #expect(Set(trip.written.losses.counts.keys) == ["calendar property"], "LISTO_SEED=\(seed)")
    #expect(trip.problems.allSatisfy { $0.severity == .note }, "LISTO_SEED=\(seed)")
  }

  /// The text below a headline is the first DESCRIPTION: an empty one keeps its line, so that the one behind
  /// it does not become it.
  @Test func anEmptyDescriptionStaysTheFirst() throws {
    let calendar = Conversion.calendar("UID:1\nSUMMARY:x\nDESCRIPTION:\nDESCRIPTION:second")
    let back = try Format.org.iCalendar(of: Conversion(calendar, to: .org).output).bytes
    let lines = String(decoding: back, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.filter { $0.hasPrefix("DESCRIPTION") } == ["DESCRIPTION:", "DESCRIPTION:second"])
  }

  @Test func anEditOfTheHeadlineWinsOverTheDrawer() throws {
    let text = """
      #+TODO: TODO STARTED | DONE CANCELLED
      * House
      ** TODO New title :home:
      DEADLINE: <2026-12-02 Wed 10:15>
      :PROPERTIES:
      :ID: 1
      :SUMMARY: Old\\ntitle
      :DUE: ;TZID=Europe/Berlin:20261201T101500
      :DTSTART: ;TZID=Europe/Berlin:20261201T101500
      :CATEGORIES: two words
      :STATUS: PENDING
      :END:

      """
    let reminder = try #require(try read(text).reminders.first)
    #expect(reminder.title == "New title" && reminder.tags == ["home"])
    #expect(reminder.due?.iCalendarText == "20261202T101500" && reminder.start == nil)
    #expect(reminder.component.first(.due)?.parameter("TZID")?.value == "Europe/Berlin")
    #expect(reminder.status == .pending)
  }

  /// A stamp that was edited stays in the zone that it had, in UTC too; a date has none.
  @Test(arguments: [
    (
      "DUE;TZID=Europe/Berlin:20261201T120000", "<2026-12-01 Tue 12:00>", "<2026-12-03 Thu 13:30>",
      "DUE;TZID=Europe/Berlin:20261203T133000"
    ),
    (
      "DUE;TZID=My Zone:20261201T120000", "<2026-12-01 Tue 12:00>", "<2026-12-03 Thu 13:30>",
      "DUE;TZID=My Zone:20261203T133000"
    ),
    ("DUE:20261201T120000Z", "<2026-12-01 Tue 12:00>", "<2026-12-01 Tue 12:05>", "DUE:20261201T120500Z"),
    (
      "DUE;TZID=Europe/Berlin:20261201T120000", "<2026-12-01 Tue 12:00>", "<2026-12-03 Thu>",
      "DUE;VALUE=DATE:20261203"
    ),
    ("DUE:20261201T120000", "<2026-12-01 Tue 12:00>", "<2026-12-03 Thu 13:30>", "DUE:20261203T133000"),
    (
      "COMPLETED:20261201T120030Z", "[2026-12-01 Tue 12:00]", "[2026-12-01 Tue 13:00]",
      "COMPLETED:20261201T130000Z"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20261201T120000", "<2026-12-01 Tue 12:00>", "<2026-12-01 Tue 12:00-14:30>",
      "DTSTART;TZID=Europe/Berlin:20261201T120000"
    ),
  ])
  func anEditedStampStaysInItsZone(property: String, stamp: String, edited: String, after: String) throws {
    let text = try Conversion(Conversion.calendar("UID:1\nSUMMARY:x\n" + property), to: .org).text
    #expect(text.contains(stamp))
    let reminder = try #require(try read(text.replacing(stamp, with: edited)).reminders.first)
    #expect(String(decoding: reminder.component.bytes, as: UTF8.self).contains("\r\n\(after)\r\n"))
  }

  /// The parts of stamps beyond dates and rules are kept, of both stamps, and come back.
  @Test(
    arguments: [
      (
        "DEADLINE: <2026-12-05 Sat -3d> SCHEDULED: <2026-12-01 Tue +1w>", "FREQ=WEEKLY",
        "DEADLINE -3d SCHEDULED +1w"
      ),
      (
        "SCHEDULED: <2026-12-01 Tue .+2w> DEADLINE: <2026-12-05 Sat +1m -3d>", "FREQ=WEEKLY;INTERVAL=2",
        "SCHEDULED .+2w DEADLINE +1m -3d"
      ),
      ("SCHEDULED: <2026-12-01 Tue .+2d/4d>", "FREQ=DAILY;INTERVAL=2", ".+2d/4d"),
      ("DEADLINE: <2026-12-05 Sat -3d>", nil, "-3d"),
      ("SCHEDULED: <2026-12-01 Tue +1w>", "FREQ=WEEKLY", nil),
    ] as [(String, String?, String?)])
  func whatStampsSayIsKept(planning: String, rule: String?, cookies: String?) throws {
    let text = "* House\n** TODO x\n\(planning)\n"
    let (bytes, problems) = try Format.org.iCalendar(of: Array(text.utf8), file: "a.org")
    let trip = try ThereAndBack(String(decoding: bytes, as: UTF8.self), .org)
    for reminder in [trip.before.first, trip.after.first] {
      #expect(reminder?.recurrence == rule)
      #expect(reminder?.component.all(named: "X-ORG-REPEATER").map(\.text) == (cookies.map { [$0] } ?? []))
    }
    #expect(problems.allSatisfy { $0.code == .inventedStamp })
  }

  @Test func theEndOfARangeStandsInTheStampAgain() throws {
    let planning = "DEADLINE: <2026-12-05 Sat 10:00-12:00 +1w> SCHEDULED: <2026-12-01 Tue 9:00-9:45>"
    let (bytes, _) = try Format.org.iCalendar(of: Array("** TODO x\n\(planning)\n".utf8), file: "a.org")
    let trip = try ThereAndBack(String(decoding: bytes, as: UTF8.self), .org)
    let component = try #require(trip.after.first?.component)
    #expect(component.all(named: "X-ORG-DEADLINE-END").map(\.text) == ["12:00"])
    #expect(component.all(named: "X-ORG-SCHEDULED-END").map(\.text) == ["9:45"])
    #expect(trip.written.text.contains("\n\(planning.replacing("9:00", with: "09:00"))\n"))
    #expect(!trip.written.text.contains("END: 12"))
  }

  @Test func filesOfEmacsAreRead() throws {
    let text = """
      #+TITLE: Things
      #+SEQ_TODO: NEXT(n) WAIT(w@/!) | DONE(d!) CANCELED(c@)
      Some words.
      * Inbox
      ** NEXT [#A] Call the dentist                                        :phone:
         SCHEDULED: <2026-12-01 Tue 10:00-11:00 ++1w -2d>
         :PROPERTIES:
         :CUSTOM_ID: dentist
         :Effort:   0:10
         :END:
         :LOGBOOK:
         - Note taken
         :END:
         They close at five.

      ** TODO
      ** CANCELED Old
      CLOSED: [2026-11-01 Sun]
      *** Background
      More about it.
      ** STARTED is no keyword here
      * Empty
      *bold* is no headline
      ** DONE Below nothing

      """
    let (reminders, problems) = try read(text.replacingOccurrences(of: "\n", with: "\r\n"))
    #expect(reminders.map(\.title) == ["Call the dentist", nil, "Old", "Below nothing"])
    let first = reminders[0]
    #expect(
      first.priority == 1 && first.tags == ["phone"] && first.start?.description == "2026-12-01T10:00:00")
    #expect(first.recurrence == "FREQ=WEEKLY" && first.status == .needsAction)
    #expect(first.notes?.contains("They close at five.") == true)
    #expect(first.component.all(named: "X-ORG-KEYWORD").first?.text == "NEXT")
    #expect(first.component.all(named: "X-ORG-REPEATER").first?.text == "++1w -2d")
    #expect(first.component.all(named: "X-ORG-EFFORT").first?.text == "0:10")
    #expect(reminders[2].status == .cancelled && reminders[2].completed?.description == "2026-11-01")
    #expect(reminders[2].notes == "*** Background\nMore about it.")
    // Text outside of tasks, and STARTED, which the file does not declare.
    #expect(problems.map(\.code) == [.notATask, .notATask])
  }

  // MARK: Keywords

  @Test func wellKnownKeywordsNeedNoDeclaration() throws {
    let text = """
      * Home
      ** NEXT Call
      ** WAITING Answer
      ** HOLD Paint
      ** SOMEDAY Travel
      ** STARTED Sort
      ** CANCELLED Sell
      * NEXT
      ** TODO Last

      """
    let (bytes, problems) = try Format.org.iCalendar(of: Array(text.utf8), file: "a.org")
    let calendars = try CalendarFile(reading: MemorySource(bytes), file: "a").calendars
    #expect(calendars.map(\.context.title) == ["Home", "NEXT"])
    #expect(
      calendars[0].reminders.map(\.status)
        == [.needsAction, .needsAction, .needsAction, .needsAction, .inProcess, .cancelled])
    #expect(calendars[0].reminders[0].component.all(named: "X-ORG-KEYWORD").first?.text == "NEXT")
    #expect(problems.allSatisfy { $0.code == .inventedStamp })
  }

  /// Keywords that the user or the file names replace the well-known ones.
  @Test func keywordsCanBeNamed() throws {
    let text = "* A\n** IDEA One\n** NEXT Two\n** GONE Three\n"
    let choice = try FormatChoice("org+keywords=TODO,IDEA|GONE")
    let (bytes, problems) = try choice.format.iCalendar(of: Array(text.utf8), options: choice.options)
    let reminders = try ThereAndBack.reminders(bytes)
    #expect(reminders.map(\.title) == ["One", "Three"])
    #expect(reminders.map(\.status) == [.needsAction, .completed])
    #expect(problems.contains { $0.message.contains("this headline begins") && $0.message.contains("NEXT") })
    let declared = try read("#+TODO: IDEA | GONE\n" + text)
    #expect(declared.reminders.map(\.title) == ["One", "Three"])
  }

  @Test func wordsInCapitalsThatAreNoKeywordsAreCounted() throws {
    let (reminders, problems) = try read("* IDEA One\n* IDEA Two\n* Plain\n* TODO Three\n* USA\n* A B\n")
    #expect(reminders.map(\.title) == ["Three"])
    let messages = problems.filter { $0.severity == .warning }
    #expect(messages.count == 1 && messages.first?.line == 1)
    #expect(messages.first?.message.hasPrefix("2 headlines, this one first, begin") == true)
  }

  /// A keyword comes back for as long as it means what the status is; a title that begins with it is no
  /// keyword.
  @Test func keywordsComeBack() throws {
    let lines = ["*** NEXT Call", "*** WAIT Answer", "*** KILL Sell", "*** CANCELED Buy", "*** DOING Sort"]
    let text =
      "#+TODO: TODO NEXT WAIT DOING | DONE KILL CANCELED\n* A\n" + lines.joined(separator: "\n") + "\n"
    let (bytes, _) = try Format.org.iCalendar(of: Array(text.utf8))
    let written = try Conversion(bytes, to: .org)
    #expect(written.lines.filter { $0.hasPrefix("*** ") }.map(String.init) == lines)
    #expect(!written.text.contains(":KEYWORD:"))
    let calendar = Conversion.calendar("UID:1\nSUMMARY:NEXT steps\nSTATUS:COMPLETED\nX-ORG-KEYWORD:NEXT")
    let trip = try ThereAndBack(calendar.replacing("House", with: "HOLD on"), .org)
    #expect(trip.written.lines.contains("*** DONE \u{200B}NEXT steps"))
    #expect(trip.changes(of: [.title, .status]).isEmpty && trip.after.count == 1)
  }

  // MARK: Stamps come back

  @Test(arguments: [
    "SCHEDULED: <2026-12-01 Tue .+2d/4d>", "DEADLINE: <2026-12-05 Sat -3d>",
    "DEADLINE: <2026-12-05 Sat ++1w --2d>", "DEADLINE: <2026-12-05 Sat> SCHEDULED: <2026-12-01 Tue +1w>",
    "DEADLINE: <2026-12-05 Sat -3d> SCHEDULED: <2026-12-01 Tue +1w>",
    "SCHEDULED: <2026-12-01 Tue .+2w> DEADLINE: <2026-12-05 Sat +1m -3d>",
    "SCHEDULED: <2026-12-01 Tue 10:00-11:00 .+1d -1d>",
  ])
  func stampsAreWrittenAsTheyWere(planning: String) throws {
    let (bytes, _) = try Format.org.iCalendar(of: Array("* A\n** TODO x\n\(planning)\n".utf8))
    let written = try Conversion(bytes, to: .org).text
    #expect(written.contains("\n\(planning)\n") && !written.contains(":REPEATER:"))
    let (again, _) = try Format.org.iCalendar(of: Array(written.utf8))
    #expect(try Conversion(again, to: .org).text.contains("\n\(planning)\n"))
  }

  /// A rule that was changed since, and what no stamp can have, stays in the drawer.
  @Test(arguments: ["+1m", "+1w %%(evil)", "+1w>", "DEADLINE +1w", "-3d\\nx"])
  func cookiesThatDoNotAgreeStayInTheDrawer(cookies: String) throws {
    let calendar = Conversion.calendar(
      "UID:1\nSUMMARY:x\nDTSTART;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY\nX-ORG-REPEATER:\(cookies)")
    let trip = try ThereAndBack(calendar, .org)
    #expect(trip.written.text.contains("SCHEDULED: <2026-12-01 Tue +1w>\n"))
    #expect(trip.after.first?.recurrence == "FREQ=WEEKLY")
  }

  @Test(arguments: ["<2026-02-29 Sun>", "<%%(diary-float t 4 2)>"])
  func aStampThatIsNoDateIsKeptAsText(stamp: String) throws {
    let (bytes, problems) = try Format.org.iCalendar(of: Array("* A\n** TODO x\nDEADLINE: \(stamp)\n".utf8))
    #expect(problems.contains { $0.code == .badValue && $0.message.hasSuffix("it is kept as text") })
    let trip = try ThereAndBack(String(decoding: bytes, as: UTF8.self), .org)
    for reminder in [trip.before.first, trip.after.first] {
      #expect(reminder?.component.all(named: "X-ORG-PLANNING").map(\.text) == ["DEADLINE: \(stamp)"])
      #expect(reminder?.due == nil)
    }
    #expect(!trip.written.text.contains("%%("))
  }

  /// Emacs takes an indented drawer for one.
  @Test func drawersOfOthersComeBack() throws {
    let drawer = """
        :LOGBOOK:
        CLOCK: [2026-11-20 Fri 10:00]--[2026-11-20 Fri 11:00] =>  1:00
        :END:
        Text.

      """
    let (bytes, _) = try Format.org.iCalendar(of: Array("* A\n** TODO x\n\(drawer)".utf8))
    #expect(try Conversion(bytes, to: .org).text.hasSuffix(":END:\n\(drawer)"))
  }

  @Test(arguments: [
    "", "*", "* ", "** TODO", "* TODO [#A", "* TODO x\nDEADLINE: <2026-02-31>",
    "* TODO x\n:PROPERTIES:\n:ID: 1",
    "* TODO x\n:PROPERTIES:\nnothing\n:: x\n:BEGIN: VEVENT\n:END:\n", "* TODO x\nCLOSED: [",
    "* TODO x\nDEADLINE: <2026-01-01>>",
    "* TODO x\n:PROPERTIES:\n:DUE: ;TZID\n:END:\n", "#+TODO: |", "#+PRIORITIES: A",
    "* TODO x\n:PROPERTIES:\n:X-Y: ;a=b;;:c\n:END:",
  ])
  func whatIsBrokenIsReadAsFarAsItGoes(text: String) throws {
    let (bytes, _) = try Format.org.iCalendar(of: Array(text.utf8))
    let file = try CalendarFile(reading: MemorySource(bytes), file: "a")
    #expect(file.problems.isEmpty)
    #expect(
      file.calendars.flatMap(\.reminders).count
        == (text.contains("TODO x") || text.hasPrefix("** T") || text.hasPrefix("* TODO") ? 1 : 0))
  }

  @Test func randomLinesNeverTrip() throws {
    var random = SplitMix64(seed: Seed.current)
    let pieces = [
      "* ", "** ", "TODO ", "DONE ", "a", ":a:", "[#B] ", "\n", "\n", "DEADLINE: <2026-12-01 Tue>",
      ":PROPERTIES:\n", ":END:\n", ":ID: 1",
      ":UID: 2", ":RRULE: x", "#+TODO: A | B", "  text", "é", ":BEGIN: VTODO",
    ]
    for _ in 0..<500 {
      let text = (0..<60).map { _ in pieces.pick(using: &random) }.joined()
      let (bytes, _) = try Format.org.iCalendar(of: Array(text.utf8))
      #expect(
        try CalendarFile(reading: MemorySource(bytes), file: "a").problems.filter {
          $0.code != .duplicateIdentifier
        }.isEmpty, "LISTO_SEED=\(random.seed)")
    }
  }

  @Test func tenThousandLevelsEnd() throws {
    let text = (1...10_000).map { String(repeating: "*", count: min($0, 1200)) + " TODO x\n" }.joined()
    let (reminders, problems) = try read(text)
    #expect(reminders.count == 10_000 && problems.contains { $0.code == .nestedTooDeep })
  }

  /// Emacs' own parser finds the same reminders in the file: a headline a line.
  @Test(.enabled(if: Tool.path("emacs") != nil, "emacs is not installed"))
  func emacsReadsTheSame() throws {
    let emacs = try #require(Tool.path("emacs"))
    let seed = Seed.current
    var generated = AwkwardReminders(seed: seed)
    let trip = try ThereAndBack(generated.calendar(60), .org)
    let folder = try Tool.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.org")
    try Data(trip.written.output).write(to: file)
    let program = #"""
      (progn (require 'org) (setq inhibit-message t) (find-file "\#(file.path)") (org-mode)
        (org-map-entries (lambda () (when (org-get-todo-state)
          (let ((part (lambda (key) (or (org-entry-get nil key) ""))))
            (princ (format "%s|%s|%s|%s|%s|%s|%s\n" (funcall part "ID") (org-get-todo-state)
              (org-outline-level) (if (equal (nth 3 (org-heading-components)) nil) "" (char-to-string (nth 3 (org-heading-components))))
              (funcall part "DEADLINE") (funcall part "SCHEDULED") (funcall part "CLOSED")))))) nil nil))
      """#
    let output = try Tool.run(emacs, ["--batch", "--quick", "--eval", program])
    let lines = output.split(separator: "\n").map {
      $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(lines.count == 60, "LISTO_SEED=\(seed) \(output.prefix(2000))")
    for line in lines where line.count == 7 {
      let reminder = try #require(trip.before.first { $0.uid == line[0] }, "LISTO_SEED=\(seed) \(line)")
      #expect(OrgKeyword(reminder.status).rawValue == line[1], "LISTO_SEED=\(seed)")
      let priority = reminder.priority.flatMap {
        $0 == 0 ? nil : OrgPriorities.written.cookie($0)
      }
      #expect(line[3] == priority ?? "", "LISTO_SEED=\(seed)")
      for (text, moment) in [
        (line[4], reminder.due), (line[5], reminder.start), (line[6], reminder.completed),
      ] {
        #expect(moment.map { text.contains($0.day.description) } ?? text.isEmpty, "LISTO_SEED=\(seed)")
      }
    }
  }

  @Test(.enabled(if: Tool.path("pandoc") != nil, "pandoc is not installed"))
  func pandocReadsTheSameHeadlines() throws {
    let pandoc = try #require(Tool.path("pandoc"))
    let titles = ["Buy milk", "Geschenk für Oma", "Call 10:15", "京都"]
    let calendar = titles.enumerated().map { "BEGIN:VTODO\nUID:\($0)\nSUMMARY:\($1)\nEND:VTODO\n" }.joined()
    let text = try Conversion("BEGIN:VCALENDAR\n" + calendar + "END:VCALENDAR\n", to: .org).text
    let plain = try Tool.run(pandoc, ["-f", "org", "-t", "plain", "--wrap=none"], input: text)
    for title in titles { #expect(plain.contains(title)) }
    #expect(!plain.contains("PROPERTIES"))
  }
}
