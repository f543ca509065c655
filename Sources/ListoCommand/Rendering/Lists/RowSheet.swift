internal import Listo

/// Rows below headings, whose columns align: laid out, and handed on piece by piece.
struct RowSheet: Sendable {
  /// Lines that stand before a row, or behind the last.
  struct Opening: Sendable {
    var row: Int
    var lines: [StyledLine]
  }

  private let rows: MeasuredRows<RowTexts>
  private let openings: [Opening]
  private let lead: Int
  private let surface: Surface

  /// - Parameters:
  ///   - origins: of each row, in their order: see ``MeasuredRows/init(from:rows:)``.
  ///   - openings: in the order of their rows.
  ///   - lead: the first column of the titles.
  ///   - make: makes some of the rows, by their places in the order; called on any thread.
  init(
    from origins: [UInt32], below openings: [Opening], lead: Int, _ surface: Surface,
    rows make: @escaping @Sendable (ArraySlice<UInt32>) -> RowTexts
  ) {
    (self.openings, self.lead, self.surface) = (openings, lead, surface)
    rows = MeasuredRows(from: origins) { make($0).withoutRoom() }
  }

  /// Hands on what is made of the lines, piece by piece.
  ///
  /// - Parameter add: adds a line, one of a reminder or of what stands before it, to a piece; called on any
  ///   thread.
  func write<Piece: RangeReplaceableCollection & Sendable, E: Error>(
    as add: @escaping @Sendable (inout Piece, StyledLine) -> Void, _ put: (Piece) throws(E) -> Void
  ) throws(E) {
    try rows.write(
      { made in
        ListLayout(made.reduce(RowWidths()) { $0.joined($1.widths) }, lead: lead, width: surface.width)
      }, as: { range, rows, layout in piece(range, of: rows, by: layout, add) }, put)
    var end = Piece()
    for opening in openings where opening.row >= rows.count {
      for line in opening.lines { add(&end, line) }
    }
    if !end.isEmpty { try put(end) }
  }

  /// Rows with what stands before them.
  private func piece<Piece: RangeReplaceableCollection>(
    _ range: Range<Int>, of rows: MeasuredRows<RowTexts>.Made, by layout: ListLayout,
    _ add: (inout Piece, StyledLine) -> Void
  ) -> Piece {
    var piece = Piece()
    var next = openings.partitionPoint { $0.row < range.lowerBound }
    // One for all rows, so that its memory is used again.
    var whole = StyledLine()
    whole.reserveCapacity()
    // Looked at where they stand: taken into hands, their references would be counted for each row, on all
    // cores.
    let shares = rows.shares.span
    for row in range {
      while next < openings.count, openings[next].row <= row {
        for line in openings[next].lines { add(&piece, line) }
        next += 1
      }
      let (share, number) = rows.place(of: row)
      if surface.width == nil {
        layout.set(number, of: shares[share], in: &whole)
        add(&piece, whole)
      } else {
        for line in layout.lines(shares[share][number], surface) { add(&piece, line) }
      }
    }
    return piece
  }

  /// Hands on the text, piece by piece, in UTF-8; each line ends in a line feed.
  func write<E: Error>(_ put: ([UInt8]) throws(E) -> Void) throws(E) {
    let surface = surface
    try write(as: { (text: inout [UInt8], line) in surface.write(line, to: &text) }, put)
  }

  /// All lines at once.
  var lines: [StyledLine] {
    var all: [StyledLine] = []
    write(as: { (piece: inout [StyledLine], line) in piece.append(line) }) { all += $0 }
    return all
  }
}
