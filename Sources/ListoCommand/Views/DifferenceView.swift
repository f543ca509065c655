internal import Listo

/// `listo diff` for people: what differs, by list.
struct DifferenceView: Sendable {
  let difference: CatalogDifference
  let surface: Surface

  private static let itemIndent = 2
  private static let fieldIndent = 6

  /// Hands the text on, piece by piece, in UTF-8; nothing where nothing differs.
  func write<E: Error>(_ put: ([UInt8]) throws(E) -> Void) throws(E) {
    for (number, list) in difference.lists.enumerated() {
      try put(text((number == 0 ? [] : [StyledLine()]) + opening(list)))
      try RowPieces.write(list.items.count, as: { text(list.items[$0].flatMap(lines)) }, put)
    }
    guard !difference.lists.isEmpty else { return }
    try put(text([StyledLine(), StyledLine([StyledText(summary, .dim)])]))
  }

  private func text(_ lines: [StyledLine]) -> [UInt8] {
    var text: [UInt8] = []
    surface.write(lines, to: &text)
    return text
  }

  /// A list, and what is different in what it says of itself.
  private func opening(_ list: CatalogDifference.ListChanges) -> [StyledLine] {
    heading(list) + set(list.fields.map(DifferenceRows(surface: surface).row), indent: Self.itemIndent + 2)
  }

  private func lines(_ item: ItemDifference) -> [StyledLine] {
    heading(item) + set(item.fields.map(DifferenceRows(surface: surface).row), indent: Self.fieldIndent)
  }

  /// `1 added, 2 changed`; of lists, those that only one side has or that say something else of themselves.
  private var summary: String {
    let counts = difference.counts
    var words = ItemDifference.Kind.allCases.compactMap { kind in
      counts[kind].map { "\($0) \(kind.rawValue)" }
    }
    let lists = difference.lists.filter { $0.old == nil || $0.new == nil || !$0.fields.isEmpty }.count
    if lists > 0 { words.append("\(RelativeDate.count(lists, "list")) changed") }
    return words.joined(separator: ", ")
  }

  // MARK: Headings

  private func heading(_ list: CatalogDifference.ListChanges) -> [StyledLine] {
    let (old, new) = (list.old.flatMap(difference.old.list(at:)), list.new.flatMap(difference.new.list(at:)))
    guard let node = new ?? old else { return [] }
    var words = Wrapping.phrase(Visible.line(node.list.title, surface.glyphs), .bold)
    if words.isEmpty { words = [Word("(untitled)", .missing)] }
    if let source = source(list) {
      words.append(Word("in \(Visible.line(source, surface.glyphs))", .dim))
    }
    if old == nil { words.append(Word("a new list", DifferenceRows.added, space: 2)) }
    if new == nil { words.append(Word("this list is gone", DifferenceRows.removed, space: 2)) }
    var line = StyledLine([StyledText(surface.glyphs.listDot, .list(node.list.color)), StyledText(" ")])
    let lead = line.cells
    return wrapped(words, lead: lead).enumerated().map { index, text in
      if index > 0 { line = StyledLine([StyledText(String(repeating: " ", count: lead))]) }
      line.append(text)
      return line
    }
  }

  /// Where there are several sources, which one the list is in.
  private func source(_ list: CatalogDifference.ListChanges) -> String? {
    let (catalog, path) = list.new != nil ? (difference.new, list.new) : (difference.old, list.old)
    guard catalog.sources.count > 1, let path else { return nil }
    return catalog.sources[path.source].source.title
  }

  private func heading(_ item: ItemDifference) -> [StyledLine] {
    let (sign, style) = DifferenceRows.sign(item.kind)
    var words = Wrapping.phrase(Visible.line(item.title ?? "", surface.glyphs), .bold)
    if words.isEmpty { words = [Word("(untitled)", .missing)] }
    if let component = item.component {
      if component.kind != .vtodo { words.append(Word(Self.kind(component), .dim, space: 2)) }
      if let occurrence = component.first(.recurrenceID) {
        words.append(
          Word("only \(Visible.line(FieldDifference.text(of: occurrence), surface.glyphs))", .dim, space: 2))
      }
    }
    if let from = item.oldList.flatMap(difference.old.list(at:)) {
      words.append(Word("from \(Visible.line(from.list.title, surface.glyphs))", .dim, space: 2))
    }
    let lead = Self.itemIndent + 2
    return wrapped(words, lead: lead).enumerated().map { index, text in
      var line = StyledLine()
      line.reserveCapacity()
      line.append(blanks: index == 0 ? Self.itemIndent : lead)
      if index == 0 {
        line.append(sign, style)
        line.append(" ")
      }
      line.append(text)
      return line
    }
  }

  /// `event`, `journal`, the name of another component.
  static func kind(_ component: Component) -> String {
    switch component.kind {
    case .vevent: "event"
    case .vjournal: "journal"
    case .valarm: "alarm"
    default: Visible.line(component.name)
    }
  }

  private func wrapped(_ words: [Word], lead: Int) -> [StyledLine] {
    guard let width = surface.width else { return [Wrapping.line(words)] }
    return Wrapping.lines(words, width: max(8, width - lead), surface.glyphs)
  }

  // MARK: Rows

  /// Labels beside their lines.
  private func set(_ rows: [DifferenceRows.Row], indent: Int) -> [StyledLine] {
    let labelWidth = min(24, rows.reduce(0) { max($0, TextWidth.cells($1.label)) })
    let column = indent + labelWidth + 2
    return rows.flatMap { row -> [StyledLine] in
      let room = surface.width.map { max(16, $0 - column) }
      return row.lines(room, surface.glyphs).enumerated().map { index, text in
        var line = StyledLine()
        line.reserveCapacity()
        line.append(blanks: indent)
        if index == 0 { line.append(row.label, .dim) }
        if index == 0, line.cells > column - 2 { line.append("  ") }
        line.pad(to: column)
        line.append(text)
        return line
      }
    }
  }
}
