import ICalendar
import Listo
import ListoTestSupport
import Testing

@testable import ListoCommand

@Suite struct FindingGroupsTests {
  private func finding(_ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ line: Int) -> CheckFinding
  {
    CheckFinding(Diagnostic(severity, code, file: "a.ics", line: line, "DUE is 'soon', which is not a date"))
  }

  @Test func aGroupShowsTheFirstAndCountsTheRest() {
    var groups = FindingGroups()
    groups.insert(finding(.note, .utf16, 1), isListed: true)
    for line in 2...9 { groups.insert(finding(.warning, .badValue, line), isListed: true) }
    groups.insert(finding(.note, .utf16, 10), isListed: false)
    let surface = Surface(width: 40, depth: .none, glyphs: .unicode)
    #expect(
      surface.text(groups.lines(surface)) == """
        bad-value  8 warnings
          a.ics:2: DUE is 'soon', which is
              not a date
          a.ics:3: DUE is 'soon', which is
              not a date
          a.ics:4: DUE is 'soon', which is
              not a date
          a.ics:5: DUE is 'soon', which is
              not a date
          a.ics:6: DUE is 'soon', which is
              not a date
          and 3 more; --ungrouped lists all

        utf-16  2 notes
          a.ics:1: DUE is 'soon', which is
              not a date
          and 1 more; --ungrouped lists all

        """)
  }

  @Test func theHeadingHasTheColourOfTheSeverity() {
    var groups = FindingGroups()
    groups.insert(finding(.error, .badValue, 1), isListed: true)
    let heading = groups.lines(Surface(width: 80, depth: .sixteen, glyphs: .unicode))[0]
    #expect(heading.rendered(.sixteen).hasPrefix("\u{1B}[1;31mbad-value"))
  }

  private static let calendar =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"
    + (1...7).map { "BEGIN:VTODO\r\nUID:\($0)\r\nDTSTAMP:20260101T000000Z\r\nDUE:soon\r\nEND:VTODO\r\n" }
    .joined()
    + "END:VCALENDAR\r\n"

  @Test func onlyATerminalGetsGroups() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.ics", Self.calendar)
    func screen(_ command: String) throws -> [String] {
      let terminal = try PseudoTerminal()
      let child = try sandbox.start(
        command, environment: ["TERM": "xterm", "LANG": "C.UTF-8"], output: terminal.device)
      #expect(child.wait().status == 1)
      terminal.receive()
      return terminal.screen
    }
    let groups = try screen("listo check a.ics")
    #expect(groups.first == "bad-value  7 warnings" && groups.contains("  and 2 more; --ungrouped lists all"))
    #expect(try screen("listo check --ungrouped a.ics").count { $0.hasPrefix("a.ics:") } == 7)
    let lines = try sandbox.sh("listo check a.ics").output.split(separator: "\n")
    #expect(lines.count == 7 && lines.allSatisfy { $0.hasPrefix("a.ics:") && $0.hasSuffix("[bad-value]") })
  }
}
