import Foundation
import Testing

/// The password in system calls while an account is added and synced: strace is asked, and the tests are
/// skipped where strace is not there, or may not look.
@Suite(.enabled(if: Tracing.isPossible, "strace is not there, or may not trace"))
struct SecretsTests {
  private static let password = "correct-horse-battery"

  /// - Returns: the calls, one a line, and what was printed.
  private func traced(_ place: Workplace, _ command: String) throws -> (calls: [Substring], output: String) {
    let output = try place.run(
      "strace -f -v -y -s 1000000 -e trace=execve,openat,creat,mkdir,unlink,unlinkat,rename,renameat,renameat2,linkat,write,writev,pwrite64,"
        + "sendto,sendmsg,prctl -o trace \(command)")
    let calls = try String(contentsOf: place.folder.appendingPathComponent("trace"), encoding: .utf8)
    return (calls.split(separator: "\n"), output)
  }

  /// A server with one list and one reminder in it, and the password in a file.
  static let start = """
    mkdir -p there/tasks; echo Tasks >there/tasks/.title; \
    printf '%s\\r\\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//A//B//EN BEGIN:VTODO UID:1 DTSTAMP:20261101T080000Z SUMMARY:Milk END:VTODO \
    END:VCALENDAR >there/tasks/1.ics; (python3 $SERVERS/folder-server.py there port user:\(password) >log 2>&1 & echo $! >server); \
    until test -s port; do sleep 0.1; done; printf '\(password)\\n' >password; chmod 600 password
    """

  @Test func aPasswordIsSeenNowhere() throws {
    let place = try Workplace()
    defer { place.remove() }
    _ = try place.run(Self.start)
    defer { _ = try? place.run("kill $(cat server)") }
    let login = Data("user:\(Self.password)".utf8).base64EncodedString()
    for command in [
      "listo account add home http://127.0.0.1:$(cat port)/ --user user --password-command 'cat password'",
      "listo sync home",
    ] {
      let (calls, output) = try traced(place, command)
      #expect(!output.contains(Self.password) && output.contains("home"), "\(output)")
      // It runs, and protects itself before the program that prints the password does.
      let shield = try #require(calls.firstIndex { $0.contains("prctl(PR_SET_DUMPABLE, SUID_DUMP_DISABLE") })
      let run = try #require(
        calls.firstIndex { $0.contains("execve(") && $0.contains("\"cat\", \"password\"") })
      #expect(shield < run)
      #expect(!calls.contains { $0.contains("PR_SET_DUMPABLE, SUID_DUMP_USER") })
      var sent = 0
      for call in calls where call.contains(Self.password) || call.contains(login) {
        // The program's own pipe, and the connection to the server.
        let isWriting = ["write(", "sendto(", "sendmsg(", "writev("].contains { call.contains($0) }
        let isElsewhere = call.contains("<pipe:") || call.contains("<socket:") || call.contains("<TCP:")
        #expect(isWriting && isElsewhere, "\(call.prefix(300))")
        sent += call.contains(login) ? 1 : 0
      }
      // It did go to the server: what is looked for is what would be seen.
      #expect(sent > 0)
    }
    #expect(
      try place.run("grep -rlE '\(Self.password)|\(login)' .local .config") == "[exit 1]\n"
    )
    #expect(try place.run("find .local/state/listo ! -perm 600 ! -perm 700") == "")
  }
}

/// Whether strace is there and may look at what is started.
enum Tracing {
  static let isPossible: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["strace", "-f", "-o", "/dev/null", "true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
