internal import Platform

/// Work on inputs of any size, on all cores: of large ones one after the other, of small ones many at a time.
enum InputSharing {
  /// How many small ones a thread takes at a time: to hand over one takes as long as to read it.
  private static let share = 16

  /// Goes through elements in their order.
  ///
  /// - Parameters:
  ///   - isLarge: it is done by itself, not beside others.
  ///   - large: does the work on a large one; called on the calling thread.
  ///   - small: does the work on a small one; called on any thread.
  ///   - consume: given what came of small ones, in order; called on the calling thread.
  /// - Throws: what `large` and `consume` throw.
  static func run<Element: Sendable, Output: Sendable, Failure: Error>(
    _ elements: [Element], isLarge: (Element) -> Bool, large: (Element) throws(Failure) -> Void,
    small: @escaping @Sendable (Element) -> Output, consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = elements[...]
    while let first = rest.first {
      if isLarge(first) {
        rest.removeFirst()
        try large(first)
        continue
      }
      let few = rest.prefix { !isLarge($0) }
      rest = rest.dropFirst(few.count)
      try OrderedPipeline.run(
        few, atATime: share, threads: ThreadPipeline.threads, transform: small, consume: consume)
    }
  }
}
