import Foundation
import ListoTestSupport
import Testing

@testable import ListoCommand

/// The real command on a real terminal: what is drawn, and that the terminal comes back.
@Suite(.serialized) struct TerminalTests {
  fileprivate static let entered = "\u{1B}[?1049h"
  fileprivate static let left = "\u{1B}[?1049l"

  /// Whether there is a terminal emulator of others, which tells what is seen.
  private static var hasEmulator: Bool { PythonEnvironment.with("pyte") != nil }

  fileprivate final class Run {
    let sandbox: Sandbox
    let terminal: PseudoTerminal
    let child: Child

    init(
      _ arguments: String = "browse home.ics", columns: UInt16 = 80, rows: UInt16 = 24,
      text: String = ScreenTests.text,
      environment: [String: String] = [:]
    ) throws {
      sandbox = try Sandbox()
      terminal = try PseudoTerminal(columns: columns, rows: rows)
      try sandbox.write("home.ics", text)
      child = try sandbox.start(
        "exec listo \(arguments) --now 2026-12-01T09:00:00Z",
        environment: ["TERM": "xterm-256color"].merging(environment) { $1 },
        input: terminal.device, output: terminal.device, errors: terminal.device)
    }

    func end() -> (status: Int32, signal: Int32) {
      while child.isRunning {
        terminal.receive()
        usleep(2000)
      }
      terminal.receive()
      return child.wait()
    }

    /// The terminal is as it was: lines are edited, the screen of before is seen, with its cursor, and wraps.
    var isRestored: Bool {
      let last = terminal.sent.components(separatedBy: TerminalTests.entered).last ?? ""
      return terminal.isCooked && last.contains(TerminalTests.left) && last.contains("\u{1B}[?25h")
        && last.contains("\u{1B}[?7h") && last.contains("\u{1B}[?2004l")
    }
  }

