internal import Listo

/// Reminders as a table of the columns that were asked for.
struct ColumnsView {
  let columns: [Template.Placeholder]
  let surface: Surface
  var values: ListingValues

  private static let gap = "  "
  private static let leastWidth = 8

  mutating func text(_ paths: [Catalog.IndexPath]) -> String { surface.text(lines(paths)) }

  /// - Complexity: linear in the reminders.
  mutating func lines(_ paths: [Catalog.IndexPath]) -> [StyledLine] {
    guard !paths.isEmpty else { return [StyledLine([StyledText("Nothing to show.", .dim)])] }
    var rows: [[String]] = []
    for path in paths {
      var row: [String] = []
      for column in columns {
        // People read a table: without another word a time is written as they would.
        let form = column.form ?? (column.name.forms.contains(.short) ? .short : nil)
        row.append(values.text(column.name, form, of: path))
      }
      rows.append(row)
    }
    let titles = columns.map(\.title)
    let widths = widths(rows, titles)
    var lines = [line(titles, widths, { _ in .dim })]
    for (path, row) in zip(paths, rows) {
      let reminder = values.catalog.reminder(at: path)
      let isOpen = reminder?.isOpen ?? true
      let isOverdue = reminder?.isOverdue(in: values.dates.context) ?? false
      lines.append(
        line(row, widths) { index in
          switch columns[index].name {
          case .id: .dim
          case .field(.due) where isOverdue: .overdue
          default: isOpen ? .plain : .dim
          }
        })
    }
    return lines
  }

  private func line(_ cells: [String], _ widths: [Int], _ style: (Int) -> Style) -> StyledLine {
    var line = StyledLine()
    for (index, cell) in cells.enumerated() {
      if index > 0 { line.append(Self.gap) }
      let right = columns[index].width == nil ? columns[index].name.isNumber : columns[index].isAlignedRight
      let text = cell.truncated(toCells: widths[index], ellipsis: surface.glyphs.ellipsis)
      if right { line.append(text.padded(toCells: widths[index], alignedRight: true), style(index)) }
      if !right { line.append(text, style(index)) }
      if !right, index < cells.count - 1 {
        line.append(String(repeating: " ", count: widths[index] - TextWidth.cells(text)))
      }
    }
    return line
  }

  /// As wide as what stands in them; where the terminal is narrower, the widest give way.
  private func widths(_ rows: [[String]], _ titles: [String]) -> [Int] {
    var widths = columns.indices.map { index in
      columns[index].width
        ?? rows.reduce(TextWidth.cells(titles[index])) { max($0, TextWidth.cells($1[index])) }
    }
    guard let width = surface.width else { return widths }
    var excess = widths.reduce(0, +) + (widths.count - 1) * Self.gap.count - width
    while excess > 0 {
      let free = widths.indices.filter { columns[$0].width == nil && widths[$0] > Self.leastWidth }
      guard let widest = free.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}

extension Template.Placeholder {
  /// The heading of its column.
  fileprivate var title: String {
    switch name {
    case .field(let id): id.rawValue
    case .mark: ""
    default: ListingName.own.first { $0.value == name }?.name ?? ""
    }
  }
}
