import ListoAccounts
import Synchronization

/// A client whose answers are given, and which notes what it was asked.
final class ScriptedClient: HTTPClient {
  private let answer: @Sendable (HTTPRequest, Int) throws(HTTPFailure) -> HTTPResponse
  private let asked = Mutex<[HTTPRequest]>([])

  /// - Parameter answer: given the request and how many came before it.
  init(_ answer: @escaping @Sendable (HTTPRequest, Int) throws(HTTPFailure) -> HTTPResponse) {
    self.answer = answer
  }

  var requests: [HTTPRequest] { asked.withLock { $0 } }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let before = asked.withLock { asked in
      asked.append(request)
      return asked.count - 1
    }
    return try answer(request, before)
  }
}

extension HTTPResponse {
  /// An answer to a request.
  init(_ status: Int, to request: HTTPRequest, _ body: String = "", _ headers: (String, String)...) {
    var fields = HTTPHeaders()
    for (name, value) in headers { fields.add(name, value) }
    self.init(status: status, headers: fields, body: Array(body.utf8), url: request.url)
  }
}
