/// Where the columns of a list stand, decided once for the whole view so that they align from list to list.
///
/// From wide to narrow: title, date, absolute date and extras in columns of their own; extras behind the title; no
/// absolute date; the date among the extras. A column is as wide as it must be, so that a wide terminal does not
/// tear a reminder and its date apart.
struct ListLayout: Sendable, Hashable {
  enum Shape: Sendable, Hashable { case columns, inline, stacked }

  let shape: Shape
  /// The title's first column.
  let lead: Int
  /// The width of the title, with extras if inline or stacked.
  let title: Int
  /// The width of the date; 0 where it has no column.
  let date: Int
  /// The width of the absolute date; 0 where it has no column.
  let absolute: Int
  /// The width of the extras' column; 0 where they have none, and nil where it has no limit.
  let extras: Int?

  static let gap = 2
  /// A longer title does not push the dates of the others away: it is wrapped, or in a pipe overhangs.
  private static let longTitle = 64
  private static let longInline = 72
  private static let longExtras = 40
  /// What a title needs beside a date; where there is less, the date stands below it.
  private static let leastTitle = 30

  /// Whether there is room for dates beside the words for them.
  static func hasAbsoluteDates(_ width: Int?) -> Bool { width.map { $0 >= 100 } ?? true }

  init(_ rows: [ReminderRow], lead: Int, width: Int?) {
    self.lead = lead
    let dateCells = rows.reduce(0) { max($0, $1.date?.cells ?? 0) }
    let absoluteCells =
      Self.hasAbsoluteDates(width) ? rows.reduce(0) { max($0, TextWidth.cells($1.absolute ?? "")) } : 0
    let titleCells = rows.reduce(0) { max($0, min($1.titleCells, Self.longTitle)) }
    guard let width else {
      (shape, title, date, absolute, extras) = (.columns, titleCells, dateCells, absoluteCells, nil)
      return
    }
    func column(_ cells: Int) -> Int { cells > 0 ? cells + Self.gap : 0 }
    let extrasCells = rows.reduce(0) { max($0, $1.extrasCells) }
    let room = width - lead
    let roomBesideDates = room - column(dateCells) - column(absoluteCells)

    // In a column of their own where they need not be broken; behind the titles they need fewer lines otherwise.
    if extrasCells > 0, roomBesideDates >= titleCells + column(min(extrasCells, Self.longExtras)) {
      (shape, title, date, absolute) = (.columns, titleCells, dateCells, absoluteCells)
      extras = roomBesideDates - titleCells - Self.gap
      return
    }
    let inlineCells = rows.reduce(0) { cells, row in
      max(cells, row.titleCells + (row.extrasCells > 0 ? row.extrasCells + Self.gap : 0))
    }
    let needed = min(inlineCells, Self.longInline)
    extras = 0
    if roomBesideDates >= min(needed, Self.leastTitle) {
      (shape, title, date, absolute) = (.inline, min(needed, roomBesideDates), dateCells, absoluteCells)
    } else {
      (shape, title, date, absolute) = (.stacked, max(8, room), 0, 0)
    }
  }
}
