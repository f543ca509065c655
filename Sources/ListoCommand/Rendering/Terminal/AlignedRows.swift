internal import Listo

/// Rows with their columns below each other, the last column in as many lines as it needs; where too little
/// room is left for it, it is below the others.
enum AlignedRows {
  /// The cells that the last column needs at least.
  private static let least = 24

  /// - Parameter indent: of all lines.
  static func lines(_ rows: [[StyledText]], _ surface: Surface, indent: Int = 0) -> [StyledLine] {
    let widths = (rows.first ?? []).dropLast().indices.map { column in
      rows.map(\.[column].cells).max() ?? 0
    }
    let lead = widths.reduce(indent) { $0 + $1 + 2 }
    if let width = surface.width, width - lead < least { return stacked(rows, surface, indent) }
    return rows.flatMap { row -> [StyledLine] in
      var line = StyledLine()
      var column = indent
      for (cell, width) in zip(row.dropLast(), widths) {
        line.pad(to: column)
        line.append(cell)
        column += width + 2
      }
      return lines(row[row.count - 1], behind: line, at: lead, surface)
    }
  }

  private static func stacked(_ rows: [[StyledText]], _ surface: Surface, _ indent: Int) -> [StyledLine] {
    rows.flatMap { row -> [StyledLine] in
      var head = StyledLine()
      head.append(blanks: indent)
      for cell in row.dropLast() where cell.cells > 0 {
        if head.cells > indent { head.append("  ") }
        head.append(cell)
      }
      return Wrapping.lines(head, surface, indent: indent + 4)
        + lines(row[row.count - 1], behind: StyledLine(), at: indent + 6, surface)
    }
  }

  /// A text in one style, its lines below each other; none for no text behind nothing.
  static func lines(
    _ text: StyledText, behind head: StyledLine, at column: Int, _ surface: Surface
  ) -> [StyledLine] {
    guard text.cells > 0 else { return head.cells > 0 ? [head] : [] }
    let room = surface.width.map { max(8, $0 - column) }
    return Wrapping.lines(text.text, width: room, text.style, surface.glyphs).enumerated().map {
      index, part in
      var line = index == 0 ? head : StyledLine()
      line.pad(to: column)
      line.append(part)
      return line
    }
  }
}
