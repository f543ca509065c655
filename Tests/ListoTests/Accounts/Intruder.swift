import Listo
import ListoTesting
import Synchronization

/// Another client, which does something to the server once: before or behind the first request of some kind.
final class Intruder: HTTPClient {
  private let server: MockCalDAV
  private let isMeant: @Sendable (HTTPRequest) -> Bool
  private let isBefore: Bool
  private let deed: @Sendable (MockCalDAV) -> Void
  private let isDone = Mutex(false)

  init(
    _ server: MockCalDAV, before isMeant: @escaping @Sendable (HTTPRequest) -> Bool,
    _ deed: @escaping @Sendable (MockCalDAV) -> Void
  ) {
    (self.server, self.isMeant, self.deed, isBefore) = (server, isMeant, deed, true)
  }

  init(
    _ server: MockCalDAV, behind isMeant: @escaping @Sendable (HTTPRequest) -> Bool,
    _ deed: @escaping @Sendable (MockCalDAV) -> Void
  ) {
    (self.server, self.isMeant, self.deed, isBefore) = (server, isMeant, deed, false)
  }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let isFirst = isDone.withLock { isDone in
      guard !isDone, isMeant(request) else { return false }
      isDone = true
      return true
    }
    if isFirst, isBefore { deed(server) }
    let answer = try server.send(request)
    if isFirst, !isBefore { deed(server) }
    return answer
  }
}
