internal import Synchronization

/// Tells requests and pauses of a sync that nobody waits for them any more.
package final class StopSignal: Sendable {
  private let flag = Atomic(false)

  /// A signal that is not set.
  package init() {}

  /// True from the first call of ``set()`` on.
  package var isSet: Bool { flag.load(ordering: .relaxed) }

  /// Ends the requests and pauses.
  package func set() { flag.store(true, ordering: .relaxed) }

  /// The policy with pauses that end when the signal is set.
  package func ending(_ policy: RetryPolicy) -> RetryPolicy {
    var policy = policy
    let wait = policy.wait
    policy.wait = { [self] seconds in
      var rest = seconds
      while rest > 0 {
        guard !isSet, wait(min(rest, Self.step)) else { return false }
        rest -= Self.step
      }
      return true
    }
    return policy
  }

  /// The longest part of a pause, in seconds.
  private static let step = 0.04
}

/// Sends no request after its signal is set. A request that is under way is finished.
package final class StoppableClient: HTTPClient {
  private let client: any HTTPClient
  private let stop: StopSignal

  package init(_ client: any HTTPClient, _ stop: StopSignal) { (self.client, self.stop) = (client, stop) }

  package func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    guard !stop.isSet else { throw HTTPFailure(.cancelled, request.url, "the sync was cancelled") }
    return try client.send(request)
  }
}
