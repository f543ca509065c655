import Foundation
import Testing

/// The commands as they are run, line by line: what they change, and what they remember.
@Suite struct ScreenCommandsTests {
  private static let now = "--now 2026-12-01T09:00:00Z"

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("home.ics", ScreenTests.text.replacing("\n", with: "\r\n"))
    return sandbox
  }

  private func say(
    _ sandbox: Sandbox, _ command: String, status: Int32 = 0, _ lines: String...
  ) throws -> String {
    let input = lines.map { $0 + "\n" }.joined()
    try sandbox.write("lines", input)
    let run = try sandbox.sh("listo \(command) home.ics --plain \(Self.now) < lines")
    #expect(run.status == status, "\(run.errors)")
    return run.output
  }

  @Test func browseChangesAndTakesBack() throws {
    let sandbox = try sandbox()
    let before = try sandbox.data("home.ics")
    let output = try say(sandbox, "browse --list Home", "done 1", "quit")
    #expect(output.contains("Done: Apples; undo takes it back"), "\(output)")
    #expect(try sandbox.text("home.ics").contains("STATUS:COMPLETED\r\n"))
    // Another run made it, so that undo asks first.
    #expect(try say(sandbox, "browse", "undo", "quit").contains("): Done: Apples. Undo again to undo it"))
    #expect(try say(sandbox, "browse", "undo", "undo", "quit").contains("Undone: Done: Apples"))
    #expect(try sandbox.data("home.ics") == before)
    #expect(try say(sandbox, "browse", "redo", "quit").contains("Redone: "))
  }

  @Test func addTakesWords() throws {
    let sandbox = try sandbox()
    let output = try say(
      sandbox, "browse --list Home", "add Bread tomorrow 9:00 #shop @Work", "add Milk next week", "quit")
    #expect(output.contains("Added: Bread") && output.contains("in Work"), "\(output)")
    let text = try sandbox.text("home.ics")
    #expect(
      text.contains("SUMMARY:Bread\r\n") && text.contains("CATEGORIES:shop\r\n")
        && text.contains("20261202T090000"))
    #expect(output.contains("error: "), "next week could be two days: \(output)")
    #expect(!text.contains("SUMMARY:Milk\r\nDUE"))
  }

  @Test func addAsksWhetherTheNearestListIsMeant() throws {
    let output = try say(sandbox(), "browse --list Home", "add Milk @Hom", "add Milk @Nowhere", "quit")
    #expect(output.contains("unknown list 'Hom'; did you mean 'Home'?\n"), "\(output)")
    #expect(output.contains("unknown list 'Nowhere'\n"), "\(output)")
  }

  @Test func aReviewIsResumedWhereItWas() throws {
    let sandbox = try sandbox()
    // The status is 1, since reminders are left to decide.
    // No list is called Inbox: what has no date, start, tag or parent is in it.
    let first = try say(sandbox, "review", status: 1, "now", "quit")
    #expect(first.contains("1 of 3") && first.contains("Due today: Apples"), "\(first)")
    let second = try say(sandbox, "review", status: 1, "open", "quit")
    #expect(second.contains("Bread") && second.contains("Write"), "\(second)")
    #expect(try say(sandbox, "review", status: 1, "quit").contains("Write"))
    #expect(try say(sandbox, "review --restart", status: 1, "quit").contains("1 of 2"))
    #expect(try say(sandbox, "review --where 'title = Dates'", status: 1, "quit").contains("1 of 1"))
  }

  @Test func theInboxIsTheListOfThatName() throws {
    let sandbox = try sandbox()
    try sandbox.write("home.ics", ScreenTests.text.replacing("X-WR-CALNAME:Work", with: "X-WR-CALNAME:INBOX"))
    let output = try say(sandbox, "review", "move Home", "quit")
    #expect(output.contains("1 of 1") && output.contains("Moved to Home: Write"), "\(output)")
    #expect(try say(sandbox, "review", "quit").contains("Nothing is in the inbox."))
  }

  @Test func nextPrefersTheFocus() throws {
    let sandbox = try sandbox()
    func next(_ options: String = "") throws -> String {
      try sandbox.sh("listo next home.ics \(Self.now) \(options)").output
    }
    #expect(try next().contains("Dates"))
    let output = try say(sandbox, "focus", "done 2", "quit")
    #expect(output.contains("Added to today's focus: "), "\(output)")
    let picked = try next("--why")
    #expect(!picked.contains("○ Dates") && picked.contains("It was picked for today"), "\(picked)")
    // On another day it is nothing, and it can be forgotten.
    #expect(try sandbox.sh("listo next home.ics --now 2026-12-02T09:00:00Z").output.contains("Dates"))
    #expect(try sandbox.sh("listo focus --clear").status == 0)
    #expect(try next().contains("Dates"))
    let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.path + "/.local/state/listo")
    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
  }

  @Test func nextGoesOn() throws {
    let sandbox = try sandbox()
    let run = try sandbox.sh("printf 'done\\nopen\\nquit\\n' | listo next home.ics --plain \(Self.now)")
    #expect(run.output.contains("Done: Dates") && run.output.contains("1 of "), "\(run.output)\(run.errors)")
  }

  @Test func whatCannotBeEditedSaysSo() throws {
    let sandbox = try sandbox()
    try sandbox.write("list.md", "# Home\n\n- [ ] Apples\n")
    try sandbox.write("lines", "5\ndone 1\nquit\n")
    let run = try sandbox.sh("listo browse list.md --plain \(Self.now) < lines")
    #expect(run.output.contains("error: ") && run.status == 0, "\(run.output)\(run.errors)")
    #expect(try sandbox.text("list.md") == "# Home\n\n- [ ] Apples\n")
  }
}
