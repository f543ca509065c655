/// Where the columns of a list stand, decided once for the whole view so that they align from list to list.
///
/// From wide to narrow: title, date, absolute date and extras in columns of their own; extras behind the
/// title; no absolute date; the date among the extras. A column is as wide as it must be, so that a wide
/// terminal does not tear a reminder and its date apart.
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
  /// The indentation before the mark.
  static let indent = "  "
  /// A longer title does not push the dates of the others away: it is wrapped, or in a pipe overhangs.
  private static let longTitle = 64
  private static let longInline = 72
  private static let longExtras = 40
  /// The width that a title needs beside a date, in cells; where there is less, the date is below the title.
  private static let leastTitle = 30

  /// Whether there is room for dates beside the words for them.
  static func hasAbsoluteDates(_ width: Int?) -> Bool { width.map { $0 >= 100 } ?? true }

  init(_ rows: RowWidths, lead: Int, width: Int?) {
    self.lead = lead
    let (dateCells, extrasCells) = (rows.date, rows.extras)
    let absoluteCells = Self.hasAbsoluteDates(width) ? rows.absolute : 0
    let titleCells = min(rows.title, Self.longTitle)
    guard let width else {
      (shape, title, date, absolute, extras) = (.columns, titleCells, dateCells, absoluteCells, nil)
      return
    }
    func column(_ cells: Int) -> Int { cells > 0 ? cells + Self.gap : 0 }
    let room = width - lead
    let roomBesideDates = room - column(dateCells) - column(absoluteCells)

    // In a column of their own where they need not be broken; behind the titles they need fewer lines
    // otherwise.
    if extrasCells > 0, roomBesideDates >= titleCells + column(min(extrasCells, Self.longExtras)) {
      (shape, title, date, absolute) = (.columns, titleCells, dateCells, absoluteCells)
      extras = roomBesideDates - titleCells - Self.gap
      return
    }
    let needed = min(rows.inline, Self.longInline)
    extras = 0
    if roomBesideDates >= min(needed, Self.leastTitle) {
      (shape, title, date, absolute) = (.inline, min(needed, roomBesideDates), dateCells, absoluteCells)
    } else {
      (shape, title, date, absolute) = (.stacked, max(8, room), 0, 0)
    }
  }
}

/// How wide the widest of some rows are, piece by piece: all that a layout asks of them.
struct RowWidths: Sendable, Hashable {
  private(set) var date = 0
  private(set) var absolute = 0
  private(set) var title = 0
  private(set) var extras = 0
  /// Titles with the extras behind them.
  private(set) var inline = 0

  init() {}

  init(date: Int, absolute: Int, title: Int, extras: Int) {
    (self.date, self.absolute, self.title, self.extras) = (date, absolute, title, extras)
    inline = title + (extras > 0 ? extras + ListLayout.gap : 0)
  }

  /// The widths of the rows of both.
  func joined(_ other: RowWidths) -> RowWidths {
    var joint = self
    joint.date = max(date, other.date)
    joint.absolute = max(absolute, other.absolute)
    joint.title = max(title, other.title)
    joint.extras = max(extras, other.extras)
    joint.inline = max(inline, other.inline)
    return joint
  }
}

extension ListLayout {
  /// How many lines a title and what stands behind it may take on a terminal.
  private static let mostLines = 3

  /// A reminder, in as many lines as it needs.
  func lines(_ row: ReminderRow, _ surface: Surface) -> [StyledLine] {
    var left = row.title
    var right: [Word] = []
    switch shape {
    case .columns: right = row.extras
    case .inline: left += row.extras
    case .stacked: break
    }
    let width = max(8, title - TextWidth.cells(row.guides))
    let wrapped = Wrapping.lines(left, width: width, limit: Self.mostLines, surface.glyphs)
    let titleLines =
      shape == .stacked ? wrapped.continued(stacked(row), width: width, surface.glyphs) : wrapped
    let extraLines = Wrapping.lines(
      right, width: max(8, extras ?? .max), limit: Self.mostLines, surface.glyphs)
    return (0..<max(titleLines.count, extraLines.count)).map { index in
      var line = StyledLine()
      if index == 0 {
        appendMark(row, surface.glyphs, to: &line)
      } else {
        line.pad(to: lead)
        line.append(row.furtherGuides, .dim)
      }
      if index < titleLines.count { line.append(titleLines[index]) }
      if index == 0 { appendDates(row, to: &line) }
      if shape == .columns, index < extraLines.count, extraLines[index].cells > 0 {
        padToExtras(&line)
        line.append(extraLines[index])
      }
      return line
    }
  }

