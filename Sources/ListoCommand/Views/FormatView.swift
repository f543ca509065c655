internal import Listo

/// `listo formats FORMAT`: one format, its options and what it holds.
struct FormatView {
  private let format: Format
  private let surface: Surface

  init(_ format: Format, _ surface: Surface) { (self.format, self.surface) = (format, surface) }

  var text: String {
    let ways = [format.canRead ? "read" : nil, format.canWrite ? "written" : nil].compactMap(\.self)
    var text = "\(format.title)  \(format.extensions.map { "." + $0 }.joined(separator: " "))\n\n"
    text += Self.aligned(
      [["  name", format.name]]
        + (format.aliases.isEmpty ? [] : [["  aliases", format.aliases.joined(separator: " ")]]) + [
          ["  use", ways.joined(separator: ", ")], ["  holds", format.holds],
        ], surface)
    if !format.options.isEmpty {
      text += "\noptions, written after plus signs\n\n"
      text += Self.aligned(format.options.map { ["  \(format.name)+\($0.form)", $0.summary] }, surface)
    }
    if !format.columns.isEmpty {
      let heading = "columns; without --columns, all except the last are written"
      text += "\n" + Self.lines("", heading, indent: 0, surface) + "\n"
      text += Self.lines("  ", format.columns.joined(separator: ", "), indent: 2, surface)
    }
    text += "\nfields and other data of calendars\n\n"
    return text
      + Self.aligned(format.capabilities.words.map { ["  " + $0.name, $0.fidelity] }, surface)
  }

  /// Rows with their columns below each other, the last column in as many lines as it needs; where too little
  /// room is left for it, it stands below the others.
  static func aligned(_ rows: [[String]], _ surface: Surface) -> String {
    let widths = (rows.first ?? []).dropLast().indices.map { column in
      rows.map { TextWidth.cells($0[column]) }.max() ?? 0
    }
    let indent = widths.reduce(0) { $0 + $1 + 2 }
    guard let width = surface.width, width - indent < least else {
      return rows.map { row in
        let cells = zip(row.dropLast(), widths).map { $0.padded(toCells: $1) + "  " }.joined()
        return lines(cells, row[row.count - 1], indent: indent, surface)
      }.joined()
    }
    return rows.map { row in
      let head = row.dropLast().map { $0 + "  " }.joined()
      return Wrapping.lines(head, width: width, .plain, surface.glyphs).map { $0.rendered(.none) }.joined(
        separator: "\n") + "\n"
        + lines("      ", row[row.count - 1], indent: 6, surface)
    }.joined()
  }

  /// The cells that the last column needs at least.
  private static let least = 24

  private static func lines(_ head: String, _ text: String, indent: Int, _ surface: Surface) -> String {
    let lines = Wrapping.lines(text, width: surface.width.map { $0 - indent }, .plain, surface.glyphs).map {
      $0.rendered(.none)
    }
    return head + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
  }
}
