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
  private static let mediumTitle = 36
  private static let mediumExtras = 24
  private static let inlineTitle = 44
  private static let leastTitle = 30

  init(_ rows: [ReminderRow], lead: Int, width: Int?) {
    self.lead = lead
    let dateCells = rows.reduce(0) { max($0, $1.date?.cells ?? 0) }
    let absoluteCells = rows.reduce(0) { max($0, TextWidth.cells($1.absolute ?? "")) }
    let titleCells = rows.reduce(0) { max($0, min($1.titleCells, Self.longTitle)) }
    guard let width else {
      (shape, title, date, absolute, extras) = (.columns, titleCells, dateCells, absoluteCells, nil)
      return
    }
    func column(_ cells: Int) -> Int { cells > 0 ? cells + Self.gap : 0 }
    let extrasCells = rows.reduce(0) { max($0, $1.extrasCells) }
    let room = width - lead
    let roomBesideDates = room - column(dateCells) - column(absoluteCells)

    let least = min(titleCells, Self.mediumTitle) + column(min(extrasCells, Self.mediumExtras))
    if extrasCells > 0, roomBesideDates >= least {
      // The titles first, the extras take the rest.
      let title = min(titleCells, roomBesideDates - column(min(extrasCells, Self.mediumExtras)))
      self.title = title
      extras = roomBesideDates - title - Self.gap
      (shape, date, absolute) = (.columns, dateCells, absoluteCells)
      return
    }
    let inlineCells = rows.reduce(0) { cells, row in
      max(cells, row.titleCells + (row.extrasCells > 0 ? row.extrasCells + Self.gap : 0))
    }
    let needed = min(inlineCells, Self.longTitle + Self.mediumExtras)
    extras = 0
    if roomBesideDates >= min(needed, Self.inlineTitle) {
      (shape, title, date) = (.inline, min(needed, roomBesideDates), dateCells)
      absolute = absoluteCells
    } else if room - column(dateCells) >= min(needed, Self.leastTitle) {
      (shape, title, date, absolute) = (.inline, min(needed, room - column(dateCells)), dateCells, 0)
    } else {
      (shape, title, date, absolute) = (.stacked, max(8, room), 0, 0)
    }
  }
}