  /// Appends the part of a line before the title.
  private func appendMark(_ row: ReminderRow, _ glyphs: Glyphs, to line: inout StyledLine) {
    line.reserveCapacity()
    if row.isSelected { line.append(glyphs.pointer, .bold) }
    line.pad(to: Self.indent.utf8.count)
    line.append(row.mark)
    line.append(blanks: 1)
    line.append(row.name, .dim)
    line.pad(to: lead)
    line.append(row.guides, .dim)
  }

  private func padToExtras(_ line: inout StyledLine) {
    line.pad(to: lead + title + Self.column(date) + Self.column(absolute))
    line.append(blanks: Self.gap)
  }

  /// The words behind the title, or below it: the date first, which no long title may cut off.
  private func stacked(_ row: ReminderRow) -> [Word] {
    (row.date.map { [Word($0.text, $0.style, space: 2)] } ?? []) + row.extras
  }

  private func appendDates(_ row: ReminderRow, to line: inout StyledLine) {
    guard date > 0, let text = row.date else { return }
    line.pad(to: lead + title)
    line.append(blanks: Self.gap + date - text.cells)
    line.append(text)
    guard absolute > 0, let day = row.absolute else { return }
    line.append(blanks: Self.gap)
    line.append(day, .dim)
  }

  private static func column(_ cells: Int) -> Int { cells > 0 ? cells + gap : 0 }

  /// A reminder in one line, where there is no limit to its width.
  ///
  /// - Parameters:
  ///   - number: which of the rows it is.
  ///   - line: the line that it becomes.
  func set(_ number: Int, of rows: borrowing RowTexts, in line: inout StyledLine) {
    line.removeAll()
    let pieces = rows.pieces(of: number)
    let hasExtras = rows.extrasCells(pieces) > 0
    // Where its words begin, and of which part they are.
    var (start, current): (Int, RowTexts.Part?) = (0, nil)
    for piece in pieces {
      let part = rows.part(of: piece)
      switch part {
      case .pointer, .name: rows.append(piece, to: &line)
      case .mark:
        line.pad(to: Self.indent.utf8.count)
        rows.append(piece, to: &line)
        line.append(blanks: 1)
      case .guides:
        line.pad(to: lead)
        rows.append(piece, to: &line)
      case .furtherGuides: break
      case .title:
        if current != part { line.pad(to: lead) }
      case .date where date > 0:
        line.pad(to: lead + title)
        line.append(blanks: Self.gap + date - rows.cells(of: piece))
        rows.append(piece, to: &line)
      case .absolute where date > 0 && absolute > 0:
        line.append(blanks: Self.gap)
        rows.append(piece, to: &line)
      case .date, .absolute: break
      case .extras:
        if current != part, hasExtras { padToExtras(&line) }
      }
      if part == .title || part == .extras && hasExtras {
        if current != part { start = line.cells }
        rows.append(word: piece, to: &line, from: start)
      }
      current = part
    }
  }
}

extension [StyledLine] {
  /// With further words: behind the last line as far as they fit, then on no more than two lines of their
  /// own.
  fileprivate func continued(_ words: [Word], width: Int, _ glyphs: Glyphs) -> [StyledLine] {
    guard var last else { return self }
    var lines = self
    var rest = words.flatMap(\.parted)[...]
    while let word = rest.first, last.cells + word.space + word.cells <= width {
      Wrapping.add(word, word.space, to: &last)
      rest.removeFirst()
      lines[lines.count - 1] = last
    }
    guard !rest.isEmpty else { return lines }
    return lines + Wrapping.lines([Word](rest), width: width, limit: 2, glyphs)
  }
}
