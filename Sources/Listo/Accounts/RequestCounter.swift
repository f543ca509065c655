internal import ListoAccounts
internal import Synchronization

/// Counts the requests that go through it.
final class RequestCounter: HTTPClient {
  private let client: any HTTPClient
  private let sent = Mutex(0)

  init(_ client: any HTTPClient) { self.client = client }

  var count: Int { sent.withLock { $0 } }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    sent.withLock { $0 += 1 }
    return try client.send(request)
  }
}
