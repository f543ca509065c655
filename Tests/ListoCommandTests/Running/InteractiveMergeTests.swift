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
  private func run(_ line: String, answers: [String]) throws -> (
    status: Int32, screen: String, sandbox: Sandbox
  ) {
    let sandbox = try Sandbox()
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

  private func titles(_ sandbox: Sandbox) throws -> [String] {
    let text = try String(contentsOf: sandbox.folder.appendingPathComponent("out.ics"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) }
  }

  @Test func eachConflictIsAskedAbout() throws {
    let line = "listo merge one.ics two.ics --base base.ics -q -o out.ics --interactive"
    let run = try run(line, answers: ["?", "o", "t"])
    #expect(run.status == 0, "\(run.screen)")
    #expect(try titles(run.sandbox) == ["a1", "b2", "c1"])
    #expect(run.screen.contains("ours (one.ics)") && run.screen.contains("SUMMARY:b2"))
    #expect(run.screen.contains("nothing is written"))
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
}
