internal import Listo
internal import Platform

/// Rows below headings, made, measured and laid out on all cores: their columns align, so that each row counts for where all of them stand.
///
/// Some rows are kept from when they are measured until they are laid out. Many are laid out at once by what a sample of them says, and
/// where it was not right made once more: a row takes as much memory as its reminder, its text a fifth of that.
struct RowSheet: Sendable {
  /// Lines that stand before a row, or behind the last.
  struct Opening: Sendable {
    var row: Int
    var lines: [StyledLine]
  }

  /// Rows that a thread takes at a time, and that are held until they are handed on.
  private static let share = 256
  /// Rows that stand for all, at as many places with the same distance from each other.
  private static let sample = 512

  private let count: Int
  private let openings: [Opening]
  private let lead: Int
  private let surface: Surface
  private let threads: Int
  private let mostKept: Int
  private let make: @Sendable (Range<Int>) -> [ReminderRow]

  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - openings: in the order of their rows.
  ///   - lead: the first column of the titles.
  ///   - threads: what helps the calling thread.
  ///   - mostKept: of more rows the text is kept, not they themselves.
  ///   - make: makes some of the rows; called on any thread.
  init(
    _ count: Int, below openings: [Opening], lead: Int, _ surface: Surface, threads: Int,
    mostKept: Int = 2048, rows make: @escaping @Sendable (Range<Int>) -> [ReminderRow]
  ) {
    (self.count, self.openings, self.lead, self.surface) = (count, openings, lead, surface)
    (self.threads, self.mostKept, self.make) = (threads, mostKept, make)
  }

  /// Hands on what is made of the lines, piece by piece.
  ///
  /// - Parameter add: adds lines, those of a reminder or of what stands before it, to a piece; called on any thread.
  func write<Piece: RangeReplaceableCollection & Sendable, E: Error>(
    as add: @escaping @Sendable (inout Piece, [StyledLine]) -> Void, _ put: (Piece) throws(E) -> Void
  ) throws(E) {
    if count <= mostKept {
      let kept = inShares { rows, _ in (widths: RowWidths(rows), rows: rows) }
      let layout = layout(kept.lazy.map(\.widths))
      try write(by: layout, add, put) { kept[$0.lowerBound / Self.share].rows }
    } else {
      let guess = layout(sample)
      var pieces = inShares { rows, range in
        (widths: RowWidths(rows), piece: piece(rows, in: range, by: guess, add))
      }
      let layout = layout(pieces.lazy.map(\.widths))
      if layout == guess {
        for piece in pieces { try put(piece.piece) }
      } else {
        pieces = []
        try write(by: layout, add, put, rows: make)
      }
    }
    var end = Piece()
    for opening in openings where opening.row >= count { add(&end, opening.lines) }
    if !end.isEmpty { try put(end) }
  }

  private func inShares<Made: Sendable>(
    _ use: @escaping @Sendable ([ReminderRow], Range<Int>) -> Made
  ) -> [Made] {
    OrderedPipeline.map(0..<count, atATime: Self.share, threads: threads) { use(make($0), $0) }
  }

  private var sample: [RowWidths] {
    let places = OrderedPipeline.map(0..<Self.sample, atATime: Self.share / 8, threads: threads) { places in
      places.map { RowWidths(make($0 * count / Self.sample..<$0 * count / Self.sample + 1)) }
    }
    return Array(places.joined())
  }

  private func layout(_ widths: some Sequence<RowWidths>) -> ListLayout {
    ListLayout(widths.reduce(RowWidths()) { $0.joined($1) }, lead: lead, width: surface.width)
  }

  private func write<Piece: RangeReplaceableCollection & Sendable, E: Error>(
    by layout: ListLayout, _ add: @escaping @Sendable (inout Piece, [StyledLine]) -> Void,
    _ put: (Piece) throws(E) -> Void, rows: @escaping @Sendable (Range<Int>) -> [ReminderRow]
  ) throws(E) {
    try OrderedPipeline.run(0..<count, atATime: Self.share, threads: threads) { range -> Piece in
      piece(rows(range), in: range, by: layout, add)
    } consume: { piece throws(E) in
      try put(piece)
    }
  }

  /// Rows with what stands before them.
  private func piece<Piece: RangeReplaceableCollection>(
    _ rows: [ReminderRow], in range: Range<Int>, by layout: ListLayout,
    _ add: (inout Piece, [StyledLine]) -> Void
  ) -> Piece {
    var piece = Piece()
    var next = openings.firstIndex { $0.row >= range.lowerBound } ?? openings.count
    for (offset, row) in rows.enumerated() {
      while next < openings.count, openings[next].row <= range.lowerBound + offset {
        add(&piece, openings[next].lines)
        next += 1
      }
      add(&piece, layout.lines(row, surface))
    }
    return piece
  }

  /// Hands on the text, piece by piece, in UTF-8; each line ends in a line feed.
  func write<E: Error>(_ put: ([UInt8]) throws(E) -> Void) throws(E) {
    let surface = surface
    try write(as: { (text: inout [UInt8], lines) in surface.write(lines, to: &text) }, put)
  }

  /// All lines at once.
  var lines: [StyledLine] {
    var all: [StyledLine] = []
    write(as: { (piece: inout [StyledLine], lines) in piece += lines }) { all += $0 }
    return all
  }
}
