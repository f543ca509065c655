import ListoAccounts
import Synchronization
import Testing

@Suite struct LoginClientTests {
  private let url: HTTPURL
  init() throws { url = try HTTPURL("https://dav.example.com/u/") }

  private func login(_ scheme: LoginScheme? = nil, _ count: Counter = Counter()) -> Login {
    Login(user: "anna", scheme: scheme) { () throws(AccountError) in
      count.value.withLock { $0 += 1 }
      guard let secret = Secret(Array("p".utf8)) else { throw AccountError(.login, "none") }
      return secret
    }
  }

  private final class Counter: Sendable {
    let value = Mutex(0)
  }

  private func has(_ request: HTTPRequest) -> String? {
    switch request.authorization {
    case .basic: "basic"
    case .digest: "digest"
    case .bearer: "bearer"
    case nil: nil
    }
  }

  @Test(arguments: [
    ("Basic realm=\"x\"", "basic"), ("Digest realm=\"x\", nonce=\"y\"", "digest"),
    ("Digest realm=\"x\", Basic realm=\"y\"", "basic"),
  ])
  func asksOnceAndRemembers(offer: String, scheme: String) throws {
    let count = Counter()
    let client = ScriptedClient { request, _ in
      HTTPResponse(request.authorization == nil ? 401 : 207, to: request, "", ("WWW-Authenticate", offer))
    }
    let login = LoginClient(client, origins: LoginOrigins(url.origin), login: login(nil, count))
    for _ in 0..<3 { #expect(try login.send(HTTPRequest(.propfind, url)).status == 207) }
    #expect(client.requests.map(has) == [nil, scheme, scheme, scheme])
    #expect(login.scheme?.rawValue == scheme)
    #expect(count.value.withLock { $0 } == 1)
  }

  @Test func aRefusedLoginIsNotSentAgain() throws {
    let client = ScriptedClient { request, _ in
      HTTPResponse(401, to: request, "", ("WWW-Authenticate", "Basic realm=x"))
    }
    let login = LoginClient(client, origins: LoginOrigins(url.origin), login: login())
    for _ in 0..<3 {
      #expect {
        _ = try login.send(HTTPRequest(.propfind, url))
      } throws: { ($0 as? HTTPFailure)?.code == .login }
    }
    #expect(client.requests.map(has) == [nil, "basic"])
  }

  @Test func nothingIsSentInClearOverANetwork() throws {
    let plain = try HTTPURL("http://dav.example.com/")
    let client = ScriptedClient { request, _ in HTTPResponse(207, to: request) }
    #expect {
      _ = try LoginClient(client, origins: LoginOrigins(plain.origin), login: nil).send(
        HTTPRequest(.propfind, plain))
    } throws: { ($0 as? HTTPFailure)?.code == .forbidden }
    #expect(client.requests.isEmpty)
    for local in ["http://localhost/", "http://127.3.2.1:5232/", "http://[::1]:80/"] {
      let url = try HTTPURL(local)
      _ = try LoginClient(client, origins: LoginOrigins(url.origin), login: nil).send(
        HTTPRequest(.propfind, url))
    }
    #expect(client.requests.count == 3)
    #expect(try !HTTPURL("http://127.0.0.1.evil.example/").isLoopback)
  }

  @Test func writesAreNotRedirectedToAnotherOrigin() throws {
    let client = ScriptedClient { request, _ in
      HTTPResponse(308, to: request, "", ("Location", "https://other.example/u/"))
    }
    let login = LoginClient(client, origins: LoginOrigins(url.origin), login: login(.basic))
    #expect(try login.send(HTTPRequest(.put, url)).status == 308)
    #expect(client.requests.count == 1)
  }

  @Test func aTokenIsAskedForAgainWhenItsTimeIsOver() throws {
    let count = Counter()
    let client = ScriptedClient { request, before in HTTPResponse(before == 1 ? 401 : 207, to: request) }
    let login = LoginClient(client, origins: LoginOrigins(url.origin), login: login(.bearer, count))
    for _ in 0..<2 { #expect(try login.send(HTTPRequest(.propfind, url)).status == 207) }
    #expect(client.requests.map(has) == ["bearer", "bearer", "bearer"])
    #expect(count.value.withLock { $0 } == 2)
  }

  @Test func aSecretSaysNothing() throws {
    let secret = try #require(Secret(Array("hunter2".utf8)))
    var dumped = ""
    dump(HTTPAuthorization.basic(user: "u", password: secret), to: &dumped)
    #expect(!(dumped + "\(secret)" + String(reflecting: secret)).contains("hunter2"))
    #expect(!dumped.contains("104"))
    #expect(Secret([0x61, 0]) == nil)
  }
}
