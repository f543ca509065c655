import ListoAccounts
import Testing

/// Answers as servers of the field give them, of those that are not there to be asked.
@Suite struct SessionTests {
  private let home: HTTPURL
  private let list: RemoteList
  init() throws {
    home = try HTTPURL("https://dav.example.com/u/")
    var list = RemoteList(try #require(Href(path: "/u/tasks/")))
    list.syncToken = "t9"
    self.list = list
  }

  private static func part(_ href: String, _ status: String, _ more: String = "") -> String {
    "<response><href>\(href)</href>" + (more.isEmpty ? "<status>HTTP/1.1 \(status)</status>" : more)
      + "</response>"
  }

  private static func there(_ href: String, _ etag: String, _ type: String = "text/calendar") -> String {
    part(
      href, "",
      "<propstat><prop><getetag>\(etag)</getetag><getcontenttype>\(type)</getcontenttype></prop><status>HTTP/1.1 200 OK</status></propstat>"
    )
  }

  private static func answer(_ parts: String, token: String? = nil) -> String {
    "<multistatus xmlns='DAV:'>" + parts + (token.map { "<sync-token>\($0)</sync-token>" } ?? "")
      + "</multistatus>"
  }

  /// Nextcloud cuts off with 507 for the collection, and goes on with the next token.
  @Test func pagesAreFollowed() throws {
    let client = ScriptedClient { request, before in
      let pages = [
        Self.answer(
          Self.there("/u/tasks/a.ics", "&quot;1&quot;") + Self.part("/u/tasks/", "507 Insufficient Storage"),
          token: "t1"),
        Self.answer(
          Self.there("/u/tasks/b.ics", "W/\"2\"") + Self.part("/u/tasks/a.ics", "404 Not Found")
            + Self.there("/u/tasks/e.ics", "\"3\"", "text/calendar; component=vevent"), token: "t2"),
      ]
      return HTTPResponse(207, to: request, pages[before])
    }
    let changes = try CalDAVSession(client, home: home).changes(of: list, since: "t0")
    #expect(changes.changed.map(\.href.name) == ["b.ics"])
    #expect(changes.changed.first?.etag?.isWeak == true)
    #expect(changes.changed.first?.etag == EntityTag("\"2\""))
    #expect(changes.removed.map(\.name) == ["a.ics"])
    #expect(changes.token == "t2")
    let bodies = client.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
    #expect(bodies[1].contains(">t1</D:sync-token>"))
    #expect(!bodies.contains { $0.contains("limit") })
  }

  @Test(arguments: [403, 409, 412, 500, 501]) func aRefusedTokenMeansListingAnew(status: Int) throws {
    let client = ScriptedClient { request, before in
      before == 0
        ? HTTPResponse(status, to: request)
        : HTTPResponse(207, to: request, Self.answer(Self.there("/u/tasks/a.ics", "\"1\""), token: "t9"))
    }
    let changes = try CalDAVSession(client, home: home).changes(of: list, since: "old")
    #expect(changes.isWhole && changes.isTokenRefused && changes.token == "t9")
  }

  @Test func aServerWithoutReportsIsListedByItsProperties() throws {
    let client = ScriptedClient { request, _ in
      request.method == .report
        ? HTTPResponse(501, to: request)
        : HTTPResponse(
          207, to: request, Self.answer(Self.there("/u/tasks/a.ics", "1") + Self.there("/u/tasks/", "0")))
    }
    let changes = try CalDAVSession(client, home: home).changes(of: list, since: "old")
    #expect(changes.changed.map(\.href.name) == ["a.ics"])
    // The token of before the listing: what came between is told again, and nothing is missed.
    #expect(changes.token == "t9")
  }

  @Test(arguments: [401, 404, 429, 503]) func trouble(status: Int) throws {
    let client = ScriptedClient { request, _ in HTTPResponse(status, to: request) }
    #expect(throws: AccountError.self) {
      try CalDAVSession(client, home: home).changes(of: list, since: "old")
    }
  }

