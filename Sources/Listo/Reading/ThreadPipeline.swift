internal import ListoModel
internal import Platform

/// Spreads work over the machine's cores.
struct ThreadPipeline: Pipeline {
  /// Memory that long work frees is given back to the system: for work after which much else is held, and
  /// other memory is asked for. This applies to inputs that are handed over one by one; blocks leave little
  /// behind.
  var givesBackMemory = false

  func run<Input: Sendable, Output: Sendable, Failure: Error>(
    next: () throws(Failure) -> Input?, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    var count = 0
    try OrderedPipeline.run(
      threads: ThreadPipeline.threads,
      next: { () throws(Failure) -> Input? in
        count += 1
        return try next()
      }, transform: transform, consume: consume)
    if givesBackMemory && count > Self.isLong { Heap.giveBack() }
  }

  func run<
    Source: Sendable, Block: Sendable, State: Sendable, Input: Sendable, Output: Sendable, Failure: Error
  >(
    _ source: Source, _ state: State, read: @escaping @Sendable (inout Source) -> Block?,
    prepare: @escaping @Sendable (inout Block) -> Void,
    join: @escaping @Sendable (inout State, inout Block?) -> [Input]?,
    transform: @escaping @Sendable (Input) -> Output, consume: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> State {
    let lanes = OrderedLanes(read: read, prepare: prepare, join: join, transform: transform)
    return try lanes.run(threads: ProcessorCount.available, source, state, consume: consume)
  }

  init(givesBackMemory: Bool = false) { self.givesBackMemory = givesBackMemory }

  /// All cores for a large input, the calling thread for a small one.
  static func forInput(isLarge: Bool) -> any Pipeline { isLarge ? ThreadPipeline() : SerialPipeline() }

  /// The threads that work beside the one that reads and writes.
  static var threads: Int {
    let count = ProcessorCount.available
    return count > 1 ? count : 0
  }

  private static let isLong = 256
}
