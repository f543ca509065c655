private import CProcessor
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

/// Opens once, and lets through who waits for it.
///
/// A thread that waits asks for a while before it sleeps: most waits end within some microseconds, and waking
/// a thread takes longer. The system also puts a thread that is woken on the core of the one that woke it,
/// although another core has nothing to do (up to 8 of a filter's 40 ms).
final class Latch: Sendable {
  /// About 30 µs.
  private static var looks: Int { 1000 }

  private let isOpen = Atomic(false)
  private let semaphore = DispatchSemaphore(value: 0)

  /// It was opened: a thread that it lets through sees everything written before.
  var wasOpened: Bool { isOpen.load(ordering: .acquiring) }

  /// To be called once.
  func open() {
    isOpen.store(true, ordering: .releasing)
    semaphore.signal()
  }

  /// To be called by one thread.
  func wait() {
    for _ in 0..<Self.looks {
      if wasOpened { return }
      cprocessor_pause()
    }
    semaphore.wait()
  }
}

/// Pieces of work on the machine's cores, of which each is waited for by who asked for it.
package struct HelpingThreads: Sendable {
  private let queue = DispatchQueue(label: "listo.helping", attributes: .concurrent)

  /// No thread is begun before there is work.
  package init() {}

  /// Begins a piece of work.
  ///
  /// - Returns: what waits for it, to be called once: a piece that no thread has begun is done by the one who
  ///   waits, so that this one works too.
  package func begin<Output: Sendable>(
    _ work: @escaping @Sendable () -> Output
  ) -> @Sendable () -> Output {
    let piece = PieceOfWork(on: queue, work)
    return { piece.take() }
  }
}
