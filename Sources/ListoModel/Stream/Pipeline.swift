/// The way in which work on a stream is distributed over threads. Listo starts no threads itself, because the
/// caller knows the machine.
public protocol Pipeline: Sendable {
  /// Transforms inputs one by one and passes the results on in the order of the inputs.
  ///
  /// - Parameters:
  ///   - next: returns the next input, nil at the end; called on the calling thread.
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order.
  /// - Throws: the errors of `next` and `consume`.
  func run<Input: Sendable, Output: Sendable, Failure: Error>(
    next: () throws(Failure) -> Input?, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure)

  /// Reads blocks, joins them into inputs, and transforms these: reading and joining are done in order, one
  /// at a time, the rest on any thread.
  ///
  /// - Parameters:
  ///   - read: returns the next block, nil at the end.
  ///   - prepare: the work that needs only one block.
  ///   - join: returns the inputs that a block makes with those before it; its block is nil at the end.
  ///     Returns nil to stop early. It may take the block, to which nothing else refers then.
  ///   - consume: called on the calling thread, in order; returns false to stop early.
  /// - Returns: the final state. After an early stop, the last results may be missing.
  /// - Throws: the errors of `consume`.
  func run<
    Source: Sendable, Block: Sendable, State: Sendable, Input: Sendable, Output: Sendable, Failure: Error
  >(
    _ source: Source, _ state: State, read: @escaping @Sendable (inout Source) -> Block?,
    prepare: @escaping @Sendable (inout Block) -> Void,
    join: @escaping @Sendable (inout State, inout Block?) -> [Input]?,
    transform: @escaping @Sendable (Input) -> Output, consume: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> State
}

/// All on the calling thread.
public struct SerialPipeline: Pipeline {
  /// Does all on the calling thread.
  public init() {}

  /// One input after another.
  public func run<Input: Sendable, Output: Sendable, Failure: Error>(
    next: () throws(Failure) -> Input?, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    while let input = try next() { try consume(transform(input)) }
  }

  /// One block after another.
  public func run<
    Source: Sendable, Block: Sendable, State: Sendable, Input: Sendable, Output: Sendable, Failure: Error
  >(
    _ source: Source, _ state: State, read: @escaping @Sendable (inout Source) -> Block?,
    prepare: @escaping @Sendable (inout Block) -> Void,
    join: @escaping @Sendable (inout State, inout Block?) -> [Input]?,
    transform: @escaping @Sendable (Input) -> Output, consume: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> State {
    var (source, state) = (source, state)
    while true {
      var block = read(&source)
      let isLast = block == nil
      guard let inputs = join(&state, &block) else { return state }
      for input in inputs {
        guard try consume(transform(input)) else { return state }
      }
      if isLast { return state }
    }
  }
}

extension Pipeline {
  /// Makes something of each index on any thread, many at a time, and hands it on in their order; nil where
  /// there is nothing to hand on.
  ///
  /// - Parameters:
  ///   - share: how many a thread is given at a time: threads cost more than little work.
  ///   - consume: called on the calling thread.
  /// - Throws: what `consume` throws.
  func shared<Output: Sendable, Failure: Error>(
    _ indices: Range<Int>, share: Int = 512, transform: @escaping @Sendable (Int) -> Output?,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    try inShares(of: indices, share) { indices in
      indices.compactMap(transform)
    } consume: { (outputs: [Output]) throws(Failure) in
      for output in outputs { try consume(output) }
    }
  }

  /// Makes something of some indices at a time on any thread, and hands it on in their order.
  ///
  /// - Parameters:
  ///   - share: how many a thread is given at a time; no more are done on the calling one.
  ///   - consume: called on the calling thread.
  /// - Throws: what `consume` throws.
  func inShares<Output: Sendable, Failure: Error>(
    of indices: Range<Int>, _ share: Int = 512, transform: @escaping @Sendable (Range<Int>) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    guard indices.count > share else { return try consume(transform(indices)) }
    var rest = indices
    try run { () throws(Failure) -> Range<Int>? in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(share) }
      return rest.prefix(share)
    } transform: {
      transform($0)
    } consume: { (output: Output) throws(Failure) in
      try consume(output)
    }
  }
}
