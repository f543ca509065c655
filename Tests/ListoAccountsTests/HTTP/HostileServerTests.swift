import Foundation
import ListoAccounts
import ListoStores
import Synchronization
import Testing

/// The attacks of a malicious server, which cost an error and no more (Tests/Servers/hostile.py).
@Suite(.serialized, .enabled(if: HostileServer.shared != nil, "the server, a script, does not start"))
struct HostileServerTests {
  private let server = HostileServer.shared

  private func url(_ origin: HostileServer.Origin, _ path: String) throws -> HTTPURL {
    let server = try #require(server)
    return try HTTPURL(
      "\(origin.isTLS ? "https" : "http")://127.0.0.1:\(server.ports[origin.rawValue])\(path)")
  }

  private func client(
    _ url: HTTPURL, password: String = "secret", seconds: Int = 5, total: Int? = nil, thinking: Int? = nil,
    waiting: (@Sendable () -> Void)? = nil
  ) -> LoginClient {
    var settings = CurlClient.Settings()
    settings.authorities = server.map { $0.folder + "/authority.pem" }
    (settings.idle, settings.total) = (seconds, total ?? seconds)
    (settings.thinking, settings.noticed, settings.waiting) = (thinking ?? seconds, 1, waiting)
    let login = Login(user: "user", scheme: nil) { () throws(AccountError) in
      guard let secret = Secret(Array(password.utf8)) else { throw AccountError(.login, "none") }
      return secret
    }
    return LoginClient(CurlClient(settings), origins: LoginOrigins(url.origin), login: login)
  }

  private func failure(
    _ url: HTTPURL, _ method: HTTPMethod = .propfind, seconds: Int = 5, total: Int? = nil,
    thinking: Int? = nil
  ) -> HTTPFailure? {
    do throws(HTTPFailure) {
      let client = client(url, seconds: seconds, total: total, thinking: thinking)
      _ = try client.send(HTTPRequest(method, url))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["/entities/", "/deep/", "/cut/"]) func wrongXMLIsAnError(path: String) throws {
    let url = try url(.plain, path)
    #expect {
      _ = try CalDAVSession(client(url), home: url).lists()
    } throws: { ($0 as? AccountError)?.code == .answer }
  }

  @Test func aHundredMegabytesAreNotRead() throws {
    let url = try url(.plain, "/huge/")
    #expect(failure(url)?.code == .tooLarge)
    #expect(failure(url)?.reason == "the answer has more than \(64 << 20) bytes")
  }

  /// Of many lines, or of one that is too long for libcurl.
  @Test(arguments: ["/long-header/", "/long-line/"]) func aLongHeaderIsNotRead(path: String) throws {
    let failure = failure(try url(.plain, path))
    #expect(failure?.code == .tooLarge)
    #expect(failure?.reason.hasPrefix("the header of the answer has ") == true)
  }

  @Test func aSlowDripHasAnEnd() throws {
    let url = try url(.plain, "/drip/")
    #expect(failure(url, seconds: 1)?.code == .interrupted)
  }

  /// A server may think longer about a question than it may pause in its answer, and that is told once.
  @Test func aServerThatThinksIsWaitedFor() throws {
    let url = try url(.plain, "/late/")
    let told = Mutex(0)
    let client = client(url, seconds: 1, total: 10, thinking: 10) { told.withLock { $0 += 1 } }
    #expect(try client.send(HTTPRequest(.propfind, url)).status == 207)
    #expect(told.withLock { $0 } == 1)
  }

