internal import Platform

extension OrderedPipeline {
  /// Something made of so many indices at a time, on several threads, in their order.
  ///
  /// - Parameters:
  ///   - count: how many a thread is given.
  ///   - transform: called on any thread.
  static func map<Output: Sendable>(
    _ indices: Range<Int>, atATime count: Int, threads: Int,
    _ transform: @escaping @Sendable (Range<Int>) -> Output
  ) -> [Output] {
    var rest = indices
    var result: [Output] = []
    run(threads: threads) { () throws(Never) -> Range<Int>? in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    } transform: {
      transform($0)
    } consume: { (output) throws(Never) in
      result.append(output)
    }
    return result
  }
}
