import ListoAccounts
import Testing

@Suite struct MultistatusTests {
  private static let answer = """
    <?xml version="1.0"?>
    <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
      <response><href>/a/</href><propstat><prop>
        <resourcetype><collection/><C:calendar/></resourcetype>
        <C:supported-calendar-component-set><C:comp name="VTODO"/><C:comp name="VEVENT"/></C:supported-calendar-component-set>
        <displayname> Groceries &amp; more </displayname></prop><status>HTTP/1.1 200 OK</status></propstat>
        <propstat><prop><getetag/></prop><status>HTTP/1.1 404 Not Found</status></propstat></response>
      <response><href>/a/b.ics</href><status>HTTP/1.1 404 Gone Fishing</status></response>
      <sync-token>data:1</sync-token>
    </multistatus>
    """

  @Test func readsPropertiesStatusAndToken() throws {
    let answer = try Multistatus(Array(Self.answer.utf8))
    #expect(answer.syncToken == "data:1")
    #expect(answer.responses.map(\.references) == [["/a/"], ["/a/b.ics"]])
    #expect(answer.responses[1].status == 404)
    let first = answer.responses[0]
    #expect(first.property(.dav("displayname"))?.trimmed == "Groceries & more")
    #expect(first.property(.dav("getetag")) == nil)
    let set = first.property(.calDAV("supported-calendar-component-set"))
    #expect(set?.children.map { $0.attributes["name"] } == ["VTODO", "VEVENT"])
  }

  private static let hostile: [(name: String, text: String, reason: String)] = [
    (
      "entities", "<!DOCTYPE a [<!ENTITY b 'c'>]><multistatus xmlns='DAV:'>&b;</multistatus>",
      "document type"
    ),
    ("a thousand levels", String(repeating: "<a>", count: 1000), "deeper than 64"),
    ("cut off", "<multistatus xmlns='DAV:'><response>", "no element found"),
    ("a page for people", "<html/>", "not a multistatus, but html"),
    ("nothing", "", "no element found"),
    (
      "too much in one",
      "<multistatus xmlns='DAV:'><response>" + String(repeating: "<a/>", count: 60_000)
        + "</response></multistatus>", "more than 50000 children"
    ),
  ]

  @Test(arguments: 0..<hostile.count) func refusesWhatIsHostile(index: Int) {
    let row = Self.hostile[index]
    #expect("\(row.name)") {
      _ = try Multistatus(Array(row.text.utf8))
    } throws: { ($0 as? WebDAVProblem)?.reason.contains(row.reason) ?? false }
  }

  @Test func hrefsAreResolvedAndHeldToTheServer() throws {
    let url = try HTTPURL("https://dav.example.com/u/tasks/")
    func resolved(_ text: String) -> String {
      switch Href.resolve(text, from: url) {
      case .success(let href): href.path
      case .failure(let problem): problem.problem.rawValue
      }
    }
    #expect(resolved("/u/tasks/a.ics") == "/u/tasks/a.ics")
    #expect(resolved("a b.ics") == "/u/tasks/a%20b.ics")
    #expect(resolved("a:b.ics") == "/u/tasks/a:b.ics")
    #expect(resolved("https://dav.example.com:443/u/x") == "/u/x")
    #expect(resolved("https://evil.example/u/x") == "otherOrigin")
    #expect(resolved("http://dav.example.com/u/x") == "otherOrigin")
    #expect(resolved("//evil.example/u/x") == "otherOrigin")
    #expect(resolved("../../etc/passwd") == "outside")
    #expect(resolved("/u/%2e%2e/%2E%2E/x") == "outside")
    #expect(resolved("ftp://dav.example.com/x") == "malformed")
    #expect(resolved("/u/tasks/a.ics?x") == "malformed")
    #expect(resolved("/u/tasks/%00") == "malformed")
  }

  @Test func oneResourceHasOneHref() throws {
    let left = try #require(Href(path: "/user%40example.com/%61%2c.ics"))
    let right = try #require(Href(path: "/user@example.com/a%2C.ics"))
    #expect(left == right)
    #expect(left.path != right.path)
    let folder = try #require(Href(path: "/user%40example.com"))
    #expect(right.isMember(of: folder))
    #expect(!folder.asCollection.isMember(of: folder))
    #expect(try !#require(Href(path: "/user@example.com/a/b.ics")).isMember(of: folder))
    #expect(folder.member("a/b c?")?.path == "/user%40example.com/a%2Fb%20c%3F")
  }

  @Test func queriesAreWellFormed() throws {
    let query = WebDAVQuery.makeCalendar([.init(.dav("displayname"), "a<b>&\"\u{1}c")])
    let text = String(decoding: query.xml, as: UTF8.self)
    #expect(text.contains("<D:displayname>a&lt;b&gt;&amp;&quot;c</D:displayname>"))
    #expect(
      text.contains(
        "<C:supported-calendar-component-set><C:comp name=\"VTODO\"/></C:supported-calendar-component-set>"))
    #expect(query.request(to: try HTTPURL("http://localhost/x/")).method == .mkcalendar)
  }
}
