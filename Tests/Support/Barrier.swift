import Dispatch
import Synchronization

/// Counts who is in it at the same time, and lets nobody go on before so many have been in it at once. So a
/// test shows that they are, without a clock.
public final class Barrier: Sendable {
  private struct State {
    var inside = 0
    var most = 0
  }

  private let state = Mutex(State())
  private let width: Int
  private let isFull = DispatchSemaphore(value: 0)

  /// - Parameter width: how many have to be in it at once.
  public init(_ width: Int) { self.width = width }

  /// How many were in it at once at the most.
  public var most: Int { state.withLock { $0.most } }

  /// Waits for the others; once they all were there, for nobody.
  ///
  /// - Returns: false where they did not come in a minute.
  public func pass() -> Bool {
    let most = state.withLock { state in
      state.inside += 1
      state.most = max(state.most, state.inside)
      return state.most
    }
    defer { state.withLock { $0.inside -= 1 } }
    if most >= width { isFull.signal() }
    let isOpen = isFull.wait(timeout: .now() + .seconds(60)) == .success
    // For the next.
    isFull.signal()
    return isOpen
  }
}
