/// The answer to PROPFIND, PROPPATCH and REPORT (RFC 4918 §13; RFC 6578 §6.2).
package struct Multistatus: Sendable, Hashable {
  /// The server's statement about one resource, or the same about several.
  package struct Response: Sendable, Hashable {
    /// As the server wrote them; see ``Href/resolve(_:from:)``.
    package var references: [String] = []
    /// The status of the resource as such, where it is not told property by property.
    package var status: Int?
    /// Properties, by what became of them.
    package var properties: [Properties] = []
    /// Names of preconditions that did not hold.
    package var errors: [WebDAVName] = []
    /// Text of a stranger.
    package var reason: String?

    /// The property, where it is there.
    package func property(_ name: WebDAVName) -> WebDAVElement? {
      for group in properties where (200..<300).contains(group.status) {
        if let found = group.elements.first(where: { $0.name == name }) { return found }
      }
      return nil
    }
  }

  /// Properties of one status.
  package struct Properties: Sendable, Hashable {
    /// Such as 200 or 404; 0 where it cannot be read.
    package var status: Int
    /// With their values, for those that are there.
    package var elements: [WebDAVElement]
    /// Names of preconditions that did not hold.
    package var errors: [WebDAVName] = []
  }

  /// In the order of the answer.
  package var responses: [Response] = []
  /// The token for the next request (RFC 6578).
  package var syncToken: String?

  /// One without a response.
  package init() {}

  /// Reads an answer, under bounds, in memory that grows with what is in it. A document type declaration is
  /// refused, so that no entity is ever defined.
  ///
  /// - Throws: ``WebDAVProblem`` for what is no multistatus, is cut off, or goes beyond a bound.
  package init(_ bytes: [UInt8]) throws(WebDAVProblem) {
    var reader = WebDAVElementReader(handingOutAt: 2)
    var responses: [Response] = []
    var token: String?
    try reader.read(bytes[...], isLast: true) { element throws(WebDAVProblem) in
      switch element.name {
      case .dav("response"): responses.append(Response(element))
      case .dav("sync-token"): token = element.trimmed
      default: break
      }
    }
    guard reader.root == .dav("multistatus") else {
      throw WebDAVProblem("the answer is not a multistatus, but \(reader.root?.local ?? "empty")")
    }
    (self.responses, syncToken) = (responses, token)
  }

  /// The number in `HTTP/1.1 200 OK`; 0 where there is none.
  static func status(_ line: String) -> Int {
    let words = line.split(separator: " ")
    guard words.count > 1, words[0].hasPrefix("HTTP/"), let number = Int(words[1]),
      (100..<1000).contains(number)
    else { return 0 }
    return number
  }
}

extension Multistatus.Response {
  init(_ element: WebDAVElement) {
    for child in element.children {
      switch child.name {
      case .dav("href"): references.append(child.trimmed)
      case .dav("status"): status = Multistatus.status(child.trimmed)
      case .dav("propstat"):
        properties.append(
          Multistatus.Properties(
            status: child.child(.dav("status")).map { Multistatus.status($0.trimmed) } ?? 0,
            elements: child.child(.dav("prop"))?.children ?? [],
            errors: child.child(.dav("error"))?.children.map(\.name) ?? []))
      case .dav("error"): errors += child.children.map(\.name)
      case .dav("responsedescription"): reason = child.trimmed
      default: break
      }
    }
  }
}
