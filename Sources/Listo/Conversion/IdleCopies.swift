internal import Synchronization

/// Copies of a value, each used by one thread at a time and then again: what a writer has learned of a
/// calendar, such as its zones and what the parameters of its lines say, it need not learn anew with each
/// batch.
final class IdleCopies<Value: Sendable>: Sendable {
  private let first: Value
  private let idle = Mutex<[Value]>([])

  init(_ value: Value) { first = value }

  /// Uses a copy that nobody else does.
  func with<Result>(_ body: (inout Value) -> Result) -> Result {
    var copy = idle.withLock { $0.popLast() } ?? first
    let result = body(&copy)
    idle.withLock { [copy] in $0.append(copy) }
    return result
  }
}
