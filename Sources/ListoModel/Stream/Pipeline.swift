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

  /// Reads blocks, joins them and changes what they make: reading and joining in order, one at a time, all else on any thread.
  ///
  /// - Parameters:
  ///   - read: the next block, nil at the end.
  ///   - prepare: what can be done with a block alone.
  ///   - join: the inputs that a block makes with those before it, nil for the end; nil where nothing more is needed. It may take the
  ///     block, which nobody else holds then.
  ///   - consume: called on the calling thread, in order; false where nothing more is needed.
  /// - Returns: what became of the state. Where nothing more was needed, the last of what was made before may be left out.
  /// - Throws: what `consume` throws.
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
  /// Makes something of each index on any thread, many at a time, and hands it on in their order; nil where there is nothing to hand on.
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
