/// How work on a stream is spread over threads. Listo itself starts none: who calls it knows the machine.
public protocol Pipeline: Sendable {
  /// Takes inputs one by one, changes each, and hands the results on in the order of the inputs.
  ///
  /// - Parameters:
  ///   - next: the next input, nil at the end; called on the calling thread.
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order.
  /// - Throws: what `next` and `consume` throw.
  func run<Input: Sendable, Output: Sendable, Failure: Error>(
    next: () throws(Failure) -> Input?, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure)
}

/// All on the calling thread.
public struct SerialPipeline: Pipeline {
  public init() {}

  public func run<Input: Sendable, Output: Sendable, Failure: Error>(
    next: () throws(Failure) -> Input?, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    while let input = try next() { try consume(transform(input)) }
  }
}
