/// The method of a request (RFC 9110 §9, RFC 4918, RFC 3253 §3.6, RFC 4791 §5.3.1).
public enum HTTPMethod: String, Sendable, Hashable {
  /// Reads a resource.
  case get = "GET"
  /// Asks which methods a resource allows.
  case options = "OPTIONS"
  /// Reads properties.
  case propfind = "PROPFIND"
  /// Changes properties.
  case proppatch = "PROPPATCH"
  /// Asks the question in the body, such as for changes since a token.
  case report = "REPORT"
  /// Creates a calendar.
  case mkcalendar = "MKCALENDAR"
  /// Writes a resource.
  case put = "PUT"
  /// Deletes a resource.
  case delete = "DELETE"
  /// Moves a resource.
  case move = "MOVE"

  /// True if a request with this method changes nothing on the server.
  public var isSafe: Bool {
    switch self {
    case .get, .options, .propfind, .report: true
    case .proppatch, .mkcalendar, .put, .delete, .move: false
    }
  }
}

/// A request to a server.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The address of the resource.
  public var url: HTTPURL
  /// The header, without the login, which is in ``authorization``.
  public var headers = HTTPHeaders()
  /// The body; nil for a request without one.
  public var body: [UInt8]?
  /// The login; nil for a request without one.
  public var authorization: HTTPAuthorization?
  /// The greatest number of bytes in the body of the answer; 64 MB by default. A client throws
  /// ``HTTPFailure/Code/tooLarge`` for more.
  public var bodyLimit = HTTPRequest.defaultBodyLimit

  /// 64 MB: a list of a hundred thousand items with their ETags has half of it.
  static let defaultBodyLimit = 64 << 20

  /// Creates a request without header and body.
  public init(_ method: HTTPMethod, _ url: HTTPURL) { (self.method, self.url) = (method, url) }

  /// It can be sent again where it is not known whether it arrived: it changes nothing, or says on which
  /// version it stands.
  var isRepeatable: Bool {
    method.isSafe || headers["If-Match"] != nil || headers["If-None-Match"] != nil
  }
}

/// The login of a request. Send it exactly as it is, and store it nowhere.
public enum HTTPAuthorization: Sendable {
  /// Basic authentication (RFC 7617).
  case basic(user: String, password: Secret)
  /// Digest authentication (RFC 7616); the client asks the server for a challenge first.
  case digest(user: String, password: Secret)
  /// A bearer token (RFC 6750).
  case bearer(Secret)
}
