internal import Platform

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