  @Test func itIsLeftByItsKey() throws {
    let run = try Run()
    #expect(run.terminal.waits(for: "Home"))
    #expect(!run.terminal.isCooked)
    run.terminal.send("5\r")
    #expect(run.terminal.waits(for: "Apples"))
    run.terminal.send("q")
    #expect(run.end() == (0, 0))
    #expect(run.isRestored)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT])
  func signalsGiveTheTerminalBack(signal: Int32) throws {
    // Swift's own report of a crash would take seconds.
    let run = try Run(environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(run.terminal.waits(for: "Home"))
    run.child.send(signal)
    #expect(run.end().signal == signal)
    #expect(run.isRestored)
  }

  @Test func theEndOfTheTerminalIsAnEnd() throws {
    let run = try Run()
    #expect(run.terminal.waits(for: "Home"))
    run.terminal.hangUp()
    let ending = run.child.wait()
    #expect(ending.signal == 0 || ending.signal == SIGHUP)
  }

  @Test func itStopsAndGoesOn() throws {
    let run = try Run()
    #expect(run.terminal.waits(for: "Home"))
    for round in 1...2 {
      if round == 1 { run.terminal.send("\u{1A}") } else { run.child.send(SIGTSTP) }
      #expect(run.terminal.waits(for: Self.left, times: round))
      for _ in 0..<2000 where run.state != "T" { usleep(2000) }
      #expect(run.state == "T" && run.terminal.isCooked)
      run.child.send(SIGCONT)
      #expect(run.terminal.waits(for: Self.entered, times: round + 1))
      for _ in 0..<2000 where run.terminal.isCooked { usleep(2000) }
      #expect(!run.terminal.isCooked)
    }
    run.terminal.send("q")
    #expect(run.end() == (0, 0))
    #expect(run.isRestored)
  }

  @Test func aResizeIsDrawn() throws {
    let run = try Run()
    #expect(run.terminal.waits(for: "Home"))
    run.terminal.resize(columns: 30, rows: 8)
    run.child.send(SIGWINCH)
    #expect(run.terminal.waits(for: "\u{1B}[2J", times: 3))
    run.terminal.send("q")
    #expect(run.end() == (0, 0))
    if Self.hasEmulator {
      let screen = try run.drawn(columns: 30, rows: 8)
      #expect(screen[0].hasPrefix("Listo") && screen[7].contains("q leave"))
    }
  }

  /// A terminal emulator of others (pyte) shows the frame as it is meant.
  @Test(
    .enabled(if: hasEmulator, "pyte is not installed"),
    arguments: [(20, 8), (40, 10), (80, 24), (200, 60)])
  func anEmulatorShowsTheFrame(columns: Int, rows: Int) throws {
    let text = ScreenTests.text.replacing("SUMMARY:Apples", with: "SUMMARY:冬の旅行 e\u{301} Äpfel")
    let run = try Run(columns: UInt16(columns), rows: UInt16(rows), text: text)
    #expect(run.terminal.waits(for: "Home"))
    run.terminal.send("5\r")
    #expect(run.terminal.waits(for: "冬の"))
    run.terminal.send("jj!?j")
    #expect(run.terminal.waits(for: "down"))
    run.terminal.send("?kk")
    #expect(run.terminal.waits(for: "冬の", times: 2))
    usleep(200_000)
    run.terminal.receive()
    let screen = try run.drawn(columns: columns, rows: rows)
    #expect(screen[1].hasPrefix("▸ ○ 冬の旅行"), "\(screen)")
    #expect(screen[2].hasPrefix("  ○ !!! Bread"), "\(screen)")
    run.terminal.send("q")
    #expect(run.end() == (0, 0))
  }

  /// The place is on the disk before the screen is left.
  @Test func aKilledScreenBeginsWhereItWas() throws {
    let run = try Run()
    #expect(run.terminal.waits(for: "Home"))
    run.terminal.send("5\rj")
    #expect(run.terminal.waits(for: "Bread"))
    let file = run.sandbox.folder.appendingPathComponent(".local/state/listo/browse")
    for _ in 0..<2000 where !((try? String(contentsOf: file, encoding: .utf8))?.contains("Bread") ?? false) {
      usleep(2000)
    }
    run.child.send(SIGKILL)
    #expect(run.end().signal == SIGKILL)
    let next = try run.sandbox.sh("echo quit | listo browse --plain home.ics")
    #expect(next.output.hasPrefix("Listo › Home"), "\(next.output)")
  }

  @Test func noColorIsNoColor() throws {
    let run = try Run("browse home.ics", environment: ["NO_COLOR": "1"])
    #expect(run.terminal.waits(for: "Home"))
    run.terminal.send("5\rq")
    #expect(run.end() == (0, 0))
    #expect(!run.terminal.sent.replacing("\u{1B}[0m", with: "").contains(/\u{1B}\[[0-9;]+m/))
  }

  @Test func withoutATerminalItSaysSo() throws {
    let sandbox = try Sandbox()
    try sandbox.write("home.ics", ScreenTests.text)
    for command in ["browse", "review", "focus", "morning"] {
      let run = try sandbox.sh("listo \(command) home.ics < /dev/null", environment: ["TERM": "xterm"])
      #expect(run.status == 64)
      #expect(
        run.errors.contains("listo \(command) needs a terminal, but standard input is not a terminal."),
        "\(run.errors)"
      )
      #expect(run.errors.contains("--plain"))
    }
  }
}

extension TerminalTests.Run {
  /// How the system has it: R, S, T for stopped …
  fileprivate var state: String {
    let text = (try? String(contentsOfFile: "/proc/\(child.identifier)/stat", encoding: .utf8)) ?? ""
    return text.split(separator: ")").last?.split(separator: " ").first.map(String.init) ?? ""
  }

  /// The lines that pyte shows.
  fileprivate func drawn(columns: Int, rows: Int) throws -> [String] {
    let python = try #require(PythonEnvironment.with("pyte"))
    let script = sandbox.folder.appendingPathComponent("draw.py")
    try Data(
      """
      import sys, pyte
      screen = pyte.Screen(\(columns), \(rows))
      stream = pyte.ByteStream(screen)
      data = sys.stdin.buffer.read()
      # pyte has no alternate screen: what stood there when it was left is looked at.
      stream.feed(data.split(b"\\x1b[?1049l")[0])
      print("\\n".join(line.rstrip() for line in screen.display))
      """.utf8
    ).write(to: script)
    let text = try python.run(script, input: Data(terminal.received))
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
