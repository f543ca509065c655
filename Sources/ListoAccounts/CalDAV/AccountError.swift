/// A failed request to an account or to one of its lists: an error that affects more than one item.
public struct AccountError: Error, Sendable, Hashable {
  /// The kind of the error, for programs.
  public enum Code: String, Sendable, CaseIterable {
    /// The server cannot be reached, or broke off.
    case connection
    /// Its certificate is not to be trusted.
    case untrusted
    /// The login was refused, or could not be got.
    case login
    /// The action is not permitted, by the rules of this program or the rights of the login.
    case forbidden
    /// The list is not there (any more).
    case missing
    /// The server says that it cannot now.
    case busy
    /// The server's answer does not fit the request.
    case answer
    /// There is no CalDAV service at the address.
    case notFound
    /// The lists are said to be on a host that the user neither named nor agreed to (``AccountError/host``).
    case otherHost
    /// The request was cancelled.
    case cancelled
    /// libcurl is not installed, or cannot be loaded.
    case noLibrary
  }

  /// The kind of the error.
  public let code: Code
  /// The reason in words for people: a sentence without its full stop. It contains no secret; control
  /// characters of the server are left out.
  public let reason: String
  /// The address of the request; nil if the error is not about a single address.
  package let url: HTTPURL?
  /// The status of the response, if there was one.
  public let status: Int?

  /// The host that the user would have to allow, with its port unless that is the usual one; nil if the error
  /// is not about a host.
  public let host: String?

  /// The server that received the request, such as `https://dav.example.com`; nil if there is no single
  /// address.
  public var server: String? { url.map { "\($0.origin)" } }

  /// - Parameter reason: a sentence without its end.
  package init(
    _ code: Code, _ reason: String, url: HTTPURL? = nil, status: Int? = nil, host: String? = nil
  ) {
    (self.code, self.reason, self.url, self.status, self.host) = (code, reason, url, status, host)
  }

  /// The lists are said to be at an origin to which the login may not go.
  package init(notAllowed url: HTTPURL, named: HTTPURL.Origin) {
    self.init(
      .otherHost,
      "it says that the lists are at \(url.origin), which is not the server that you named; Listo does not send the login there without your consent",
      url: HTTPURL(named, path: "/"), host: LoginOrigins.name(url.origin))
  }

  /// Creates the error for a request that got no answer.
  package init(_ failure: HTTPFailure) {
    let code: Code =
      switch failure.code {
      case .noLibrary: .noLibrary
      case .unreachable, .interrupted, .silent: .connection
      case .untrusted: .untrusted
      case .tooLarge: .answer
      case .cancelled: .cancelled
      case .forbidden: .forbidden
      case .login: .login
      case .busy: .busy
      }
    self.init(code, failure.reason, url: failure.url)
  }

  /// Creates the error for an answer that is not a success.
  init(_ response: HTTPResponse, _ doing: String) {
    let code: Code =
      switch response.status {
      case 401: .login
      case 403, 405: .forbidden
      case 404, 410: .missing
      case 429, 503: .busy
      default: .answer
      }
    let said = WebDAVError(response.body)
    var more = said.precondition.map { ": \($0)" } ?? said.reason.map { ": \($0)" } ?? ""
    if code == .busy, let seconds = PatientClient.delay(response) {
      more += ", and asks to retry "
      more +=
        seconds < PatientClient.longestDelay ? "in \(Int(seconds.rounded(.up))) seconds" : "in a day or later"
    }
    self.init(
      code, "the server answered \(response.status) to \(doing)\(more)", url: response.url,
      status: response.status)
  }
}

extension AccountError: CustomStringConvertible {
  /// The server and the reason: a sentence without its full stop.
  public var description: String { (server.map { $0 + ": " } ?? "") + reason }
}
