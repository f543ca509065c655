/// Hashes in several arrays, sorted on all cores: those that begin with the same four bits on one.
enum HashShares {
  /// Two of the hashes are equal: names that were seen twice, by 64 bits of a hash of each.
  ///
  /// Two names out of a million share 64 bits with a probability of 3 in 100 million; then they are taken for
  /// a repetition.
  static func haveRepetitions(_ hashes: [[UInt64]], on pipeline: some Pipeline) -> Bool {
    greatest(hashes, on: pipeline) { $0 == $1 ? 1 : 0 } > 0
  }

  /// How many bits the two have in common from the first on that have the most in common, of those that are
  /// not equal.
  static func commonBits(_ hashes: [[UInt64]], on pipeline: any Pipeline) -> Int {
    greatest(hashes, on: pipeline) { $0 == $1 ? 0 : ($0 ^ $1).leadingZeroBitCount }
  }

  /// The greatest of what a function says of two neighbours of which the first four bits are the same; 0
  /// where there are none.
  private static func greatest(
    _ hashes: [[UInt64]], on pipeline: some Pipeline, _ value: @escaping @Sendable (UInt64, UInt64) -> Int
  ) -> Int {
    var greatest = 0
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
      return zip(some, some.dropFirst()).reduce(0) { max($0, value($1.0, $1.1)) }
    } consume: {
      greatest = max(greatest, $0)
    }
    return greatest
  }
}
