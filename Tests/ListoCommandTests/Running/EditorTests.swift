import Foundation
import ListoTestSupport
import Testing

/// `listo edit` without an option, on a terminal: whatever the editor does, nothing is changed by mistake,
/// and no text is lost.
@Suite(.serialized) struct EditorTests {
  private static let calendar =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VTODO\r\nUID:bread\r\nDTSTAMP:20260101T000000Z\r\n"
    + "SUMMARY:Bread\r\nDESCRIPTION:Rye\r\nDTSTART:20261201\r\nDUE:20261203\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"

  private struct Run {
    let sandbox: Sandbox
    let status: Int32
    let screen: String

    var isUntouched: Bool { (try? sandbox.text("home.ics")) == EditorTests.calendar }

    /// The text that was kept, which the person was told of.
    var kept: String? {
      let folder = "state/listo"
      guard let name = try? sandbox.names(folder).first(where: { $0.hasPrefix("edit-") }),
        screen.contains("\(folder)/\(name)")
      else { return nil }
      return try? sandbox.text("\(folder)/\(name)")
    }

    var leavesNothing: Bool {
      ((try? sandbox.names("state/listo")) ?? []).allSatisfy { !$0.hasPrefix("edit-") }
    }
  }

  /// - Parameters:
  ///   - editor: a script that is given the file. The shell reads it: a child that starts elsewhere at this
  ///     moment may hold it open, and what is open for writing cannot be executed.
  ///   - answers: each is sent when it is asked whether the editor is to be opened again.
  private func run(
    _ editor: String, answers: [String] = [], calendar: String = EditorTests.calendar
  ) throws -> Run {
    let sandbox = try Sandbox()
    try sandbox.write("home.ics", calendar)
    try sandbox.write("editor", editor + "\n")
    let terminal = try PseudoTerminal(columns: 200)
    let child = try sandbox.start(
      "exec listo edit Bread --in home.ics --now 2026-12-01T09:00:00Z",
      environment: [
        "TERM": "xterm", "VISUAL": "", "EDITOR": "sh '\(sandbox.path)/editor'",
        "XDG_STATE_HOME": sandbox.path + "/state",
      ], input: terminal.device, output: terminal.device, errors: terminal.device)
    for (number, answer) in answers.enumerated() {
      // An editor that failed is not asked about.
      guard child.isRunning else { break }
      #expect(terminal.waits(for: "again? [y/n] ", times: number + 1), "\(terminal.sent)")
      terminal.send(answer + "\n")
    }
    while child.isRunning {
      terminal.receive()
      usleep(2000)
    }
    terminal.receive()
    return Run(sandbox: sandbox, status: child.wait().status, screen: terminal.sent)
  }

  @Test func whatIsChangedInTheTextIsChanged() throws {
    let run = try run("sed -i 's/^title:.*/title: Rolls/; s/^Rye/Wheat/' \"$1\"")
    #expect(run.status == 0, "\(run.screen)")
    let expected = Self.calendar.replacing("SUMMARY:Bread", with: "SUMMARY:Rolls").replacing(
      "Rye", with: "Wheat")
    let now = try run.sandbox.text("home.ics").replacing(/(?:DTSTAMP|LAST-MODIFIED):.*\r\n/, with: "")
    #expect(now == expected.replacing(/DTSTAMP:.*\r\n/, with: ""))
    #expect(run.leavesNothing)
  }