  @Test func writesHaveTheirOutcome() throws {
    let precondition =
      "<error xmlns='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'><c:valid-calendar-data>no\t UID</c:valid-calendar-data></error>"
    let taken =
      "<error xmlns='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'><c:no-uid-conflict><href>/u/x/a.ics</href></c:no-uid-conflict></error>"
    func outcome(_ status: Int, _ body: String = "") throws -> WriteOutcome {
      let client = ScriptedClient { request, _ in HTTPResponse(status, to: request, body, ("ETag", "\"9\"")) }
      let href = try #require(Href(path: "/u/tasks/a.ics"))
      return try CalDAVSession(client, home: home).put([0x41], to: href, expecting: .nothing)
    }
    #expect(try outcome(201) == .done(EntityTag("\"9\"")))
    #expect(try outcome(412) == .changed)
    #expect(try outcome(412, "Precondition failed") == .changed)
    #expect(
      try outcome(412, precondition)
        == .refused(Refusal(status: 412, precondition: "valid-calendar-data", reason: "no UID")))
    #expect(
      try outcome(403, taken)
        == .refused(Refusal(status: 403, precondition: "no-uid-conflict", place: Href(path: "/u/x/a.ics"))))
    #expect(try outcome(207, Self.answer(Self.part("/u/tasks/a.ics", "412 Precondition Failed"))) == .changed)
    #expect(
      try outcome(207, Self.answer(Self.part("/u/tasks/a.ics", "507 Full"))) == .refused(Refusal(status: 507))
    )
    #expect(try outcome(404) == .missing)
    #expect(try outcome(500, "<html><b>Oops</b>\n</html>") == .refused(Refusal(status: 500, reason: "Oops")))
    guard case .unknown = try outcome(504) else { throw Refusal(status: 504) }
    // One item alone may be meant.
    #expect(try outcome(503) == .refused(Refusal(status: 503)))
    #expect(throws: AccountError.self) { try outcome(429) }
  }

  /// A proxy in front of Radicale says 502 of each MOVE (RFC 4918 §9.9.4): that is an answer, and waiting
  /// changes nothing.
  @Test func a502ToAMoveIsARefusal() throws {
    let client = ScriptedClient { request, _ in HTTPResponse(502, to: request) }
    let pauses = RetryPolicy(now: { 0 }, wait: { _ in true })
    let session = CalDAVSession(PatientClient(client, pauses), home: home)
    let (href, target) = (try #require(Href(path: "/u/tasks/a.ics")), try #require(Href(path: "/u/x/a.ics")))
    let version = try #require(EntityTag("1"))
    #expect(try session.move(href, to: target, version: version) == .refused(Refusal(status: 502)))
    #expect(client.requests.count == 1)
  }

  // MARK: Items that spoil the answer

  /// The answer of a server that passes on any byte of an item, even one that XML may not have.
  private static func items(_ request: HTTPRequest, spoiling: Set<String>) -> HTTPResponse {
    func text(_ name: String) -> String {
      "BEGIN:VCALENDAR\r\nSUMMARY:\(spoiling.contains(name) ? "x\u{0B}y" : name)\r\nEND:VCALENDAR\r\n"
    }
    if request.method == .get {
      return HTTPResponse(200, to: request, text(String(request.url.path.split(separator: "/").last ?? "")))
    }
    let body = String(decoding: request.body ?? [], as: UTF8.self)
    let parts = body.split(separator: "/u/tasks/").dropFirst().map { part in
      let name = String(part.prefix { $0 != "<" })
      return
        "<response><href>/u/tasks/\(name)</href><propstat><prop><C:calendar-data xmlns:C='urn:ietf:params:xml:ns:caldav'>\(text(name))</C:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response>"
    }
    return HTTPResponse(207, to: request, answer(parts.joined()))
  }

  @Test(arguments: [[], [0], [99], [50], [3, 4], [7, 41, 93]]) func anItemThatSpoilsItsBatchCostsNoOther(
    spoiling: [Int]
  ) throws {
    let hrefs = try (0..<100).map { try #require(Href(path: "/u/tasks/\($0).ics")) }
    let bad = Set(spoiling.map { "\($0).ics" })
    let client = ScriptedClient { request, _ in Self.items(request, spoiling: bad) }
    var found: [Href: [UInt8]] = [:]
    var spoilt: Set<String> = []
    try CalDAVSession(client, home: home).items(hrefs, of: list.href) { answer in
      guard case .item(let item) = answer else { return }
      found[item.href] = item.bytes
      if item.isNoXML { spoilt.insert(item.href.name) }
    }
    #expect(found.count == 100 && spoilt == bad)
    #expect(found.allSatisfy { $0.value.contains(0x0B) == bad.contains($0.key.name) })
    // Two requests for each halving, one for each item that is left.
    #expect(client.requests.count <= 1 + 15 * bad.count)
  }

  /// 503 to one item skips it; a second one in a row means the server.
  @Test func a503SkipsOneItem() throws {
    let hrefs = try (0..<9).map { try #require(Href(path: "/u/tasks/\($0).ics")) }
    func names(busy: Set<String>) throws -> [String] {
      let client = ScriptedClient { request, _ in
        let name = String(request.url.path.split(separator: "/").last ?? "")
        return busy.contains(name)
          ? HTTPResponse(503, to: request) : HTTPResponse(200, to: request, "BEGIN:VCALENDAR")
      }
      var result: [String] = []
      try CalDAVSession(client, home: home, traits: [.noMultiget]).items(hrefs, of: list.href) {
        if case .item(let item) = $0 { result.append(item.href.name) }
      }
      return result
    }
    #expect(try names(busy: ["3.ics", "5.ics"]).count == 7)
    #expect(throws: AccountError.self) { try names(busy: ["3.ics", "4.ics"]) }
  }

  @Test func anUnknownOutcomeIsToldAndNotRepeated() throws {
    let client = ScriptedClient { request, _ throws(HTTPFailure) in
      throw HTTPFailure(.interrupted, request.url, "timed out", isSent: true)
    }
    let href = try #require(Href(path: "/u/tasks/a.ics"))
    let session = CalDAVSession(client, home: home)
    guard case .unknown = try session.makeList(href, ListProperties(displayName: "A")) else {
      throw Refusal(status: 0)
    }
    #expect(client.requests.count == 1)
  }
}
