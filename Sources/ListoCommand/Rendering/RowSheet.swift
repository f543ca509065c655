internal import Listo
internal import Platform

/// Rows below headings: made and measured on all cores, so that their columns align, then laid out there and handed on piece by piece.
struct RowSheet: Sendable {
  /// Lines that stand before a row, or behind the last.
  struct Opening: Sendable {
    var row: Int
    var lines: [StyledLine]
  }

  /// So many rows are kept from when they are measured until they are laid out: of more, each takes as much memory as the reminder itself,
  /// and is made again.
  private static let mostKept = 1 << 16
  /// Rows that a thread takes at a time, and that are held until they are handed on.
  private static let share = 256

  private let count: Int
  private let openings: [Opening]
  private let layout: ListLayout
  private let surface: Surface
  private let threads: Int
  private let make: @Sendable (Range<Int>) -> [ReminderRow]
  /// By share; nil where they are made again.
  private let kept: [[ReminderRow]]?

  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - openings: in the order of their rows.
  ///   - lead: the first column of the titles.
  ///   - threads: what helps the calling thread.
  ///   - make: makes some of the rows; called on any thread.
  init(
    _ count: Int, below openings: [Opening], lead: Int, _ surface: Surface, threads: Int,
    rows make: @escaping @Sendable (Range<Int>) -> [ReminderRow]
  ) {
    (self.count, self.openings, self.surface) = (count, openings, surface)
    (self.threads, self.make) = (threads, make)
    let isKept = count <= Self.mostKept
    let measured = OrderedPipeline.map(0..<count, atATime: Self.share, threads: threads) { range in
      let rows = make(range)
      return (widths: RowWidths(rows), rows: isKept ? rows : [])
    }
    kept = isKept ? measured.map(\.rows) : nil
    layout = ListLayout(
      measured.reduce(RowWidths()) { $0.joined($1.widths) }, lead: lead, width: surface.width)
  }

  /// Hands on what is made of the lines, piece by piece.
  ///
  /// - Parameter add: adds lines, those of a reminder or of what stands before it, to a piece; called on any thread.
  func write<Piece: RangeReplaceableCollection & Sendable, E: Error>(
    as add: @escaping @Sendable (inout Piece, [StyledLine]) -> Void, _ put: (Piece) throws(E) -> Void
  ) throws(E) {
    try OrderedPipeline.run(0..<count, atATime: Self.share, threads: threads) { range -> Piece in
      var piece = Piece()
      var next = openings.firstIndex { $0.row >= range.lowerBound } ?? openings.count
      for (offset, row) in (kept?[range.lowerBound / Self.share] ?? make(range)).enumerated() {
        while next < openings.count, openings[next].row <= range.lowerBound + offset {
          add(&piece, openings[next].lines)
          next += 1
        }
        add(&piece, layout.lines(row, surface))
      }
      return piece
    } consume: { piece throws(E) in
      try put(piece)
    }
    var end = Piece()
    for opening in openings where opening.row >= count { add(&end, opening.lines) }
    if !end.isEmpty { try put(end) }
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
