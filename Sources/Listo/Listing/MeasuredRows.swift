/// Rows that are made, measured and laid out on all cores: their columns align, so that each row counts for where all of them stand.
///
/// Some rows are kept from when they are measured until they are laid out. Many are laid out at once by what a sample of them says, and
/// where it was not right made once more: a row takes as much memory as its reminder, its text a fifth of that.
package struct MeasuredRows<Row: Sendable, Measure: Sendable>: Sendable {
  /// Rows that stand for all, at as many places with the same distance from each other.
  private static var sampleCount: Int { 512 }

  /// How many there are.
  package let count: Int
  private let mostKept: Int
  private let make: @Sendable (Range<Int>) -> [Row]
  private let measure: @Sendable ([Row]) -> Measure

  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - mostKept: of more rows the text is kept, not they themselves.
  ///   - make: makes some of the rows, by their numbers; called on any thread.
  ///   - measure: what of rows counts for how all are laid out; called on any thread.
  package init(
    _ count: Int, mostKept: Int = 2048, rows make: @escaping @Sendable (Range<Int>) -> [Row],
    measure: @escaping @Sendable ([Row]) -> Measure
  ) {
    (self.count, self.mostKept, self.make, self.measure) = (count, mostKept, make, measure)
  }

  /// Hands on what is made of the rows, piece by piece.
  ///
  /// - Parameters:
  ///   - layout: how rows are laid out of which these are the measures.
  ///   - layOut: makes the piece of some rows, given the number of the first; called on any thread.
  ///   - put: given the pieces in their order, on the calling thread.
  /// - Throws: what `put` throws.
  package func write<Layout: Equatable & Sendable, Piece: Sendable, E: Error>(
    _ layout: ([Measure]) -> Layout,
    as layOut: @escaping @Sendable (_ first: Int, _ rows: [Row], _ layout: Layout) -> Piece,
    _ put: (Piece) throws(E) -> Void
  ) throws(E) {
    let (make, measure) = (make, measure)
    if count <= mostKept {
      let kept = RowPieces.all(count) { range in
        let rows = make(range)
        return (measure: measure(rows), rows: rows)
      }
      let layout = layout(kept.map(\.measure))
      return try RowPieces.write(
        count, as: { layOut($0.lowerBound, kept[$0.lowerBound / RowPieces.share].rows, layout) }, put)
    }
    let guess = layout(sample)
    var pieces = RowPieces.all(count) { range in
      let rows = make(range)
      return (measure: measure(rows), piece: layOut(range.lowerBound, rows, guess))
    }
    let layout = layout(pieces.map(\.measure))
    if layout == guess {
      for piece in pieces { try put(piece.piece) }
    } else {
      pieces = []
      try RowPieces.write(count, as: { layOut($0.lowerBound, make($0), layout) }, put)
    }
  }

  private var sample: [Measure] {
    let (count, make, measure, samples) = (count, make, measure, Self.sampleCount)
    return RowPieces.all(samples, atATime: RowPieces.share / 8) { places in
      places.map { measure(make($0 * count / samples..<$0 * count / samples + 1)) }
    }.flatMap(\.self)
  }
}
