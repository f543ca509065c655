import Foundation
import ListoTestSupport
import Testing

/// Real servers take every item that edits write, as it is. `make servers-test` sets `LISTO_SERVERS=all` for
/// it: starting them takes seconds each.
@Suite(.serialized) struct EditServerTests {
  /// Those that are installed.
  private static let kinds: [String] = {
    guard ProcessInfo.processInfo.environment["LISTO_SERVERS"] == "all" else { return [] }
    let script = Workplace.repository.appendingPathComponent("Tests/Servers/server").path
    return ["radicale", "xandikos", "cyrus"].filter { Sandbox.can("\(script) has \($0)") }
  }()

  @Test(
    .enabled(if: !kinds.isEmpty, "make servers-test runs it, on servers that are installed"), arguments: kinds
  )
  func everyItemIsTaken(kind: String) throws {
    let sandbox = try Sandbox()
    let edits = try EditInteropTests.edit(sandbox)
    #expect(edits.status == 0 && edits.output.isEmpty, "\(edits.output) \(edits.errors)")
    // Some servers run as users of their own, who may not enter a private folder.
    let script = Workplace.repository.appendingPathComponent("Tests/Servers/refusals").path
    let answer = try sandbox.sh("TMPDIR=/tmp \(script) \"$(command -v listo)\" lists \(kind)")
    #expect(answer.status == 0, "\(answer.output) \(answer.errors)")
    #expect(
      answer.output.contains("\(kind): 7 items, 0 refused as they are"), "\(answer.output) \(answer.errors)")
  }
}
