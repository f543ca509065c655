import Foundation
import ICalendar
import ListoAccounts
import ListoFormats
import ListoModel
import ListoStores
import Synchronization
import Testing

/// Calendars on the web: what is asked, what is kept, and what is read where a server is not there.
@Suite struct PublishedCalendarsTests {
  private static let calendar =
    "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:Milk\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
  private static let text = "https://calendar.example.com/ical/private-0a1b2c3d4e5f/basic.ics?key=opensesame"

  private final class Clock: Sendable {
    let seconds = Atomic<Int64>(1_700_000_000)
    var now: Int64 { seconds.load(ordering: .relaxed) }
    func pass(_ seconds: Int64) { self.seconds.add(seconds, ordering: .relaxed) }
  }

  /// A folder, a clock and a server.
  private final class Place: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "listo-published-\(UUID().uuidString)"
    ).path
    let clock = Clock()
    var cache: String { folder + "/cache" }

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// As a new process has it.
    func source(_ client: (any HTTPClient)?, restingFor seconds: Int64 = 0) -> PublishedCalendars {
      var make: PublishedCalendars.Client?
      if let client { make = { _, _ in client } }
      return PublishedCalendars(
        cacheFolder: cache, temporaryFolder: folder, restingFor: seconds, now: { [clock] in clock.now },
        client: make)
    }

    func files() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: cache).sorted() }
  }

  private struct Answer {
    let status: Int
    let body: String
    let headers: HTTPHeaders
  }

  /// Answers in turn; behind the last there is no network.
  private static func client(_ answers: [(Int, String, [(String, String)])]) -> ScriptedClient {
    let answers = answers.map { status, body, fields in
      var headers = HTTPHeaders()
      for (name, value) in fields { headers.add(name, value) }
      return Answer(status: status, body: body, headers: headers)
    }
    return ScriptedClient { request, number throws(HTTPFailure) -> HTTPResponse in
      guard number < answers.count else {
        throw HTTPFailure(.unreachable, request.url, "there is no network")
      }
      let answer = answers[number]
      return HTTPResponse(
        status: answer.status, headers: answer.headers, body: Array(answer.body.utf8), url: request.url)
    }
  }

  private func read(_ source: PublishedCalendars, _ text: String = text, format: FormatChoice? = nil) throws
    -> (bytes: String, tree: InputTree)
  {
    let tree = InputTree([text], format: format, web: source)
    if let error = tree.errors.first { throw error }
    var bytes: [UInt8] = []
    var input = try #require(tree.inputs.first).open()
    while true {
      let before = bytes.count
      try input.read(1 << 16, into: &bytes)
      if bytes.count == before { break }
    }
    return (String(decoding: bytes, as: UTF8.self), tree)
  }

  /// A server that accepts a connection and says nothing is given up soon if there is a copy.
  @Test func aSilentServerIsNotWaitedFor() throws {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isThere = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(server, pointer, length) == 0 && listen(server, 8) == 0
          && getsockname(server, pointer, &length) == 0
      }
    }
    try #require(isThere)
    let text = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/home.ics"
    let place = try Place()
    _ = try read(place.source(Self.client([(200, Self.calendar, [])])), text)
    let pauses = RetryPolicy(now: { [clock = place.clock] in Double(clock.now) }, wait: { _ in true })
    let source = PublishedCalendars(
      cacheFolder: place.cache, temporaryFolder: place.folder, patience: 1, retries: pauses)
    let start = ContinuousClock.now
    let answer = try read(source, text)
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(answer.bytes == Self.calendar && answer.tree.problems.map(\.code) == [.oldCopy])
  }

  /// Without a copy a server has six times as long.
  @Test func aFirstFetchMayTakeLonger() throws {
    let place = try Place()
    let asked = Mutex<[Int]>([])
    let client = Self.client([(200, Self.calendar, []), (200, Self.calendar, [])])
    for _ in 0..<2 {
      let source = PublishedCalendars(
        cacheFolder: place.cache, temporaryFolder: place.folder, patience: 3,
        now: { [clock = place.clock] in clock.now }
      ) { patience, _ in
        asked.withLock { $0.append(patience) }
        return client
      }
      _ = try read(source)
    }
    #expect(asked.withLock { $0 } == [18, 3])
  }

  @Test func whatIsTheSameIsNotSentAgain() throws {
    let place = try Place()
    let (etag, date) = ("\"v1\"", "Sun, 06 Nov 1994 08:49:37 GMT")
    let client = Self.client([
      (200, Self.calendar, [("ETag", etag), ("Last-Modified", date)]), (304, "", []),
      (200, Self.calendar.replacing("Milk", with: "Bread"), [("ETag", "\"v2\"")]), (304, "", []),
    ])
    #expect(try read(place.source(client)).bytes == Self.calendar)
    #expect(try read(place.source(client)).bytes == Self.calendar)
    #expect(try read(place.source(client)).bytes.contains("Bread"))
    #expect(try read(place.source(client)).bytes.contains("Bread"))
    let asked = client.requests.map { [$0.headers["If-None-Match"], $0.headers["If-Modified-Since"]] }
    #expect(asked == [[nil, nil], [etag, date], [etag, date], ["\"v2\"", nil]])
    #expect(
      client.requests.allSatisfy { $0.method == .get && "\($0.url)" == Self.text && $0.authorization == nil })
    // The one of before is not kept for ever.
    #expect(try place.files().count == 2)
  }

  @Test func withoutANetworkWhatWasFetchedIsRead() throws {
    let place = try Place()
    let client = Self.client([(200, Self.calendar, [])])
    _ = try read(place.source(client))
    for (seconds, words) in [
      (Int64(5), "less than a minute ago"), (60, "1 minute ago"), (7200, "2 hours ago"), (86400, "1 day ago"),
      (30 * 86400, "31 days ago"), (-100 * 86400, "by a clock that was ahead"),
    ] {
      place.clock.pass(seconds)
      let (bytes, tree) = try read(place.source(client))
      #expect(bytes == Self.calendar)
      let problem = try #require(tree.problems.first)
      #expect(problem.code == .oldCopy && problem.severity == .warning)
      #expect(
        problem.message.contains(words) && problem.message.contains("there is no network"), "\(problem)")
      // The old copy lacks later additions, so an absence from it says nothing.
      #expect(tree.inputs.first?.isPartial == true)
    }
  }

  @Test func nothingWasFetchedYet() throws {
    let place = try Place()
    #expect {
      _ = try read(place.source(Self.client([])))
    } throws: { ($0 as? StoreError)?.reason == "it cannot be fetched: there is no network" }
    #expect(throws: StoreError.self) { try read(place.source(nil)) }
  }

  @Test(arguments: [
    (200, "\u{FEFF}<!-- x --><!DOCTYPE html><title>Log in</title>", "a web page"),
    (200, "", "empty answer"),
    (200, "<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">", "a web page"),
    (200, "{\"error\": \"later\"}", "no calendar"), (200, "PK\u{3}\u{4}....", "zip archive"),
    (503, "", "answered 503"), (500, Self.calendar, "answered 500"),
  ])
  func whatIsNoCalendarCostsNothing(status: Int, body: String, words: String) throws {
    let place = try Place()
    let client = Self.client([(200, Self.calendar, []), (status, body, []), (304, "", [])])
    _ = try read(place.source(client))
    let (bytes, tree) = try read(place.source(client))
    #expect(bytes == Self.calendar)
    #expect(
      tree.problems.map(\.code) == [.oldCopy] && tree.problems[0].message.contains(words), "\(tree.problems)")
    #expect(try read(place.source(client)).tree.problems.isEmpty)
    // Without one of before it is an error.
    #expect {
      _ = try read(place.source(Self.client([(status, body, [])])), "https://example.com/other.ics")
    } throws: { ($0 as? StoreError)?.reason.contains(words) ?? false }
  }

  @Test(arguments: [
    (401, "asks for a login"), (403, "asks for a login"), (404, "nothing at this address"), (410, "nothing"),
  ])
  func whatTheServerTakesAwayIsAnError(status: Int, words: String) throws {
    let place = try Place()
    let client = Self.client([(200, Self.calendar, []), (status, "", [])])
    _ = try read(place.source(client))
    #expect {
      _ = try read(place.source(client))
    } throws: { ($0 as? StoreError)?.reason.contains(words) ?? false }
  }

  @Test func otherFormatsAreRead() throws {
    let place = try Place()
    let csv = "title,due\nMilk,2026-12-24\n"
    let client = Self.client([(200, csv, [])])
    #expect(try read(place.source(client), "https://example.com/tasks.csv").bytes.contains("SUMMARY:Milk"))
    let named = Self.client([(200, csv, [])])
    let format = try FormatChoice("csv")
    #expect(
      try read(place.source(named), "https://example.com/export", format: format).bytes.contains(
        "SUMMARY:Milk"))
  }

  @Test func addressesAreCheckedBeforeAnythingIsSent() throws {
    let place = try Place()
    let client = Self.client([])
    for (text, words) in [
      ("http://example.com/a.ics", "not encrypted"), ("https://anna:secret@example.com/a.ics", "a password"),
      ("https://exa mple.com/a.ics", "is invalid"), ("https://:443/a.ics", "is invalid"),
    ] {
      #expect {
        _ = try read(place.source(client), text)
      } throws: {
        guard let error = $0 as? StoreError else { return false }
        return error.reason.contains(words) && !error.path.contains("secret")
      }
    }
    #expect(client.requests.isEmpty)
  }

  @Test func redirectsAreFollowedAndNotToClearText() throws {
    let place = try Place()
    let client = Self.client([
      (301, "", [("Location", "https://elsewhere.example.com/a.ics")]), (200, Self.calendar, []),
      (302, "", [("Location", "http://elsewhere.example.com/a.ics")]),
    ])
    #expect(try read(place.source(client)).bytes == Self.calendar)
    #expect(client.requests.map(\.url.origin.host) == ["calendar.example.com", "elsewhere.example.com"])
    #expect {
      _ = try read(place.source(client), "https://example.com/b.ics")
    } throws: { ($0 as? StoreError)?.reason.contains("not encrypted") ?? false }
  }

  @Test func aLimitHolds() throws {
    let place = try Place()
    let client = ScriptedClient { request, _ throws(HTTPFailure) in
      throw HTTPFailure(
        .tooLarge, request.url, "the answer has more than \(request.bodyLimit) bytes", isSent: true)
    }
    var limits = ReadingLimits()
    limits[.inputSize] = 1000
    let tree = InputTree([Self.text], limits: limits, web: place.source(client))
    #expect(tree.errors.map(\.code) == [.tooLarge] && client.requests.first?.bodyLimit == 1000)
  }

  /// The address of a private calendar is in no name, message or file.
  @Test func aSecretStaysInTheAddress() throws {
    let place = try Place()
    let client = Self.client([(200, Self.calendar, [("ETag", "\"1\"")])])
    let (_, tree) = try read(place.source(client))
    let input = try #require(tree.inputs.first)
    #expect(input.name.wholeMatch(of: /https:\/\/calendar.example.com\/ical\/~[0-9a-f]{8}\/basic.ics/) != nil)
    #expect(input.folder.source.identifier == input.name && input.folder.source.kind == .published)
    let offline = try read(place.source(client)).tree
    #expect("\(offline.problems)".contains("opensesame") == false)
    for file in try place.files() {
      #expect(!file.contains("private"))
      let bytes = try String(contentsOfFile: place.cache + "/" + file, encoding: .utf8)
      #expect(!bytes.contains("opensesame") && !bytes.contains("0a1b2c"))
      let mode = try FileManager.default.attributesOfItem(atPath: place.cache + "/" + file)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
    #expect(try FileManager.default.attributesOfItem(atPath: place.cache)[.posixPermissions] as? Int == 0o700)
  }

  @Test func theCacheIsNotFollowedThroughLinks() throws {
    let place = try Place()
    let client = Self.client([(200, Self.calendar, []), (200, Self.calendar, [])])
    let other = place.folder + "/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: place.cache, withDestinationPath: other)
    let tree = try read(place.source(client)).tree
    #expect(tree.problems.map(\.code) == [.notKept])
    #expect(try FileManager.default.contentsOfDirectory(atPath: other).isEmpty)
  }

  @Test func aCacheThatLostSomethingIsNotBelieved() throws {
    let place = try Place()
    let answers = [(200, Self.calendar, [("ETag", "\"1\"")]), (200, Self.calendar, [("ETag", "\"1\"")])]
    let client = Self.client(answers + answers)
    _ = try read(place.source(client))
    let bytes = try #require(try place.files().first { !$0.hasSuffix(".json") })
    try Data("BEGIN:VCALENDAR\r\n".utf8).write(to: URL(fileURLWithPath: place.cache + "/" + bytes))
    #expect(try read(place.source(client)).bytes == Self.calendar)
    let record = try #require(try place.files().first { $0.hasSuffix(".json") })
    try Data("{".utf8).write(to: URL(fileURLWithPath: place.cache + "/" + record))
    #expect(try read(place.source(client)).bytes == Self.calendar)
    #expect(client.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
  }

  @Test func aProcessAsksOnceInAWhile() throws {
    let place = try Place()
    let client = Self.client([(200, Self.calendar, []), (304, "", [])])
    let source = place.source(client)
    for _ in 0..<5 { _ = try read(source) }
    #expect(client.requests.count == 1)
    place.clock.pass(30)
    for _ in 0..<5 { _ = try read(source) }
    #expect(client.requests.count == 2)
    // Another process that asks seldom.
    place.clock.pass(800)
    #expect(try read(place.source(client, restingFor: 900)).tree.problems.isEmpty)
    place.clock.pass(900)
    #expect(try read(place.source(client, restingFor: 900)).tree.problems.map(\.code) == [.oldCopy])
  }

  /// A process that shows it again and again waits for a host that does not answer once in a while.
  @Test(arguments: [true, false]) func anUnreachableHostIsNotWaitedForEachTime(isKept: Bool) throws {
    let place = try Place()
    if isKept { _ = try read(place.source(Self.client([(200, Self.calendar, [])]))) }
    let client = ScriptedClient { [clock = place.clock] request, _ throws(HTTPFailure) -> HTTPResponse in
      clock.pass(30)
      throw HTTPFailure(.unreachable, request.url, "timed out")
    }
    let source = place.source(client)
    for _ in 0..<10 {
      if isKept {
        #expect(try read(source).tree.problems.map(\.code) == [.oldCopy])
      } else {
        #expect(throws: StoreError.self) { try read(source) }
      }
      place.clock.pass(30)
    }
    #expect(client.requests.count == 1)
    place.clock.pass(31)
    _ = try? read(source)
    #expect(client.requests.count == 2)
  }

  /// Text that is no calendar in one format is one in another.
  @Test func anotherFormatIsAnotherQuestion() throws {
    let place = try Place()
    let tasks = #"[{"title": "Milk"}]"#
    let client = Self.client([(200, tasks, []), (200, tasks, [])])
    let source = place.source(client)
    _ = try? read(source)
    let csv = FormatChoice(try #require(Format.all.first { $0.name == "csv" }))
    _ = try? read(source, format: csv)
    #expect(client.requests.count == 2)
  }

  @Test func whatIsForgottenIsGone() throws {
    let place = try Place()
    let client = Self.client([(200, Self.calendar, []), (200, Self.calendar, [])])
    _ = try read(place.source(client))
    _ = try read(place.source(client), "https://example.com/other.ics")
    try place.source(nil).forget(try #require(WebAddress(Self.text)))
    #expect(try place.files().count == 2)
    #expect(throws: StoreError.self) { try read(place.source(nil)) }
    #expect(try read(place.source(nil), "https://example.com/other.ics").bytes == Self.calendar)
  }

  @Test func manyAreFetchedAtOnceAndComeInOrder() throws {
    let place = try Place()
    let client = ScriptedClient { request, _ throws(HTTPFailure) in
      HTTPResponse(200, to: request, Self.calendar.replacing("Milk", with: request.url.path))
    }
    let texts = (0..<20).map { "https://example.com/list\($0).ics" } + ["https://example.com/list3.ics"]
    let tree = InputTree(texts, web: place.source(client))
    #expect(tree.errors.isEmpty && tree.inputs.map(\.name) == texts)
    #expect(client.requests.count == 20)
  }
}