  /// Notes that end in a carriage return, and an editor that ends lines with two characters.
  @Test func carriageReturnsDoNotHideTheEndOfTheNotes() throws {
    let calendar = Self.calendar.replacing("Rye\r\n", with: "Rye\r\r\n")
    let run = try run("sed -i 's/^title:.*/title: Rolls/' \"$1\"", calendar: calendar)
    #expect(run.status == 0, "\(run.screen)")
    let other = try self.run("sed -i 's/^title:.*/title: Rolls/; s/$/\\r/' \"$1\"")
    #expect(other.status == 0, "\(other.screen)")
    for run in [run, other] { #expect(try run.sandbox.text("home.ics").contains("SUMMARY:Rolls\r\n")) }
  }

  @Test func aTextThatIsLeftAloneChangesNothing() throws {
    let run = try run(":")
    #expect(run.status == 0 && run.isUntouched && run.leavesNothing, "\(run.screen)")
    #expect(run.screen.contains("nothing changed"))
  }

  /// vim takes settings from the first and the last lines of a file, Emacs from the first line and from the
  /// last page: nothing of the reminder may stand there.
  @Test func aReminderGivesTheEditorNoSettings() throws {
    let modes = "-*- fill-column: 7 -*- vim: set textwidth=7 :"
    let list = "\\nLocal Variables:\\nfill-column: 7\\nEnd:\\n"
    let calendar = Self.calendar.replacing(
      "DESCRIPTION:Rye",
      with: "LOCATION:\(modes)\r\nDESCRIPTION:\(String(repeating: modes + list, count: 9))\(modes)"
    ).replacing("DTSTART:20261201", with: "URL:http://a/\(modes)")
    let run = try run(
      """
      cp "$1" "${0%/*}/draft"
      if command -v vim; then
        HOME= vim -u NONE -N --cmd 'set modeline' -es "$1" -c "call writefile([&textwidth], '${0%/*}/vim')" -c 'qa!'
      fi
      if command -v emacs; then
        emacs -Q --batch --eval '(setq enable-local-variables :all)' "$1" --eval '(write-region (number-to-string fill-column) nil "'"${0%/*}"'/emacs")'
      fi
      """, calendar: calendar)
    #expect(run.status == 0, "\(run.screen)")
    let lines = try run.sandbox.text("draft").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains { $0.contains("vim:") })
    #expect(lines.prefix(5).allSatisfy { $0.hasPrefix("#") })
    #expect(!lines.suffix(6).contains { $0.contains("vim:") || $0.contains("Variables") })
    if let width = try? run.sandbox.text("vim") { #expect(width == "0\n") }
    if let width = try? run.sandbox.text("emacs") { #expect(width == "70") }
  }

  /// It fails, is none, or is killed: the text that it was given is kept, and named.
  @Test(arguments: ["exit 3", "kill -9 $$", "rm \"$0\"; exec \"$0\""])
  func anEditorThatFails(editor: String) throws {
    let run = try run("sed -i 's/Rye/Wheat/' \"$1\"; \(editor)")
    #expect(run.status == 2 && run.isUntouched, "\(run.screen)")
    #expect(run.kept?.contains("Wheat") ?? false, "\(run.screen)")
  }

  @Test func whatIsNoText() throws {
    let bytes = try run("printf 'title: \\377\\n' > \"$1\"")
    #expect(bytes.status == 2 && bytes.isUntouched, "\(bytes.screen)")
    #expect(bytes.screen.contains("not UTF-8"))
    let gone = try run("rm \"$1\"")
    #expect(gone.status == 2 && gone.isUntouched, "\(gone.screen)")
    #expect(gone.screen.contains("is gone; nothing was changed"))
  }

  /// Changes that cannot be made, and words of the message about each.
  static let nonsense = [
    ("s/^due:.*/due: whenever/", "due: "), ("s/^title:.*/title:/", "the title is empty"),
    ("s/^percent:.*/percent: most/", "not a number from 0 to 100"),
    ("s/^priority:.*/priority: huge/", "huge"),
    ("s/^due:.*/due 2026-12-09/", "unknown field"),
    ("/^#/d", "the line before the notes is missing: # Notes"),
    ("s/^due:.*/due: 2026-11-01/", "due date would be before its start"), ("s/^url:.*/url: nowhere/", "url"),
    ("s/^repeat:.*/repeat: now and then/; s/^recurrence:.*/recurrence: now and then/", "now and then"),
    ("/^# Notes above/d", "the line after the notes is missing: # Notes above"),
    ("1,$d", "the line before the notes is missing: # Notes"),
  ]

  @Test(arguments: nonsense)
  func nonsenseIsAskedAboutAndKept(change: String, words: String) throws {
    let run = try run("sed -i '\(change)' \"$1\"", answers: ["n"])
    #expect(run.status == 2 && run.isUntouched, "\(run.screen)")
    #expect(run.screen.contains(words), "\(run.screen)")
    #expect(run.kept != nil, "\(run.screen)")
    let history = try run.sandbox.sh("XDG_STATE_HOME=$PWD/state listo history")
    #expect(history.output == "There are no changes.\n")
  }

  /// The text comes back as it was left, and can be mended.
  @Test func theEditorIsOpenedAgain() throws {
    let run = try run(
      "if grep -q whenever \"$1\"; then sed -i 's/whenever/2026-12-09/' \"$1\"; else sed -i 's/^due:.*/due: whenever/' \"$1\"; fi",
      answers: ["y"])
    #expect(run.status == 0, "\(run.screen)")
    #expect(try run.sandbox.text("home.ics").contains("DUE:20261209\r\n"))
    #expect(run.leavesNothing)
  }
}
