/// What a request asks for (RFC 9110 §9, RFC 4918, RFC 3253 §3.6, RFC 4791 §5.3.1).
package enum HTTPMethod: String, Sendable, Hashable {
  /// A resource's bytes.
  case get = "GET"
  /// What a resource allows.
  case options = "OPTIONS"
  /// Properties.
  case propfind = "PROPFIND"
  /// To change properties.
  case proppatch = "PROPPATCH"
  /// What a body asks for.
  case report = "REPORT"
  /// A new calendar.
  case mkcalendar = "MKCALENDAR"
  /// To write a resource.
  case put = "PUT"
  /// To remove one.
  case delete = "DELETE"
  /// To give one another place.
  case move = "MOVE"

  /// It changes nothing, however often it is sent.
  package var isSafe: Bool {
    switch self {
    case .get, .options, .propfind, .report: true
    case .proppatch, .mkcalendar, .put, .delete, .move: false
    }
  }
}

/// One request, as a value.
package struct HTTPRequest: Sendable {
  /// What is asked for.
  package var method: HTTPMethod
  /// The address that is asked.
  package var url: HTTPURL
  /// Header fields, without the login: that is ``authorization``.
  package var headers = HTTPHeaders()
  /// The bytes that are sent along; nil for a request without a body.
  package var body: [UInt8]?
  /// What is said of who asks.
  package var authorization: HTTPAuthorization?
  /// How many bytes an answer may have; see ``defaultBodyLimit``.
  package var bodyLimit = HTTPRequest.defaultBodyLimit

  /// 64 MB: a list of a hundred thousand items with their ETags has half of it.
  static let defaultBodyLimit = 64 << 20

  /// A request without a body.
  package init(_ method: HTTPMethod, _ url: HTTPURL) { (self.method, self.url) = (method, url) }

  /// It can be sent again where it is not known whether it arrived: it changes nothing, or says on which
  /// version it stands.
  var isRepeatable: Bool {
    method.isSafe || headers["If-Match"] != nil || headers["If-None-Match"] != nil
  }
}

/// The login that goes along with a request.
package enum HTTPAuthorization: Sendable {
  /// RFC 7617.
  case basic(user: String, password: Secret)
  /// RFC 7616; the client asks the server first.
  case digest(user: String, password: Secret)
  /// RFC 6750.
  case bearer(Secret)
}
