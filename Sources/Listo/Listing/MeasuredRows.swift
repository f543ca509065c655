internal import Platform

/// Rows that are made on all cores, and laid out when all are made: their columns align, so that each counts
/// for where all of them stand.
///
/// They are made as what they are made of stands in memory, whatever their order: to look for it in another
/// takes longer than to make them.
package struct MeasuredRows<Rows: Sendable>: Sendable {
  /// The rows, as they were made.
  package struct Made: Sendable {
    /// Some rows each.
    package let shares: [Rows]
    /// Of each row, in their order, which of those that were made it is.
    fileprivate let numbers: [UInt32]

    /// Which share a row stands in, and which of its rows it is.
    package func place(of row: Int) -> (share: Int, number: Int) {
      (Int(numbers[row]) / RowPieces.share, Int(numbers[row]) % RowPieces.share)
    }
  }

  /// The number of elements.
  package var count: Int { order.count }
  /// The rows in the order in which they are made.
  private let order: [UInt32]
  private let make: @Sendable (ArraySlice<UInt32>) -> Rows

  /// - Parameters:
  ///   - origins: of each row, in their order, where in memory stands what it is made of: a number that is
  ///     small as far as that is possible.
  ///   - make: makes some of the rows, by their places in the order; called on any thread.
  /// - Complexity: linear in the rows and in the greatest origin.
  package init(from origins: [UInt32], rows make: @escaping @Sendable (ArraySlice<UInt32>) -> Rows) {
    self.make = make
    order = Self.places(by: origins)
  }

  /// The places of numbers, the least number first.
  private static func places(by numbers: [UInt32]) -> [UInt32] {
    guard let greatest = numbers.max() else { return [] }
    var next = [UInt32](repeating: 0, count: Int(greatest) + 2)
    for number in numbers { next[Int(number) + 1] += 1 }
    for index in next.indices.dropFirst() { next[index] += next[index - 1] }
    var places = [UInt32](repeating: 0, count: numbers.count)
    for (place, number) in numbers.enumerated() {
      places[Int(next[Int(number)])] = UInt32(place)
      next[Int(number)] += 1
    }
    return places
  }

  /// Hands on what is made of the rows, piece by piece.
  ///
  /// - Parameters:
  ///   - layout: how rows are laid out of which these are all.
  ///   - layOut: makes the piece of some rows, by their places in the order; called on any thread.
  ///   - put: given the pieces in their order, on the calling thread.
  /// - Throws: what `put` throws.
  package func write<Layout: Sendable, Piece: Sendable, E: Error>(
    _ layout: ([Rows]) -> Layout,
    as layOut: @escaping @Sendable (_ rows: Range<Int>, _ made: Made, _ layout: Layout) -> Piece,
    _ put: (Piece) throws(E) -> Void
  ) throws(E) {
    let (order, make) = (order, make)
    var numbers = [UInt32](repeating: 0, count: count)
    for (number, place) in order.enumerated() { numbers[Int(place)] = UInt32(number) }
    let made = Made(shares: RowPieces.all(count) { make(order[$0]) }, numbers: numbers)
    let layout = layout(made.shares)
    try RowPieces.write(count, as: { layOut($0, made, layout) }, put)
  }
}

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
