import Foundation
import Testing

/// `listo merge --interactive`, on a terminal.
@Suite(.serialized) struct InteractiveMergeTests {
  private static func calendar(_ titles: [String]) -> String {
    let todos = titles.enumerated().map {
      "BEGIN:VTODO\nUID:\($0.offset)\nSUMMARY:\($0.element)\nEND:VTODO\n"
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\n\(todos.joined())END:VCALENDAR\n"
  }

  /// - Parameter answers: each is sent when it is asked for.
  private func run(_ line: String, answers: [String], files: [String: String] = [:]) throws -> (
    status: Int32, screen: String, sandbox: Sandbox
  ) {
    let sandbox = try Sandbox()
    for (name, text) in files { try sandbox.write(name, text) }
    try sandbox.write("base.ics", Self.calendar(["a", "b", "c"]))
    try sandbox.write("one.ics", Self.calendar(["a1", "b1", "c1"]))
    try sandbox.write("two.ics", Self.calendar(["a2", "b2", "c"]))
    let terminal = try PseudoTerminal()
    let child = try sandbox.start(
      line, environment: ["TERM": "xterm"], input: terminal.device, errors: terminal.device)
    for (number, answer) in answers.enumerated() {
      #expect(terminal.waits(for: "[?]: ", times: number + 1), "\(terminal.sent)")
      terminal.send(answer + "\n")
    }
    var status: Int32 = -1
    while child.isRunning {
      terminal.receive()
      usleep(2000)
    }
    status = child.wait().status
    terminal.receive()
    return (status, terminal.sent, sandbox)
  }

  private func titles(_ sandbox: Sandbox) throws -> [String] { try lines("SUMMARY:", sandbox) }

  private func lines(_ start: String, _ sandbox: Sandbox) throws -> [String] {
    let text = try String(contentsOf: sandbox.folder.appendingPathComponent("out.ics"), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(start) }.map {
      String($0.dropFirst(start.count))
    }
  }

  @Test func eachConflictIsAskedAbout() throws {
    let line = "listo merge one.ics two.ics --base base.ics -q -o out.ics --interactive"
    let run = try run(line, answers: ["?", "o", "t"])
    #expect(run.status == 0, "\(run.screen)")
    #expect(try titles(run.sandbox) == ["a1", "b2", "c1"])
    #expect(run.screen.contains("ours (one.ics)") && run.screen.contains("SUMMARY:b2"))
    #expect(run.screen.contains("nothing is written"))
  }

  /// Each field in conflict goes to the side that was chosen for it.
  @Test func fieldsAreAskedAboutOneByOne() throws {
    func calendar(_ title: String, _ due: Int, _ place: String) -> String {
      """
      BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:1\nSUMMARY:\(title)\nDUE;VALUE=DATE:202601\(due)
      LOCATION:\(place)\nEND:VTODO\nEND:VCALENDAR\n
      """
    }
    let run = try run(
      "listo merge here.ics there.ics --base old.ics -q -o out.ics --interactive",
      answers: ["f", "t", "o"],
      files: [
        "old.ics": calendar("a", 10, "p"), "here.ics": calendar("b", 11, "p"),
        "there.ics": calendar("c", 12, "q"),
      ])
    #expect(run.status == 0, "\(run.screen)")
    #expect(try titles(run.sandbox) == ["c"])
    #expect(try lines("DUE;VALUE=DATE:", run.sandbox) == ["20260111"])
    #expect(try lines("LOCATION:", run.sandbox) == ["q"])
    #expect(run.screen.contains("SUMMARY: keep [o]urs, [t]heirs, [s]kip"))
    #expect(!run.screen.contains("LOCATION: keep"), "one side alone changed it")
  }

  @Test func bothAndNoBase() throws {
    let run = try run("listo merge one.ics two.ics -q -o out.ics --interactive", answers: ["b", "o", "t"])
    #expect(run.status == 0, "\(run.screen)")
    #expect(try Set(titles(run.sandbox)) == ["a1", "a2", "b1", "c"])
  }

  @Test(arguments: ["q", "\u{4}"])
  func anEndWritesNothing(answer: String) throws {
    let run = try run("listo merge one.ics two.ics -q -o out.ics --interactive", answers: ["s", answer])
    #expect(run.status == 2)
    #expect(throws: (any Error).self) { try titles(run.sandbox) }
  }

  /// Similar reminders are asked about; of the chosen one nothing that the other has is missing, and both
  /// keep their UIDs.
  @Test(arguments: [("o", ["1"]), ("t", ["2"]), ("b", ["1", "2"]), ("s", ["2"])])
  func similarReminders(answer: String, uids: [String]) throws {
    let run = try run(
      "listo merge bank.ics phone.ics --fuzzy 0.8 -q -o out.ics --interactive", answers: [answer],
      files: [
        "bank.ics": """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VTODO
        UID:1
        SUMMARY:Call the bank about the card
        DUE:20261205T100000
        LAST-MODIFIED:20261101T000000Z
        END:VTODO
        END:VCALENDAR

        """,
        "phone.ics": """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VTODO
        UID:2
        SUMMARY:Call the bank about the card
        CATEGORIES:money
        LAST-MODIFIED:20261102T000000Z
        END:VTODO
        END:VCALENDAR

        """,
      ])
    #expect(run.status == 0, "\(run.screen)")
    #expect(try lines("UID:", run.sandbox).sorted() == uids)
    #expect(try lines("DUE:", run.sandbox) == ["20261205T100000"])
    #expect(try lines("CATEGORIES:", run.sandbox) == ["money"])
  }
}
