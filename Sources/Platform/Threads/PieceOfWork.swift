internal import Dispatch
internal import Synchronization

/// Work that is done once: by the thread that it was given to, or by who waits for it, where no thread has
/// begun it.
final class PieceOfWork<Output: Sendable>: Sendable {
  private enum State: Sendable {
    case waiting(@Sendable () -> Output)
    case begun
    case done(Output)
    case taken
  }

  private let state: Mutex<State>
  private let done = Latch()

  /// Gives the work to a queue.
  init(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Output) {
    state = Mutex(.waiting(work))
    queue.async { self.perform() }
  }

  /// The output is there.
  var isDone: Bool { done.wasOpened }

  /// Does the work, where nobody has begun it.
  ///
  /// - Returns: whether it was done here.
  @discardableResult
  func perform() -> Bool {
    let work = state.withLock { state -> (@Sendable () -> Output)? in
      guard case .waiting(let work) = state else { return nil }
      state = .begun
      return work
    }
    guard let work else { return false }
    let output = work()
    state.withLock { $0 = .done(output) }
    done.open()
    return true
  }

  /// Waits for what comes of it, which is nobody else's then; to be called once.
  func take() -> Output {
    perform()
    done.wait()
    let output = state.withLock { state -> Output? in
      guard case .done(let output) = state else { return nil }
      state = .taken
      return output
    }
    guard let output else { preconditionFailure("A piece of work is taken once.") }
    return output
  }

  /// Waits until it is done, or sees to it that nobody begins it.
  func end() {
    let isUnderWay = state.withLock { state -> Bool in
      switch state {
      case .waiting:
        state = .taken
        return false
      case .begun: return true
      case .done, .taken: return false
      }
    }
    if isUnderWay { done.wait() }
  }
}
