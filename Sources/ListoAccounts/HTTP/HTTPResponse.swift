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
