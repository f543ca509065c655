import Foundation
import Testing

/// The login of an account goes to no host that the user neither named nor agreed to, whatever servers and
/// remembered states say.
@Suite(.enabled(if: Sandbox.can("python3 -c ''"), "there is no python3"))
struct LoginHostTests {
  /// Two servers: one with calendars that wants no login where the file `there/.open` is, and one that
  /// redirects all to it.
  private static let start = """
    mkdir -p there/tasks; echo Tasks >there/tasks/.title
    printf '%s\\r\\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//A//B//EN BEGIN:VTODO UID:1 DTSTAMP:20261101T080000Z SUMMARY:Milk END:VTODO \
      END:VCALENDAR >there/tasks/1.ics
    (python3 $SERVERS/folder-server.py there port anna:correct-horse >log 2>&1 & echo $! >server)
    for turn in $(seq 300); do test -s port || sleep 0.1; done
    (python3 $SERVERS/redirecting.py away http://127.0.0.1:$(cat port)/user/ >log2 2>&1 & echo $! >server2)
    for turn in $(seq 300); do test -s away || sleep 0.1; done
    """

  private func withServers(_ body: (Workplace) throws -> Void) throws {
    let place = try Workplace()
    defer { place.remove() }
    let output = try place.run(Self.start)
    defer { _ = try? place.run("kill $(cat server server2)") }
    try #require(output == "", "\(output)")
    try body(place)
  }

  private static let add =
    "listo account add work http://127.0.0.1:$(cat away)/ --user anna --password-command 'echo correct-horse'"

  @Test func aRedirectNeedsConsent() throws {
    try withServers { place in
      // The server that it leads to does not ask for a login yet.
      _ = try place.run("touch there/.open")
      let port = try place.run("cat port").trimmingCharacters(in: .whitespacesAndNewlines)
      let refused = try place.run(Self.add)
      #expect(refused.contains("127.0.0.1:\(port)") && refused.contains("--allow-host 127.0.0.1:\(port)"))
      #expect(refused.hasSuffix("[exit 66]\n"), "\(refused)")
      #expect(try place.run("cat .config/listo/config.toml").contains("[exit"))
      _ = try place.run("rm there/.open")
      #expect(try place.run("cat there/.headers").contains("[exit"))
      // Who agrees can use it; that is remembered.
      let added = try place.run(Self.add + " --allow-host 127.0.0.1:$(cat port)")
      #expect(added.contains("added work") && added.contains("Tasks"), "\(added)")
      #expect(try place.run("cat .config/listo/config.toml").contains("allow-host = \"127.0.0.1:\(port)\""))
      #expect(try place.run("listo sync work && listo list").contains("Milk"))
    }
  }

  /// An address that an earlier version remembered of such a server is not used.
  @Test func aRememberedHomeNeedsConsent() throws {
    try withServers { place in
      _ = try place.run(Self.add + " --allow-host 127.0.0.1:$(cat port)")
      _ = try place.run("sed -i '/allow-host/d' .config/listo/config.toml; rm there/.headers")
      let refused = try place.run("listo sync work")
      #expect(refused.contains("account check NAME --allow-host 127.0.0.1:"), "\(refused)")
      #expect(refused.hasSuffix("[exit 66]\n"), "\(refused)")
      #expect(try place.run("cat there/.headers").contains("[exit"))
      let checked = try place.run("listo account check work --allow-host 127.0.0.1:$(cat port)")
      #expect(!checked.contains("[exit"), "\(checked)")
      #expect(try place.run("listo sync work && listo list").contains("Milk"))
    }
  }
}

/// The configuration names the program that prints a password: nobody else writes it.
@Suite struct ConfigurationModeTests {
  @Test func itIsPrivateFromTheStart() throws {
    let sandbox = try Sandbox()
    try sandbox.write("in/a.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR\n")
    try sandbox.sh("umask 000; listo sources add in")
    #expect(try sandbox.sh("stat -c %a .config/listo .config/listo/config.toml").output == "700\n600\n")
  }

  @Test(arguments: [
    "chmod 666 .config/listo/config.toml", "chmod 777 .config/listo", "chmod 620 .config/listo/config.toml",
  ])
  func noLoginIsTakenFromOneThatOthersCanWrite(mode: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      ".config/listo/config.toml",
      "[accounts.work]\nurl = \"http://127.0.0.1:1/\"\nuser = \"anna\"\npassword-command = \"touch ran\"\n")
    let answer = try sandbox.sh("\(mode); listo sync work")
    #expect(answer.status == 78 && answer.errors.contains("chmod go-w"), "\(answer.errors)")
    #expect(try !sandbox.names().contains("ran"))
    // Closed to others, it is of use again.
    let closed = try sandbox.sh(
      "chmod 600 .config/listo/config.toml; chmod 700 .config/listo; listo sync work")
    #expect(closed.status == 66, "\(closed.errors)")
  }
}
