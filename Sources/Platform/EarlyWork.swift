internal import Dispatch
internal import Synchronization

/// Work that is begun before anyone asks for what comes of it, on another thread where one is free: who asks before it has begun does
/// it on the spot.
public final class EarlyWork<Output: Sendable>: Sendable {
  private enum State {
    case waiting, running
    case done(Output)
    case taken
  }

  private let state = Mutex(State.waiting)
  private let isDone = DispatchSemaphore(value: 0)
  private let work: @Sendable () -> Output

  public init(_ work: @escaping @Sendable () -> Output) {
    self.work = work
    DispatchQueue.global().async { [self] in
      guard begin(as: .running) else { return }
      let output = work()
      state.withLock { $0 = .done(output) }
      isDone.signal()
    }
  }

  /// What came of it, waited for; nil for who asks a second time, and behind ``cancel()``.
  public func take() -> Output? {
    if begin(as: .taken) { return work() }
    let isTaken = state.withLock { state in if case .taken = state { true } else { false } }
    guard !isTaken else { return nil }
    isDone.wait()
    return state.withLock { state in
      guard case .done(let output) = state else { return nil }
      state = .taken
      return output
    }
  }

  /// It is not needed: it is left undone where it has not begun.
  public func cancel() { _ = begin(as: .taken) }

  /// False where it was begun before.
  private func begin(as next: State) -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = next
      return true
    }
  }
}
