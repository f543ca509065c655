/// Hashes in several arrays, sorted on all cores: those that begin with the same four bits on one.
enum HashShares {
  /// The hashes that occur more than once: names that were seen twice, by 64 bits of a hash of each.
  ///
  /// Two names out of a million share 64 bits with a probability of 3 in 100 million; then they are taken for
  /// a repetition.
  static func repeated(_ hashes: [[UInt64]], on pipeline: some Pipeline) -> Set<UInt64> {
    var repeated: Set<UInt64> = []
    forEachSorted(hashes, on: pipeline) { some in
      Set(zip(some, some.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    } consume: {
      repeated.formUnion($0)
    }
    return repeated
  }

  /// How many bits the two have in common from the first on that have the most in common, of those that are
  /// not equal.
  static func commonBits(_ hashes: [[UInt64]], on pipeline: any Pipeline) -> Int {
    var greatest = 0
    forEachSorted(hashes, on: pipeline) { some in
      zip(some, some.dropFirst()).reduce(0) { greatest, pair in
        pair.0 == pair.1 ? greatest : max(greatest, (pair.0 ^ pair.1).leadingZeroBitCount)
      }
    } consume: {
      greatest = max(greatest, $0)
    }
    return greatest
  }

  /// Gives out what a function makes of the hashes that begin with the same four bits, which are sorted.
  private static func forEachSorted<Made: Sendable>(
    _ hashes: [[UInt64]], on pipeline: some Pipeline, _ make: @escaping @Sendable ([UInt64]) -> Made,
    consume: (Made) -> Void
  ) {
    // Few are sorted at once.
    let parts = hashes.reduce(0) { $0 + $1.count } > 4096 ? 16 : 1
    pipeline.inShares(of: 0..<parts, 1) { part in
      var some: [UInt64] = []
      for share in hashes {
        for hash in share where parts == 1 || part.contains(Int(truncatingIfNeeded: hash >> 60)) {
          some.append(hash)
        }
      }
      BucketSort.sort(&some, key: { Int64(bitPattern: $0 ^ 1 << 63) }, by: <)
      return make(some)
    } consume: {
      consume($0)
    }
  }
}
