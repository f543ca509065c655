import Foundation
import Testing

/// Output on a terminal that is longer than the screen goes through a pager.
@Suite(.serialized) struct PagerTests {
  private static let rows: UInt16 = 10

  /// Runs a command on a terminal, and gives the terminal and the exit status.
  private func run(
    _ line: String, count: Int = 20, _ environment: [String: String], in sandbox: Sandbox

  ) throws -> (screen: [String], status: Int32) {
    try sandbox.write("all.ics", Calendars.text(count, title: "item"))
    let terminal = try PseudoTerminal(columns: 80, rows: Self.rows)
    let variables = ["TERM": "xterm", "XDG_CONFIG_HOME": sandbox.path + "/config"].merging(environment) { $1 }
    let child = try sandbox.start(
      line, environment: variables, output: terminal.device, errors: terminal.device)
    while child.isRunning {
      terminal.receive()
      usleep(2000)
    }
    let status = child.wait().status
    terminal.receive()
    return (terminal.screen, status)
  }

  @Test(arguments: [
    "list all.ics", "list all.ics --columns title", "diff empty.ics all.ics --color=never",
  ])
  func longOutputIsPaged(command: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("empty.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n")
    let (screen, status) = try run("listo \(command)", ["LISTO_PAGER": "sed s/^/paged:/"], in: sandbox)
    #expect(screen.count > 20 && screen.allSatisfy { $0.hasPrefix("paged:") }, "\(screen)")
    #expect(status == (command.hasPrefix("diff") ? 1 : 0))
  }

  @Test(arguments: [
    "list all.ics --no-pager", "list all.ics --json", "list all.ics --template '{title}'",
    "list all.ics | cat",
  ])
  func otherOutputIsNot(command: String) throws {
    let (screen, _) = try run("listo \(command)", ["LISTO_PAGER": "sed s/^/paged:/"], in: try Sandbox())
    #expect(screen.count > 10 && !screen.contains { $0.contains("paged:") }, "\(screen)")
  }

  @Test func shortOutputIsNot() throws {
    let (screen, _) = try run(
      "listo list all.ics", count: 3, ["LISTO_PAGER": "sed s/^/paged:/"], in: try Sandbox())
    #expect(screen.contains { $0.contains("item") } && !screen.contains { $0.contains("paged:") })
  }

  /// LISTO_PAGER comes before the configuration, and that before PAGER.
  @Test func thePagerIsLookedForInOrder() throws {
    let sandbox = try Sandbox()
    try sandbox.sh(
      "mkdir -p config/listo; echo 'pager = \"sed s/^/configured:/\"' > config/listo/config.toml")
    for (environment, prefix) in [
      (["LISTO_PAGER": "sed s/^/own:/", "PAGER": "sed s/^/common:/"], "own:"),
      (["PAGER": "sed s/^/common:/"], "configured:"),
    ] {
      let screen = try run("listo list all.ics", environment, in: sandbox).screen
      #expect(screen.allSatisfy { $0.hasPrefix(prefix) }, "\(screen)")
    }
    try sandbox.sh("rm config/listo/config.toml")
    let screen = try run("listo list all.ics", ["PAGER": "sed s/^/common:/"], in: sandbox).screen
    #expect(screen.allSatisfy { $0.hasPrefix("common:") }, "\(screen)")
  }

  @Test func aPagerThatOthersMayHaveChosenIsNotRun() throws {
    let sandbox = try Sandbox()
    try sandbox.sh(
      "mkdir -p config/listo; echo 'pager = \"sed s/^/paged:/\"' > config/listo/config.toml; chmod go+w config/listo/config.toml"
    )
    let (screen, status) = try run("listo list all.ics", ["PAGER": "sed s/^/paged:/"], in: sandbox)
    #expect(!screen.contains { $0.contains("paged:") } && status == 0)
    #expect(screen.contains { $0.contains("other users can write") }, "\(screen)")
  }

  @Test(arguments: ["", "cat", "/nowhere/pager", "'unclosed"])
  func withoutAPagerOutputIsDirect(pager: String) throws {
    let (screen, status) = try run("listo list all.ics", ["LISTO_PAGER": pager], in: try Sandbox())
    #expect(screen.count > 20 && status == 0)
  }

  @Test func leavingThePagerEarlyKeepsTheStatus() throws {
    let sandbox = try Sandbox()
    try sandbox.write("empty.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n")
    let pager = ["LISTO_PAGER": "head -n 1"]
    #expect(try run("listo list all.ics", count: 20_000, pager, in: sandbox).status == 0)
    #expect(try run("listo diff empty.ics all.ics", count: 20_000, pager, in: sandbox).status == 1)
  }
}
