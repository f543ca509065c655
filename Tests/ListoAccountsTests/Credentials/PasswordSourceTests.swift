import Foundation
import ListoAccounts
import Testing

/// Where passwords come from; no test shows one.
@Suite(.serialized) struct PasswordSourceTests {
  private func reason(_ source: PasswordSource, patience: Int = PasswordSource.patience) -> String? {
    do throws(AccountError) {
      _ = try source.secret(patience: patience)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func aCommandIsRunWithoutAShell() throws {
    let words = try #require(CommandWords.split("printf '%s\\n%s' \"a b\\\"\" \\$HOME"))
    #expect(words == ["printf", "%s\\n%s", "a b\"", "$HOME"])
    #expect(reason(.command(words)) == nil)
    #expect(CommandWords.split("a 'b") == nil)
    #expect(CommandWords.split(" a  '' \"\" b") == ["a", "", "", "b"])
  }

  @Test func aCommandThatFailsIsTheEnd() {
    #expect(reason(.command(["false"]))?.contains("ended with status 1") == true)
    #expect(reason(.command(["true"]))?.contains("printed no password") == true)
    #expect(reason(.command(["listo-no-such-program"]))?.contains("cannot be run") == true)
    #expect(reason(.command([]))?.contains("empty") == true)
  }

  /// Whether it prints nothing, has printed the password, closed its output, or takes no notice of being
  /// asked to end.
  @Test(arguments: [
    "exec sleep 600", "echo secret; exec sleep 600", "exec >&-; exec sleep 600",
    "trap '' TERM; echo secret; exec >&-; while :; do sleep 0.1; done",
  ])
  func aCommandThatDoesNotEndIsEnded(script: String) {
    #expect(
      reason(.command(["sh", "-c", script]), patience: 1)?.contains("did not end within 1 seconds") == true)
  }

  /// A program that it started, such as an agent, goes on and has the same output.
  @Test func aCommandThatLeavesAProgramBehindHasEnded() {
    let start = ContinuousClock.now
    #expect(reason(.command(["sh", "-c", "echo secret; sleep 20 &"]), patience: 600) == nil)
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test func aFileIsItsOwnersAlone() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("secret\r\nmore\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(reason(.file(path))?.contains("chmod 600") == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(reason(.file(path)) == nil)
    #expect(reason(.file(path + "-missing")) != nil)
    #expect(reason(.file(NSTemporaryDirectory())) != nil)
    #expect(reason(.systemd(name: "../etc/passwd", folder: "/tmp")) != nil)
  }

  /// Other processes of the user cannot look into it, where the program wants that.
  @Test func theProcessCannotBeDumpedFromThenOn() {
    PasswordSource.protectProcess()
    #expect(PasswordSource.isProcessProtected)
  }
}
