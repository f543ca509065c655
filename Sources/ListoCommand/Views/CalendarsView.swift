internal import Listo

/// `listo calendars`: sources and their lists, with counts and identifiers.
struct CalendarsView: Sendable {
  let catalog: Catalog
  let context: ViewContext
  let surface: Surface

  private struct Row {
    var node: Catalog.ListNode
    var title: String
    var counts: ReminderCounts
    var identifier: String
    var others: String
  }

  /// A column of counts: its name, what it counts, how it looks where that is not none.
  private struct Column {
    let name: String
    let count: @Sendable (ReminderCounts) -> Int
    let style: Style
  }

  private static let columns = [
    Column(name: "open", count: { $0.open }, style: .plain),
    Column(name: "overdue", count: { $0.overdue }, style: .overdue),
    Column(name: "done", count: { $0.done }, style: .dim),
    Column(name: "cancelled", count: { $0.cancelled }, style: .dim),
  ]

  func text() -> String { surface.text(lines()) }

  /// - Complexity: linear in the catalog's reminders.
  func lines() -> [StyledLine] {
    let glyphs = surface.glyphs
    let rows = catalog.sources.map { source in source.listOrder.map { row(source.lists[$0]) } }
    let all = rows.joined()
    guard !all.isEmpty else { return [StyledLine([StyledText("No calendars.", .dim)])] }
    let columns = Self.columns.filter { column in
      column.name == "open" || all.contains { column.count($0.counts) > 0 }
    }
    let counts = columns.reduce(0) { $0 + 2 + $1.name.count }
    let longest = all.reduce(4) { max($0, TextWidth.cells($1.title)) }
    let lead = 4
    let titleWidth: Int
    if let width = surface.width {
      titleWidth = max(8, min(longest, width - lead - counts))
    } else {
      titleWidth = longest
    }
    let others = all.reduce(0) { max($0, TextWidth.cells($1.others)) }
    let identifiers = all.reduce(0) { max($0, TextWidth.cells($1.identifier)) }
    let place = lead + titleWidth + counts + 2
    let isOneLine = surface.width.map { place + identifiers + (others > 0 ? others + 2 : 0) <= $0 } ?? true

    var lines = [header(columns, titleWidth, isOneLine: isOneLine, identifiers, hasOthers: others > 0)]
    for (source, rows) in zip(catalog.sources, rows) {
      lines.append(StyledLine())
      lines += heading(source)
      for row in rows {
        var line = StyledLine([StyledText("  ")])
        line.append(glyphs.listDot, .list(row.node.list.color))
        line.append(" ")
        line.append(row.title.truncated(toCells: titleWidth, ellipsis: glyphs.ellipsis), .bold)
        line.pad(to: lead + titleWidth)
        for column in columns {
          let count = column.count(row.counts)
          line.append("  ")
          line.append(
            (count == 0 ? glyphs.none : "\(count)").padded(toCells: column.name.count, alignedRight: true),
            count == 0 ? .dim : column.style)
        }
        if isOneLine {
          line.append("  ")
          line.append(row.identifier)
          if !row.others.isEmpty {
            line.pad(to: place + identifiers + 2)
            line.append(row.others, .dim)
          }
          lines.append(line)
        } else {
          lines.append(line)
          for text in [row.identifier, row.others] where !text.isEmpty {
            lines.append(indented(text, by: lead, .dim))
          }
        }
      }
    }
    return lines
  }

  private func heading(_ source: Catalog.SourceNode) -> [StyledLine] {
    let title = Visible.line(source.source.title, surface.glyphs)
    let place = Visible.line(source.source.place, surface.glyphs)
    var line = StyledLine([StyledText(title, .title)])
    let fits = surface.width.map { line.cells + 2 + TextWidth.cells(place) <= $0 } ?? true
    if fits {
      line.append("  ")
      line.append(place, .dim)
      return [line]
    }
    return [line.truncated(toCells: surface.width, surface.glyphs), indented(place, by: 2, .dim)]
  }

  private func header(
    _ columns: [Column], _ titleWidth: Int, isOneLine: Bool, _ identifiers: Int, hasOthers: Bool
  ) -> StyledLine {
    var text = "    " + "list".padded(toCells: titleWidth)
    for column in columns { text += "  " + column.name }
    if isOneLine {
      text += "  " + (hasOthers ? "identifier".padded(toCells: identifiers) : "identifier")
      if hasOthers { text += "  also" }
    }
    return StyledLine([StyledText(text, .dim)])
  }

  /// Never cut nor broken, whatever the width: an identifier is of use only in full, and is copied from here.
  private func indented(_ text: String, by indent: Int, _ style: Style) -> StyledLine {
    StyledLine([StyledText(String(repeating: " ", count: indent)), StyledText(text, style)])
  }

  private func row(_ node: Catalog.ListNode) -> Row {
    var title = Visible.line(node.list.title, surface.glyphs)
    if title.isEmpty { title = "(untitled)" }
    var identifier = Visible.line(node.list.identifier, surface.glyphs)
    if let holder = node.identifier.list?.holder, holder > 1 { identifier += "~\(holder)" }
    let omitted = node.omitted?.counts ?? ReminderCounts()
    return Row(
      node: node, title: title, counts: ReminderCounts(node.reminders, context) + omitted,
      identifier: identifier,
      others: node.othersInWords.joined(separator: ", "))
  }
}
