internal import Platform

/// The output for many rows: made on all cores a share at a time, in their order.
package enum RowPieces {
  /// Rows that a thread takes at a time, and that are held until they are handed on. So many or fewer are
  /// done on the calling thread.
  static let share = 256

  /// Hands on what is made of rows, piece by piece.
  ///
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - make: makes the piece of some of them, by their numbers; called on any thread.
  ///   - put: given the pieces in their order, on the calling thread.
  /// - Throws: what `put` throws.
  package static func write<Piece: Sendable, E: Error>(
    _ count: Int, as make: @escaping @Sendable (Range<Int>) -> Piece, _ put: (Piece) throws(E) -> Void
  ) throws(E) {
    try OrderedPipeline.run(
      0..<count, atATime: share, threads: ThreadPipeline.threads, transform: make, consume: put)
  }

  /// All pieces at once.
  static func all<Piece: Sendable>(
    _ count: Int, atATime share: Int = share, as make: @escaping @Sendable (Range<Int>) -> Piece
  ) -> [Piece] {
    OrderedPipeline.map(0..<count, atATime: share, threads: ThreadPipeline.threads, make)
  }
}
