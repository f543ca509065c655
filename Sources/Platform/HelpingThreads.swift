internal import Dispatch
internal import Synchronization

/// Pieces of work on the machine's cores, of which each is waited for by who asked for it.
public struct HelpingThreads: Sendable {
  private let queue = DispatchQueue(label: "listo.helping", attributes: .concurrent)

  /// No thread is begun before there is work.
  public init() {}

  /// Begins a piece of work.
  ///
  /// - Returns: what waits for it: a piece that no thread has begun is done by the one who waits, so that this one works too.
  public func begin<Output: Sendable>(
    _ work: @escaping @Sendable () -> Output
  ) -> @Sendable () -> Output {
    let piece = Piece(work)
    queue.async { piece.work() }
    return { piece.output() }
  }

  private final class Piece<Output: Sendable>: Sendable {
    private enum State: Sendable {
      case waiting(@Sendable () -> Output)
      case begun
      case done(Output)
    }

    private let state: Mutex<State>
    private let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Output) { state = Mutex(.waiting(work)) }

    /// Does the work, where nobody has begun it.
    func work() {
      let work = state.withLock { state -> (@Sendable () -> Output)? in
        guard case .waiting(let work) = state else { return nil }
        state = .begun
        return work
      }
      guard let work else { return }
      let output = work()
      state.withLock { $0 = .done(output) }
      done.signal()
    }

    /// Waits for it.
    func output() -> Output {
      while true {
        if case .done(let output) = state.withLock({ $0 }) { return output }
        work()
        done.wait()
        // For who waits once more.
        done.signal()
      }
    }
  }
}
