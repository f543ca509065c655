internal import ListoModel
internal import ListoStores
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

/// Work on inputs of any size, on all cores: of large ones one after the other, of small ones many at a time.
enum InputSharing {
  /// How many small ones a thread takes at a time: to hand over one takes as long as to read it.
  private static let share = 16

  /// Goes through elements in their order.
  ///
  /// - Parameters:
  ///   - small: does the work on a small one, and answers nil for one that is large: it is who opens it that
  ///     learns its size. Called on any thread.
  ///   - large: does the work on a large one by itself, while only some of the small ones that follow are
  ///     worked on; called on the calling thread.
  ///   - consume: given what came of small ones, in order; called on the calling thread.
  /// - Throws: what `large` and `consume` throw.
  static func run<Element: Sendable, Output: Sendable, Failure: Error>(
    _ elements: [Element], small: @escaping @Sendable (Element) -> Output?,
    large: (Element) throws(Failure) -> Void, consume: (Element, Output) throws(Failure) -> Void
  ) throws(Failure) {
    try OrderedPipeline.run(elements.indices, atATime: share, threads: ThreadPipeline.threads) { indices in
      var outputs: [Output?] = []
      outputs.reserveCapacity(indices.count)
      for index in indices { outputs.append(small(elements[index])) }
      return (first: indices.lowerBound, outputs: outputs)
    } consume: { (made: (first: Int, outputs: [Output?])) throws(Failure) in
      for (place, output) in made.outputs.enumerated() {
        let element = elements[made.first + place]
        if let output { try consume(element, output) } else { try large(element) }
      }
    }
  }
}

/// The jobs of the library for tasks: on another thread, with progress and cancellation.
enum BackgroundWork {
  /// Does work on another thread.
  ///
  /// - Parameters:
  ///   - progress: called on any thread with the share of the bytes that is read, from 0 to 1.
  ///   - work: reads its inputs with the meter, so that it ends soon after the task is cancelled.
  /// - Throws: the error of the work; ``WorkError/cancelled`` if the task was cancelled before it ended.
  static func run<Value: Sendable>(
    _ progress: @escaping @Sendable (_ fraction: Double) -> Void,
    _ work: @escaping @Sendable (ReadingMeter) throws(WorkError) -> Value
  ) async throws(WorkError) -> Value {
    let meter = ReadingMeter { read, total in
      if total > 0 { progress(min(0.99, Double(read) / Double(total))) }
    }
    let result = await BlockingWork.run {
      Result { () throws(WorkError) in try work(meter) }
    } onCancel: {
      meter.stop()
    }
    if meter.isStopped { throw .cancelled }
    progress(1)
    return try result.get()
  }
}
