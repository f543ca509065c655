/// What came back.
package struct HTTPResponse: Sendable {
  /// Such as 207.
  package var status: Int
  /// The answer's own; not those of interim answers.
  package var headers: HTTPHeaders
  /// Whole, and within the request's limit.
  package var body: [UInt8]
  /// Where it came from, redirects followed.
  package var url: HTTPURL

  /// An answer as a value, as tests make them too.
  package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], url: HTTPURL) {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
  }

  /// It was done.
  package var isSuccess: Bool { (200..<300).contains(status) }
}
