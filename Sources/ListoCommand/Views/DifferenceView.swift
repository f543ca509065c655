internal import Listo

/// `listo diff` for people: what differs, by list.
struct DifferenceView: Sendable {
  let difference: CatalogDifference
  let surface: Surface
  /// The style of dates.
  var dates = DateStyle()

  private var rows: DifferenceRows { DifferenceRows(surface: surface, dates: dates) }

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
    heading(list) + rows.lines(list.fields.map(rows.row), indent: DifferenceRows.itemIndent + 2)
  }

  private func lines(_ item: ItemDifference) -> [StyledLine] {
    heading(item) + rows.lines(item.fields.map(rows.row), indent: DifferenceRows.fieldIndent)
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
    var words = rows.title(node.list.title)
    if let source = source(list) {
      words.append(Word("in \(Visible.line(source, surface.glyphs))", .dim))
    }
    if old == nil { words.append(Word("a new list", DifferenceRows.added, space: 2)) }
    if new == nil { words.append(Word("this list is gone", DifferenceRows.removed, space: 2)) }
    return rows.heading(words, color: node.list.color)
  }

  /// Where there are several sources, which one the list is in.
  private func source(_ list: CatalogDifference.ListChanges) -> String? {
    let (catalog, path) = list.new != nil ? (difference.new, list.new) : (difference.old, list.old)
    guard catalog.sources.count > 1, let path else { return nil }
    return catalog.sources[path.source].source.title
  }

  private func heading(_ item: ItemDifference) -> [StyledLine] {
    rows.heading(
      item.kind, item.title ?? "", component: item.component?.name,
      occurrence: item.component?.first(.recurrenceID).map(FieldDifference.text),
      from: item.oldList.flatMap(difference.old.list(at:))?.list.title)
  }
}