  /// A server that does not answer is not asked again at once, and is reported in plain words; the outcome of
  /// a write is unknown.
  @Test func aServerThatSaysNothingHasAnEnd() throws {
    let url = try url(.plain, "/silent/")
    let silent = try #require(failure(url, total: 10, thinking: 1))
    #expect(silent.code == .silent && silent.isSent)
    #expect(silent.reason.contains("did not answer within 1 seconds; it may still be working"))
    let write = try #require(failure(url, .put, seconds: 1, total: 10, thinking: 10))
    #expect(write.code == .interrupted && write.isSent)
    let stopped = try #require(
      failure(try self.url(.plain, "/stopped/"), seconds: 1, total: 10, thinking: 10))
    #expect(stopped.code == .interrupted && stopped.reason.contains("was interrupted"))
  }

  @Test func aConnectionThatIsClosedIsAnUnknownOutcome() throws {
    let url = try url(.plain, "/hang-up/")
    #expect(failure(url)?.isSent == true)
    let session = CalDAVSession(client(url), home: url)
    let href = try #require(Href(path: "/hang-up/"))
    guard case .unknown = try session.put([0x41], to: href, expecting: .nothing) else {
      throw Unexpected("not unknown")
    }
  }

  @Test func otherPlacesAreIgnoredAndTold() throws {
    let url = try url(.plain, "/places/")
    let list = RemoteList(try #require(Href(path: "/places/")))
    let changes = try CalDAVSession(client(url), home: url).changes(of: list, since: nil)
    #expect(changes.changed.map(\.href.path) == ["/places/good.ics"])
    #expect(changes.ignored.map(\.problem) == [.otherOrigin, .outside, .outside, .outside, .outside])
  }

  @Test func whatIsNoCalendarComesAsItIs() throws {
    let url = try url(.plain, "/data/")
    let hrefs = try ["/data/a.ics", "/data/b.ics"].map { try #require(Href(path: $0)) }
    var answers: [ItemAnswer] = []
    try CalDAVSession(client(url), home: url).items(hrefs, of: try #require(Href(path: "/data/"))) {
      answers.append($0)
    }
    #expect(answers.count == 2)
    #expect(answers.last == .gone(hrefs[1]))
  }

  @Test func noLoginGoesToAnotherOrigin() throws {
    let server = try #require(server)
    for path in ["/away/", "/away-open/"] {
      let away = try url(.plain, path)
      // So that there is a login to send.
      let client = client(away)
      _ = try client.send(HTTPRequest(.propfind, try url(.plain, "/ask/")))
      let answer = try? client.send(HTTPRequest(.propfind, away))
      #expect((answer != nil) == (path == "/away-open/"))
    }
    let log = try String(
      contentsOfFile: server.folder + "/log-\(server.ports[HostileServer.Origin.other.rawValue])",
      encoding: .utf8)
    #expect(log.contains("PROPFIND /ask/") && log.contains("PROPFIND /places/"))
    #expect(!log.lowercased().contains("authorization"))
  }

  @Test func redirectsEnd() throws {
    #expect(failure(try url(.plain, "/circle/"))?.code == .forbidden)
    #expect(failure(try url(.right, "/down/"))?.code == .forbidden)
  }

  @Test func certificatesAreChecked() throws {
    #expect(failure(try url(.right, "/places/")) == nil)
    for origin in [HostileServer.Origin.otherName, .old] {
      let found = failure(try url(origin, "/places/"))
      #expect(found?.code == .untrusted, "\(String(describing: found))")
      #expect(found?.isSent == false)
    }
    // The authority of the tests is none of this system's.
    let url = try url(.right, "/places/")
    #expect {
      _ = try CurlClient().send(HTTPRequest(.get, url))
    } throws: { ($0 as? HTTPFailure)?.code == .untrusted }
  }

  /// A calendar on the web comes by the same rules.
  @Test func publishedCalendarsAreFetchedAsSafely() throws {
    let authorities = try #require(server).folder + "/authority.pem"
    let source = PublishedCalendars(cacheFolder: nil, now: { 0 }) { _, _ in
      var settings = CurlClient.Settings()
      (settings.authorities, settings.idle, settings.total) = (authorities, 1, 1)
      return CurlClient(settings)
    }
    func answer(_ origin: HostileServer.Origin, _ path: String) throws -> String {
      let tree = InputTree(["\(try url(origin, path))"], web: source)
      return tree.errors.first.map { "\($0.code) \($0.reason)" } ?? "\(tree.inputs.count)"
    }
    #expect(try answer(.right, "/calendar.ics") == "1")
    #expect(try answer(.plain, "/calendar.ics") == "1")
    #expect(try answer(.otherName, "/calendar.ics").contains("cannot be fetched"))
    #expect(try answer(.old, "/calendar.ics").contains("cannot be fetched"))
    #expect(try answer(.plain, "/huge/").hasPrefix("tooLarge"))
    #expect(try answer(.plain, "/drip/").contains("cannot be fetched"))
    #expect(try answer(.plain, "/hang-up/").contains("cannot be fetched"))
    #expect(try answer(.plain, "/circle/").contains("redirects more than"))
    #expect(try answer(.right, "/down/").contains("not encrypted"))
    #expect(try answer(.plain, "/ask/").contains("asks for a login"))
    #expect(try answer(.plain, "/away/").contains("asks for a login"))
  }

  @Test func aPasswordHoldsAnything() throws {
    let server = try #require(server)
    let url = try url(.plain, "/ask/")
    let password = ":@/\\\"'%41 $(id) `x` ü \u{1F511} \t~"
    _ = try client(url, password: password).send(HTTPRequest(.propfind, url))
    let log = try String(contentsOfFile: server.folder + "/log-\(server.ports[0])", encoding: .utf8)
    #expect(log.contains("Authorization: Basic " + Data("user:\(password)".utf8).base64EncodedString()))
  }

  private struct Unexpected: Error {
    let words: String
    init(_ words: String) { self.words = words }
  }
}

/// The script, running.
private final class HostileServer: Sendable {
  enum Origin: Int {
    case plain, other, right, otherName, old
    var isTLS: Bool { rawValue >= Origin.right.rawValue }
  }

  let ports: [Int]
  let folder: String
  /// Its standard input: it ends when this process does.
  private let input: Pipe

  /// One for all tests; nil where there is no Python, or no openssl.
  static let shared = try? HostileServer()

  private init() throws {
    folder =
      FileManager.default.temporaryDirectory.appendingPathComponent("listo-hostile-\(UUID().uuidString)").path
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Servers/hostile.py")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path, folder]
    (input, process.standardError) = (Pipe(), FileHandle.nullDevice)
    let output = Pipe()
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let line = output.fileHandleForReading.availableData
    ports = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard ports.count == 5 else { throw CocoaError(.fileReadUnknown) }
  }
}
