import ListoAccounts
import Testing

@Suite struct DiscoveryTests {
  /// A DNS of one domain.
  private struct Names: NameService {
    var target = "dav.example.com"
    func answer(_ name: String, type: UInt16) -> [UInt8]? {
      guard name == "_caldavs._tcp.example.com" else { return nil }
      // A question, then one record whose name points back to it (RFC 1035 §4.1.4).
      var message: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]
      message += label(name) + [0, UInt8(type), 0, 1]
      let data = type == 33 ? [0, 1, 0, 2, 0x20, 0xFB] + label(target) : [11] + Array("path=/dav/x".utf8)
      return message + [0xC0, 12, 0, UInt8(type), 0, 1, 0, 0, 0, 60, 0, UInt8(data.count)] + data
    }
    private func label(_ name: String) -> [UInt8] {
      name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }
  }

  private static func answer(_ properties: String) -> String {
    "<d:multistatus xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'><d:response><d:href>/x/</d:href><d:propstat><d:prop>"
      + properties + "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>"
  }

  private func discovery(
    _ place: String, _ names: Names = Names(), _ client: ScriptedClient, allowing hosts: [String] = []
  ) throws -> Discovery {
    Discovery(try AccountPlace(place), names: names, allowing: hosts) {
      LoginClient(client, origins: $0, login: nil)
    }
  }

  @Test func aDomainLeadsToItsHome() throws {
    let client = ScriptedClient { request, before in
      switch before {
      case 0:
        HTTPResponse(
          207, to: request,
          Self.answer("<d:current-user-principal><d:href>/p/</d:href></d:current-user-principal>"))
      case 1:
        HTTPResponse(
          207, to: request, Self.answer("<c:calendar-home-set><d:href>/x</d:href></c:calendar-home-set>"))
      default: HTTPResponse(207, to: request, Self.answer(""))
      }
    }
    let found = try discovery("anna@example.com", Names(), client)
    #expect(found.account?.home.description == "https://dav.example.com:8443/x/")
    #expect(found.account?.principal?.path == "/p/")
    #expect(client.requests.first?.url.description == "https://dav.example.com:8443/dav/x")
    #expect(found.steps.map(\.question) == [.dns, .address, .principal, .home, .lists])
  }

  @Test func aDomainThatLeadsElsewhereIsNotFollowed() throws {
    let client = ScriptedClient { request, _ in HTTPResponse(207, to: request, Self.answer("")) }
    let found = try discovery("example.com", Names(target: "evil.example"), client)
    #expect(found.error?.reason.contains("refers to evil.example") == true)
    #expect(client.requests.isEmpty)
  }

  @Test func aHomeOnAnotherServerIsNamed() throws {
    let client = ScriptedClient { request, _ in
      HTTPResponse(
        207, to: request,
        Self.answer("<c:calendar-home-set><d:href>https://p07.example.net/1/</d:href></c:calendar-home-set>"))
    }
    let found = try discovery("https://caldav.example.net/", Names(), client)
    #expect(found.error?.code == .otherHost && found.error?.host == "p07.example.net")
    #expect(found.account == nil)
    for host in ["p07.example.net", "P07.example.net:443"] {
      let agreed = try discovery("https://caldav.example.net/", Names(), client, allowing: [host])
      #expect(agreed.account?.home.description == "https://p07.example.net/1/")
    }
  }

  /// Nobody is asked about a host that would get no login anyway.
  @Test func aHomeWithoutTLSIsNoQuestion() throws {
    let client = ScriptedClient { request, _ in
      HTTPResponse(
        207, to: request,
        Self.answer(
          "<c:calendar-home-set><d:href>http://caldav.example.net/1/</d:href></c:calendar-home-set>"))
    }
    let found = try discovery(
      "https://caldav.example.net/", Names(), client, allowing: ["caldav.example.net"])
    #expect(found.error?.code == .forbidden && found.error?.host == nil)
    #expect(found.error?.reason.contains("not encrypted") == true)
  }

  /// The usual way of a domain without a record in the DNS: `/.well-known/caldav` leads to a host that asks
  /// for a login at once.
  @Test func aRedirectToALoginIsAskedAbout() throws {
    let client = ScriptedClient { request, _ in
      request.url.origin.host == "dav.example.net"
        ? HTTPResponse(401, to: request, "", ("WWW-Authenticate", "Basic realm=\"x\""))
        : HTTPResponse(301, to: request, "", ("Location", "https://dav.example.net/x/"))
    }
    let found = try discovery("example.net", Names(), client)
    #expect(found.error?.code == .otherHost && found.error?.host == "dav.example.net")
  }

  @Test(arguments: [
    ("dav.example.com", "dav.example.com"), ("DAV.example.com:443", "dav.example.com"),
    ("dav.example.com:8443", "dav.example.com:8443"), ("https://dav.example.com", nil),
    ("dav.example.com/", nil), ("", nil), ("a b", nil),
  ])
  func hostsAsPeopleWriteThem(text: String, name: String?) {
    #expect(LoginOrigins.host(text) == name)
  }

  /// A server that redirects chooses no other server to get the login.
  @Test func aRedirectToAnotherServerIsNamed() throws {
    let client = ScriptedClient { request, _ in
      request.url.origin.host == "other.example.net"
        ? HTTPResponse(
          207, to: request, Self.answer("<c:calendar-home-set><d:href>/x/</d:href></c:calendar-home-set>"))
        : HTTPResponse(301, to: request, "", ("Location", "https://other.example.net:8443/x/"))
    }
    let login = Login(user: "anna", scheme: .basic) { () throws(AccountError) in
      guard let secret = Secret(Array("secret".utf8)) else { throw AccountError(.login, "none") }
      return secret
    }
    func discovery(_ hosts: [String]) throws -> Discovery {
      Discovery(try AccountPlace("https://dav.example.com/"), names: Names(), allowing: hosts) {
        LoginClient(client, origins: $0, login: login)
      }
    }
    let found = try discovery([])
    #expect(found.error?.host == "other.example.net:8443" && found.account == nil)
    func isSent(_ request: HTTPRequest) -> Bool { request.authorization != nil }
    let toOthers = client.requests.filter { $0.url.origin.host == "other.example.net" }
    #expect(!toOthers.isEmpty && !toOthers.contains(where: isSent))
    // The port counts.
    #expect(try discovery(["other.example.net"]).account == nil)
    #expect(
      try discovery(["other.example.net:8443"]).account?.home.description
        == "https://other.example.net:8443/x/")
    #expect(client.requests.contains { $0.url.origin.host == "other.example.net" && isSent($0) })
  }

  /// iCloud keeps an account's calendars on one of many hosts.
  @Test func aProviderMayHaveManyHosts() throws {
    func found(_ home: String) throws -> Discovery {
      let client = ScriptedClient { request, _ in
        HTTPResponse(
          207, to: request,
          Self.answer("<c:calendar-home-set><d:href>\(home)</d:href></c:calendar-home-set>"))
      }
      return try discovery("https://caldav.icloud.com/", Names(), client)
    }
    #expect(
      try found("https://p42-caldav.icloud.com:443/123/calendars/").account?.home.description
        == "https://p42-caldav.icloud.com/123/calendars/")
    for home in [
      "https://p42-caldav.icloud.com.example.net/1/", "https://p-caldav.icloud.com/1/",
      "https://px-caldav.icloud.com/1/",
      "https://p42-caldav.icloud.com:8443/1/", "http://p42-caldav.icloud.com/1/",
      "https://evil-p42-caldav.icloud.com/1/",
    ] {
      #expect(try found(home).account == nil, "\(home)")
    }
  }

  /// A remembered server adds no origin to those that a place allows.
  @Test(arguments: [
    ("https://a.example/x", "https://b.example", "https://a.example", true),
    ("https://a.example/x", "https://b.example", "https://b.example", false),
    ("https://a.example/x", "https://a.example", "https://a.example:8443", false),
    ("https://a.example/x", "https://a.example", "http://a.example", false),
    ("a.example", "https://dav.a.example:8443", "https://dav.a.example:8443", true),
    ("a.example", "https://evila.example", "https://evila.example", false),
    ("a.example", "http://dav.a.example", "http://dav.a.example", false),
    ("a.example", "https://dav.a.example", "https://c.example", true),
    ("a.example", "https://dav.a.example", "http://c.example", false),
  ])
  func rememberedOrigins(place: String, found: String, asked: String, isAllowed: Bool) throws {
    let origins = LoginOrigins(
      try AccountPlace(place), found: try HTTPURL(found).origin, allowing: ["c.example"])
    let origin = try HTTPURL(asked).origin
    #expect(origins.contains(origin) == isAllowed)
  }

  @Test func whatIsNoPlaceIsRefused() {
    for text in [
      "", "a b", "ftp://x/", "https://anna:secret@example.com/", "localhost", "https://", "https://a:99999/",
    ] {
      #expect {
        _ = try AccountPlace(text)
      } throws: { error in
        let reason = (error as? AccountError)?.reason ?? ""
        return !reason.isEmpty && !reason.contains("secret")
      }
    }
  }
}
