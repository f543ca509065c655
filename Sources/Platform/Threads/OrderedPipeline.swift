internal import Dispatch

/// Work on a stream, in order: inputs are taken one by one, changed on several threads, and handed on in the
/// order in which they came.
package enum OrderedPipeline {
  /// Work that takes time of a core.
  ///
  /// - Parameters:
  ///   - threads: how many cores are used beside the calling thread's; with 0 all is done on the calling one.
  ///     Twice as many inputs and one more are under way at the most, so that none of the threads waits for
  ///     the one that hands on.
  ///   - next: the next input, nil at the end; called on the calling thread.
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order.
  /// - Throws: what `next` and `consume` throw; what is under way is waited for.
  package static func run<Input: Sendable, Output: Sendable, Failure: Error>(
    threads: Int, next: () throws(Failure) -> Input?, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    try run(
      window: threads * 2 + 1, helps: true,
      on: { [queue = DispatchQueue(label: "listo.pipeline", attributes: .concurrent)] _ in queue },
      next: next, transform: transform, consume: consume)
  }

  /// Work that waits, such as for a server, and takes little time of a core: so many at once, however many
  /// cores there are.
  ///
  /// - Parameters:
  ///   - width: how many inputs are under way at once at the most, and are as long as there are so many and
  ///     none of them holds up the others; with 1 all is done on the calling thread. What is done and could
  ///     not be handed on yet counts.
  ///   - next: the next input, nil at the end; called on the calling thread.
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order.
  /// - Throws: what `next` and `consume` throw; what is under way is waited for.
  package static func run<Input: Sendable, Output: Sendable, Failure: Error>(
    atOnce width: Int, next: () throws(Failure) -> Input?, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    let lanes = (0..<max(width, 1)).map { _ in DispatchQueue.waiting }
    // An input that far ahead waits until the one before it in its lane was handed on.
    try run(
      window: lanes.count, helps: false, on: { lanes[$0 % lanes.count] }, next: next, transform: transform,
      consume: consume
    )
  }

  /// - Parameters:
  ///   - window: how many inputs may be under way, what is done and was not handed on among them.
  ///   - helps: the calling thread does what nobody has begun, while another does what it waits for.
  ///   - queue: where an input is changed, by its number.
  private static func run<Input: Sendable, Output: Sendable, Failure: Error>(
    window: Int, helps: Bool, on queue: (Int) -> DispatchQueue, next: () throws(Failure) -> Input?,
    transform: @escaping @Sendable (Input) -> Output, consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    guard window > 1 else {
      while let input = try next() { try consume(transform(input)) }
      return
    }
    guard let first = try next() else { return }
    // Where there is only one, another thread would only take time to be woken.
    guard let second = try next() else { return try consume(transform(first)) }
    var pending: [PieceOfWork<Output>] = []
    defer { for piece in pending { piece.end() } }
    var number = 0
    func begin(_ input: Input) {
      pending.append(PieceOfWork(on: queue(number)) { transform(input) })
      number += 1
    }
    func takeFirst() -> Output {
      let first = pending.removeFirst()
      // The consumer of this output can wait while another is made here: as many are under way as there is
      // room for.
      if helps { while !first.isDone, !first.perform(), pending.contains(where: { $0.perform() }) {} }
      return first.take()
    }
    begin(first)
    begin(second)
    while true {
      if pending.count == window { try consume(takeFirst()) }
      guard let input = try next() else { break }
      begin(input)
    }
    while !pending.isEmpty { try consume(takeFirst()) }
  }

  /// The elements changed one by one, on several threads, in their order.
  package static func map<Element: Sendable, Output: Sendable>(
    _ elements: [Element], threads: Int, _ transform: @escaping @Sendable (Element) -> Output
  ) -> [Output] {
    var result: [Output] = []
    result.reserveCapacity(elements.count)
    run(elements[...], threads: threads, transform: transform) { (output) throws(Never) in
      result.append(output)
    }
    return result
  }

  /// Elements of which each is little work: a thread is given some at a time, so that handing them over costs
  /// little.
  ///
  /// - Parameters:
  ///   - count: how many a thread is given; where there are no more, the calling thread does them.
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order.
  /// - Throws: what `consume` throws.
  package static func run<Element: Sendable, Output: Sendable, Failure: Error>(
    _ elements: ArraySlice<Element>, atATime count: Int = 64, threads: Int,
    transform: @escaping @Sendable (Element) -> Output, consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    try run(elements.indices, atATime: count, threads: threads) { indices in
      elements[indices].map(transform)
    } consume: { (outputs: [Output]) throws(Failure) in
      for output in outputs { try consume(output) }
    }
  }

  /// The same for the indices of elements: something is made of those that a thread is given together.
  ///
  /// - Parameters:
  ///   - count: how many a thread is given; where there are no more, the calling thread does them.
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order.
  /// - Throws: what `consume` throws.
  package static func run<Output: Sendable, Failure: Error>(
    _ indices: Range<Int>, atATime count: Int, threads: Int,
    transform: @escaping @Sendable (Range<Int>) -> Output, consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = indices
    try run(threads: threads) { () throws(Failure) -> Range<Int>? in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    } transform: {
      transform($0)
    } consume: { (output: Output) throws(Failure) in
      try consume(output)
    }
  }

  /// The outputs of so many indices at a time, made on several threads, in their order.
  package static func map<Output: Sendable>(
    _ indices: Range<Int>, atATime count: Int, threads: Int,
    _ transform: @escaping @Sendable (Range<Int>) -> Output
  ) -> [Output] {
    var result: [Output] = []
    run(indices, atATime: count, threads: threads, transform: transform) { (output) throws(Never) in
      result.append(output)
    }
    return result
  }
}
