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

  private func discovery(_ place: String, _ names: Names = Names(), _ client: ScriptedClient) throws
    -> Discovery
  {
    Discovery(try AccountPlace(place), names: names) { LoginClient(client, origin: $0, login: nil) }
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
    #expect(found.error?.reason.contains("leads to evil.example") == true)
    #expect(client.requests.isEmpty)
  }

  @Test func aHomeOnAnotherServerIsNamed() throws {
    let client = ScriptedClient { request, _ in
      HTTPResponse(
        207, to: request,
        Self.answer("<c:calendar-home-set><d:href>https://p07.example.net/1/</d:href></c:calendar-home-set>"))
    }
    let found = try discovery("https://caldav.example.net/", Names(), client)
    #expect(found.error?.reason.contains("https://p07.example.net/1/") == true)
    #expect(found.account == nil)
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
