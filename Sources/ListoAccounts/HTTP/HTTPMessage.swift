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

/// The answer to a request.
public struct HTTPResponse: Sendable {
  /// The status code, such as 207.
  public var status: Int
  /// The header of the final answer, without those of interim answers.
  public var headers: HTTPHeaders
  /// The whole body, within ``HTTPRequest/bodyLimit``.
  public var body: [UInt8]
  /// The address that answered.
  public var url: HTTPURL

  /// Creates an answer.
  public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], url: HTTPURL) {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
  }

  /// True for a status from 200 to 299.
  public var isSuccess: Bool { (200..<300).contains(status) }
}

/// The fields of a header, in order. Names are compared ignoring case.
public struct HTTPHeaders: Sendable, Hashable {
  /// The fields in the order in which they were added or received.
  public private(set) var fields: [Field] = []

  /// One field of a header.
  public struct Field: Sendable, Hashable {
    /// The name, in any case.
    public let name: String
    /// The value, without blanks around it.
    public let value: String
  }

  /// An empty header.
  public init() {}

  /// The first value of a name; nil if there is none.
  public subscript(name: String) -> String? { values(name).first }

  /// Returns all values of a name.
  public func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// Appends a field. Control characters, which would end the field, are left out of the value.
  public mutating func add(_ name: String, _ value: String) {
    let clean = value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    fields.append(Field(name: name, value: String(String.UnicodeScalarView(clean))))
  }
}
