internal import Dispatch
internal import Synchronization

/// Work on a stream, in order, on all cores: inputs are taken one by one, changed on several threads, and handed on in the
/// order in which they came. At most `window` of them are under way.
public enum OrderedPipeline {
  private final class Slot<Output: Sendable>: Sendable {
    let output = Mutex<Output?>(nil)
    let done = DispatchSemaphore(value: 0)
  }

  /// - Parameters:
  ///   - threads: how many threads change inputs beside the calling one; with 0 all is done on the calling one.
  ///   - next: the next input, nil at the end; called on the calling thread.
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order.
  /// - Throws: what `next` and `consume` throw; what is under way is waited for.
  public static func run<Input: Sendable, Output: Sendable, Failure: Error>(
    threads: Int, next: () throws(Failure) -> Input?, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    guard threads > 0 else {
      while let input = try next() { try consume(transform(input)) }
      return
    }
    guard let first = try next() else { return }
    // Where there is only one, another thread would only take time to be woken.
    guard let second = try next() else { return try consume(transform(first)) }
    let queue = DispatchQueue(label: "listo.pipeline", attributes: .concurrent)
    var pending: [Slot<Output>] = []
    defer { for slot in pending { slot.done.wait() } }
    func begin(_ input: Input) {
      let slot = Slot<Output>()
      queue.async {
        let output = transform(input)
        slot.output.withLock { $0 = output }
        slot.done.signal()
      }
      pending.append(slot)
    }
    begin(first)
    begin(second)
    while let input = try next() {
      begin(input)
      if pending.count > threads * 2 { try hand(pending.removeFirst(), to: consume) }
    }
    while !pending.isEmpty { try hand(pending.removeFirst(), to: consume) }
  }

  /// The elements changed one by one, on several threads, in their order.
  public static func map<Element: Sendable, Output: Sendable>(
    _ elements: [Element], threads: Int, _ transform: @escaping @Sendable (Element) -> Output
  ) -> [Output] {
    var rest = elements[...]
    var result: [Output] = []
    result.reserveCapacity(elements.count)
    run(threads: elements.count > pieceSize ? threads : 0) { () throws(Never) -> ArraySlice<Element>? in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(pieceSize) }
      return rest.prefix(pieceSize)
    } transform: { piece in
      piece.map(transform)
    } consume: { (piece: [Output]) throws(Never) in
      result += piece
    }
    return result
  }

  /// Enough work for one thread that handing it over costs little.
  private static let pieceSize = 64

  private static func hand<Output: Sendable, Failure: Error>(
    _ slot: Slot<Output>, to consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    slot.done.wait()
    if let output = slot.output.withLock({ $0.take() }) { try consume(output) }
  }
}
