internal import Listo

/// Rows below headings, whose columns align: laid out, and handed on piece by piece.
struct RowSheet: Sendable {
  /// Lines that stand before a row, or behind the last.
  struct Opening: Sendable {
    var row: Int
    var lines: [StyledLine]
  }

  private let rows: MeasuredRows<ReminderRow, RowWidths>
  private let openings: [Opening]
  private let lead: Int
  private let surface: Surface

  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - openings: in the order of their rows.
  ///   - lead: the first column of the titles.
  ///   - mostKept: of more rows the text is kept, not they themselves.
  ///   - make: makes some of the rows; called on any thread.
  init(
    _ count: Int, below openings: [Opening], lead: Int, _ surface: Surface,
    mostKept: Int = 2048, rows make: @escaping @Sendable (Range<Int>) -> [ReminderRow]
  ) {
    (self.openings, self.lead, self.surface) = (openings, lead, surface)
    rows = MeasuredRows(count, mostKept: mostKept, rows: make, measure: { RowWidths($0) })
  }

  /// Hands on what is made of the lines, piece by piece.
  ///
  /// - Parameter add: adds a line, one of a reminder or of what stands before it, to a piece; called on any thread.
  func write<Piece: RangeReplaceableCollection & Sendable, E: Error>(
    as add: @escaping @Sendable (inout Piece, StyledLine) -> Void, _ put: (Piece) throws(E) -> Void
  ) throws(E) {
    try rows.write(
      { widths in
        ListLayout(widths.reduce(RowWidths()) { $0.joined($1) }, lead: lead, width: surface.width)
      }, as: { first, rows, layout in piece(rows, from: first, by: layout, add) }, put)
    var end = Piece()
    for opening in openings where opening.row >= rows.count {
      for line in opening.lines { add(&end, line) }
    }
    if !end.isEmpty { try put(end) }
  }

  /// Rows with what stands before them.
  private func piece<Piece: RangeReplaceableCollection>(
    _ rows: [ReminderRow], from first: Int, by layout: ListLayout,
    _ add: (inout Piece, StyledLine) -> Void
  ) -> Piece {
    var piece = Piece()
    var next = openings.firstIndex { $0.row >= first } ?? openings.count
    // One for all rows, so that its memory is used again.
    var whole = StyledLine()
    for index in rows.indices {
      while next < openings.count, openings[next].row <= first + index {
        for line in openings[next].lines { add(&piece, line) }
        next += 1
      }
      if surface.width == nil {
        layout.set(rows[index], surface.glyphs, in: &whole)
        add(&piece, whole)
      } else {
        for line in layout.lines(rows[index], surface) { add(&piece, line) }
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
