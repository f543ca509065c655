internal import Synchronization

/// How a login is said to a server.
package enum LoginScheme: String, Sendable, Hashable, CaseIterable {
  /// RFC 7617.
  case basic
  /// RFC 7616.
  case digest
  /// RFC 6750: the password is a token.
  case bearer
}

/// Who asks, and how.
package struct Login: Sendable {
  /// Empty for a token.
  package let user: String
  /// Asked once, when the server first wants it.
  package let password: @Sendable () throws(AccountError) -> Secret
  /// As the server was found to want it; nil to ask it, which is one request more. A token is always
  /// ``LoginScheme/bearer``.
  package let scheme: LoginScheme?

  /// - Parameter password: such as ``PasswordSource/secret()``.
  package init(
    user: String, scheme: LoginScheme?, password: @escaping @Sendable () throws(AccountError) -> Secret
  ) {
    (self.user, self.scheme, self.password) = (user, scheme, password)
  }
}

/// Knows to whom a login goes: to the origins that the user allowed, over TLS or to this machine, and along
/// no redirect to another.
///
/// A login that is refused is not sent again. Redirects are followed for what changes nothing, and within the
/// origin; never from TLS to none.
package final class LoginClient: HTTPClient {
  private enum State {
    /// Nothing was asked for yet.
    case open
    /// This goes along. `isProven`: the server has taken it.
    case known(HTTPAuthorization, isProven: Bool)
    /// It was refused, or could not be got: nothing is sent any more.
    case failed(HTTPFailure)
  }

  private let client: any HTTPClient
  /// To whom the login may go.
  package let origins: LoginOrigins
  private let login: Login?
  private let state = Mutex(State.open)
  private static let mostRedirects = 5
  /// Why nothing goes to an address that is not confidential.
  static let inClear = "it is not encrypted; use an address that begins with https://"

  /// - Parameters:
  ///   - origins: to whom the login may go.
  ///   - login: nil for a server without one.
  package init(_ client: any HTTPClient, origins: LoginOrigins, login: Login?) {
    (self.client, self.origins, self.login) = (client, origins, login)
  }

  /// The scheme that the server was found to want; nil if it wants no login, or was not asked.
  package var scheme: LoginScheme? {
    state.withLock { state in
      guard case .known(let authorization, _) = state else { return nil }
      return switch authorization {
      case .basic: .basic
      case .digest: .digest
      case .bearer: .bearer
      }
    }
  }

  /// Sends a request, with the login where it may go there, and follows redirects.
  package func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    var request = request
    for _ in 0...Self.mostRedirects {
      guard request.url.isConfidential else {
        throw HTTPFailure(.forbidden, request.url, Self.inClear)
      }
      let response = try origins.contains(request.url.origin) ? sendWithLogin(request) : sendWithout(request)
      guard [301, 302, 307, 308].contains(response.status), let target = try redirect(request, response)
      else {
        return response
      }
      request.url = target
    }
    throw HTTPFailure(.forbidden, request.url, "it redirects more than \(Self.mostRedirects) times")
  }

  /// Where an answer leads; nil where it is not followed, and is an answer like any other.
  private func redirect(
    _ request: HTTPRequest, _ response: HTTPResponse
  ) throws(HTTPFailure) -> HTTPURL? {
    guard let target = response.headers["Location"].flatMap(request.url.resolve) else { return nil }
    guard request.url.origin.scheme == .http || target.origin.scheme == .https else {
      throw HTTPFailure(
        .forbidden, request.url, "it redirects from https to \(target.origin), which is not encrypted")
    }
    if request.method.isSafe { return target }
    // A request that changes something follows a redirect only within its origin (RFC 9110 §15.4), and none
    // by 301 or 302, which are known to lose the method.
    return target.origin == request.url.origin && response.status >= 307 ? target : nil
  }

  private func sendWithout(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let response = try client.send(request)
    guard response.status == 401 else { return response }
    throw HTTPFailure(
      .login, request.url,
      "\(origins.named) redirects to \(request.url.origin), which asks for a login; Listo sends the login only to servers that you name",
      isSent: true)
  }

  private func sendWithLogin(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    guard let login else { return try client.send(request) }
    // Until a login is proven, one request at a time: a wrong password is sent once, however many threads
    // ask.
    let proven = try state.withLock { state throws(HTTPFailure) -> HTTPAuthorization? in
      switch state {
      case .failed(let failure): throw failure
      case .known(let authorization, isProven: true): return authorization
      case .open, .known: return nil
      }
    }
    guard let proven else {
      return try state.withLock { state throws(HTTPFailure) in try first(request, login, &state) }
    }
    var request = request
    request.authorization = proven
    let response = try client.send(request)
    guard response.status == 401 else { return response }
    // A token has its time: the command is asked once more.
    guard case .bearer(let old) = proven else { throw refused(request.url) }
    return try state.withLock { state throws(HTTPFailure) in
      if case .known(.bearer(let now), _) = state, now.bytes == old.bytes { state = .open }
      return try first(request, login, &state)
    }
  }

  private func refused(_ url: HTTPURL) -> HTTPFailure {
    let failure = Self.refusal(url)
    state.withLock { $0 = .failed(failure) }
    return failure
  }

  private static func refusal(_ url: HTTPURL) -> HTTPFailure {
    HTTPFailure(.login, url, "the server refused the login; Listo does not retry", isSent: true)
  }

  /// Sends a request while no login is proven.
  private func first(
    _ request: HTTPRequest, _ login: Login, _ state: inout State
  ) throws(HTTPFailure) -> HTTPResponse {
    var request = request
    if case .failed(let failure) = state { throw failure }
    if case .open = state, let scheme = login.scheme {
      state = .known(try authorization(scheme, login, request.url, &state), isProven: false)
    }
    if case .known(let authorization, _) = state { request.authorization = authorization }
    var response = try client.send(request)
    if response.status == 401, request.authorization == nil {
      let scheme = try Self.scheme(response)
      let authorization = try authorization(scheme, login, request.url, &state)
      request.authorization = authorization
      state = .known(authorization, isProven: false)
      response = try client.send(request)
    }
    guard request.authorization != nil else { return response }
    if response.status == 401 {
      let failure = Self.refusal(request.url)
      state = .failed(failure)
      throw failure
    }
    if case .known(let authorization, _) = state { state = .known(authorization, isProven: true) }
    return response
  }

  /// Of what a server offers (RFC 9110 §11.6.1): Basic, which all do in the same way and which TLS covers,
  /// else Digest.
  private static func scheme(_ response: HTTPResponse) throws(HTTPFailure) -> LoginScheme {
    let offered = response.headers.values("WWW-Authenticate").map { $0.lowercased() }
    func isOffered(_ scheme: String) -> Bool {
      offered.contains { $0.hasPrefix(scheme) || $0.contains(", \(scheme) ") || $0.contains(",\(scheme) ") }
    }
    if isOffered("basic") { return .basic }
    if isOffered("digest") { return .digest }
    if isOffered("bearer") {
      throw HTTPFailure(
        .login, response.url, "the server needs a token; pass --token if the password is a token",
        isSent: true)
    }
    throw HTTPFailure(
      .login, response.url, "the server asks for an unknown kind of login", isSent: true)
  }

  private func authorization(
    _ scheme: LoginScheme, _ login: Login, _ url: HTTPURL, _ state: inout State
  ) throws(HTTPFailure) -> HTTPAuthorization {
    let secret: Secret
    do throws(AccountError) {
      secret = try login.password()
    } catch {
      let failure = HTTPFailure(.login, url, error.reason)
      state = .failed(failure)
      throw failure
    }
    return switch scheme {
    case .basic: .basic(user: login.user, password: secret)
    case .digest: .digest(user: login.user, password: secret)
    case .bearer: .bearer(secret)
    }
  }
}
