internal import Listo

/// `listo formats FORMAT`: one format, its options and what it holds.
struct FormatView {
  private let format: Format
  private let surface: Surface

  init(_ format: Format, _ surface: Surface) { (self.format, self.surface) = (format, surface) }

  var lines: [StyledLine] {
    let ways = [format.canRead ? "read" : nil, format.canWrite ? "written" : nil].compactMap(\.self)
    var title = StyledLine([StyledText(format.title, .title)])
    title.append("  ")
    title.append(format.extensions.map { "." + $0 }.joined(separator: " "))
    var lines = [title, StyledLine()]
    lines += aligned(
      [("name", format.name)]
        + (format.aliases.isEmpty ? [] : [("aliases", format.aliases.joined(separator: " "))])
        + [("use", ways.joined(separator: ", ")), ("holds", format.holds)], .dim)
    if !format.options.isEmpty {
      lines += heading("options, written after plus signs")
      lines += aligned(format.options.map { ("\(format.name)+\($0.form)", $0.summary) }, .plain)
    }
    if !format.columns.isEmpty {
      lines += heading("columns; without --columns, all except the last are written")
      lines += AlignedRows.lines(
        StyledText(format.columns.joined(separator: ", ")), behind: StyledLine(), at: 2, surface)
    }
    lines += heading("fields and other data of calendars")
    return lines + aligned(format.capabilities.words.map { ($0.name, $0.fidelity) }, .plain)
  }

  private func heading(_ text: String) -> [StyledLine] {
    [StyledLine()]
      + Wrapping.lines(text, width: surface.width, .bold, surface.glyphs) + [StyledLine()]
  }

  private func aligned(_ rows: [(String, String)], _ style: Style) -> [StyledLine] {
    AlignedRows.lines(rows.map { [StyledText($0, style), StyledText($1)] }, surface, indent: 2)
  }
}
