import Foundation
import Testing

/// `listo dedupe`, on a terminal.
@Suite(.serialized) struct DedupeTests {
  private static func calendar(_ prefix: String) -> String {
    let todos = ["Bread", "Butter", "Tea"].map {
      "BEGIN:VTODO\nUID:\(prefix)-\($0)\nSUMMARY:\($0)\nEND:VTODO\n"
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:\(prefix)\n\(todos.joined())END:VCALENDAR\n"
  }

  /// - Parameter answers: each is sent when it is asked for.
  private func run(answers: [String]) throws -> (status: Int32, screen: String, left: Int) {
    let sandbox = try Sandbox()
    try sandbox.write("one.ics", Self.calendar("One"))
    try sandbox.write("two.ics", Self.calendar("Two"))
    let terminal = try PseudoTerminal()
    let child = try sandbox.start(
      "listo dedupe one.ics two.ics", environment: ["TERM": "xterm"], input: terminal.device,
      errors: terminal.device)
    for (number, answer) in answers.enumerated() {
      #expect(terminal.waits(for: "[q]uit: ", times: number + 1), "\(terminal.sent)")
      terminal.send(answer + "\n")
    }
    while child.isRunning {
      terminal.receive()
      usleep(2000)
    }
    let status = child.wait().status
    terminal.receive()
    let left = try ["one.ics", "two.ics"].reduce(0) { count, name in
      let text = try String(contentsOf: sandbox.folder.appendingPathComponent(name), encoding: .utf8)
      return count + text.split(separator: "\n").count { $0 == "BEGIN:VTODO" }
    }
    return (status, terminal.sent, left)
  }

  @Test(arguments: [
    (["y", "n", "y"], Int32(0), 4), (["n", "?", "a"], 0, 4), (["a"], 0, 3), (["n", "n", "n"], 0, 6),
    (["y", "q"], 2, 6), (["y", "\u{4}"], 2, 6),
  ])
  func eachGroupIsAskedAbout(_ answers: [String], _ status: Int32, _ left: Int) throws {
    let run = try run(answers: answers)
    #expect(run.status == status, "\(run.screen)")
    #expect(run.left == left, "\(run.screen)")
    #expect(run.screen.contains("Join group 1 of 3?") && run.screen.contains("score 1.00 (same title"))
  }
}
