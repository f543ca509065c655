import Foundation
import Testing

/// Progress on a terminal, of commands whose input stops for as long as the test likes.
@Suite(.serialized) struct ProgressTests {
  private static let terminal = ["TERM": "xterm-256color"]

  private struct Run {
    let sandbox: Sandbox
    let terminal: PseudoTerminal
    let child: Child
    let input: FileHandle

    /// - Parameter line: reads standard input; its standard error is the terminal.
    init(
      _ line: String, columns: UInt16 = 80, _ environment: [String: String] = ProgressTests.terminal,
      toTerminal: Bool = false
    ) throws {
      sandbox = try Sandbox()
      terminal = try PseudoTerminal(columns: columns)
      let pipe = Pipe()
      input = pipe.fileHandleForWriting
      // Else the child would hold its own input open.
      _ = fcntl(input.fileDescriptor, F_SETFD, FD_CLOEXEC)
      child = try sandbox.start(
        line, environment: environment, input: pipe.fileHandleForReading,
        output: toTerminal ? terminal.device : nil, errors: terminal.device)
      try pipe.fileHandleForReading.close()
      try input.write(contentsOf: Data(Calendars.text(500, title: "first").utf8))
    }

    func finish(with text: String = Calendars.text(1, title: "second")) throws -> Int32 {
      try input.write(contentsOf: Data(text.utf8))
      try input.close()
      var status: Int32 = -1
      while child.isRunning {
        terminal.receive()
        usleep(2000)
      }
      status = child.wait().status
      terminal.receive()
      return status
    }
  }

  @Test(arguments: [
    "listo convert - -t jsonl -o all.jsonl", "listo filter - --incomplete -o all.ics",
    "listo merge - -o all.ics", "listo check -", "listo list -", "listo show first -", "listo calendars -",
  ])
  func theLineComesAndGoes(line: String) throws {
    let run = try Run(line)
    let label = line.contains("check") ? "Checking" : line.contains("convert") ? "Converting" : "Reading"
    #expect(run.terminal.waits(for: label + "  "), "\(run.terminal.sent)")
    _ = try run.finish()
    let labels = [label, "Reading", "Writing"]
    #expect(!run.terminal.screen.contains { row in labels.contains { row.contains($0) } })
    #expect(run.terminal.screen.allSatisfy { !$0.contains("kB") }, "\(run.terminal.screen)")
  }

  /// Block by block, of a quarter of a megabyte each.
  @Test func bytesAreCounted() throws {
    let run = try Run("listo filter - -o all.ics")
    try run.input.write(contentsOf: Data("X-LONG:\(String(repeating: "x", count: 2_500_000))\r\n".utf8))
    #expect(run.terminal.waits(for: "Reading  2.3 MB  "), "\(run.terminal.sent)")
    #expect(try run.finish() == 0)
    #expect(run.terminal.screen.allSatisfy { $0.hasPrefix("-:") }, "\(run.terminal.screen)")
  }

  @Test(arguments: [40, 60, 200] as [UInt16]) func itFitsTheTerminal(columns: UInt16) throws {
    let run = try Run("listo convert - -t jsonl -o all.jsonl", columns: columns)
    #expect(run.terminal.waits(for: "\u{1B}[K"))
    for line in run.terminal.screen { #expect(line.count < Int(columns)) }
    _ = try run.finish()
  }

  /// Messages that come meanwhile have lines of their own.
  @Test func diagnosticsStandAlone() throws {
    let run = try Run("listo list missing.ics - > /dev/null")
    #expect(run.terminal.waits(for: "Reading"))
    let bad = "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nODD\r\nUID:x\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    #expect(try run.finish(with: bad) == 66)
    #expect(
      run.terminal.screen.contains("missing.ics: error: No such file or directory [missing]"),
      "\(run.terminal.screen)")
    // And once more at the end, where the list may have pushed it away.
    #expect(run.terminal.screen.last == "error: 1 of 2 inputs is missing: missing.ics")
    #expect(run.terminal.screen.dropLast().allSatisfy { $0.contains(": ") && $0.hasSuffix("]") })
  }

  /// So does what ends the command.
  @Test func aFailureStandsAlone() throws {
    let run = try Run("listo show nothing -")
    #expect(run.terminal.waits(for: "Reading"))
    #expect(try run.finish() == 1)
    let lines = run.terminal.screen
    #expect(lines.last?.hasPrefix("listo: no name or title matches 'nothing'") == true, "\(lines)")
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("-:") && $0.hasSuffix("]") }, "\(lines)")
  }

  /// And what the command prints on the same terminal.
  @Test func theResultStandsAlone() throws {
    let run = try Run("listo filter -", toTerminal: true)
    #expect(run.terminal.waits(for: "Reading"))
    #expect(try run.finish(with: "") == 0)
    let lines = Calendars.text(500, title: "first").split(separator: "\r\n").map { String($0) }
    #expect(run.terminal.screen == lines)
  }

  @Test(arguments: [SIGINT, SIGTERM]) func aSignalTakesTheLineAway(signal: Int32) throws {
    let run = try Run("exec listo convert - -t jsonl -o all.jsonl")
    #expect(run.terminal.waits(for: "Converting"))
    run.child.send(signal)
    #expect(run.child.wait().signal == signal)
    run.terminal.receive()
    #expect(run.terminal.screen.isEmpty)
    #expect(try run.sandbox.names().isEmpty)
  }

  /// Longer than it takes for a line to come.
  @Test(arguments: [
    ("listo convert - -t jsonl --quiet -o all.jsonl", terminal),
    ("listo check - --quiet", terminal),
    ("listo filter - -o all.ics", ["TERM": "dumb"]),
    ("listo filter - -o all.ics", ["TERM": ""]),
    ("listo filter - -o all.ics 2>errors; test -s errors && cat errors >&2", terminal),
  ])
  func nothingWhereItIsNotWanted(line: String, environment: [String: String]) throws {
    let run = try Run(line, environment)
    usleep(900_000)
    run.terminal.receive()
    #expect(run.terminal.received.isEmpty, "\(run.terminal.sent)")
    _ = try run.finish(with: "")
    #expect(run.terminal.received.isEmpty, "\(run.terminal.sent)")
  }

  /// Half a second: what a machine with other work takes longer for is not short.
  @Test func shortWorkShowsNothing() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.ics", Calendars.text(3, title: "short"))
    for _ in 0..<20 {
      let terminal = try PseudoTerminal()
      let start = DispatchTime.now().uptimeNanoseconds
      let child = try sandbox.start(
        "listo list a.ics", environment: Self.terminal, errors: terminal.device)
      #expect(child.wait().status == 0)
      let isShort = DispatchTime.now().uptimeNanoseconds - start < 500_000_000
      terminal.receive()
      #expect(terminal.received.isEmpty || !isShort, "\(terminal.sent)")
    }
  }
}
