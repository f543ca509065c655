internal import Listo
internal import Platform

/// `listo list`: reminders by source and list.
struct ListView: Sendable {
  /// What becomes of reminders that are done or cancelled.
  enum Finished: Sendable { case counted, shown, only }

  let catalog: Catalog
  let names: ShortNames
  let context: ViewContext
  let surface: Surface
  /// The reminders to show; nil for all. Lists and sources without any are then left out.
  var selected: Set<Catalog.IndexPath>?
  /// Of these the ones that a limit lets through; nil for all.
  var shown: Set<Catalog.IndexPath>?
  var finished = Finished.counted
  var order = SortOrder.natural
  /// How many threads lay out rows, beside the calling one.
  var threads = 0

  /// Every list shows its running numbers.
  var numbers = false
  /// The reminder that was selected.
  var selection: Catalog.IndexPath?
  /// What occurrences were made of: they say how it repeats.
  var original: Catalog?

  /// The view, one line after the other; each ends in a line feed.
  func text() -> String {
    var text = ""
    write { text += $0 }
    return text
  }

  private struct Section {
    var node: Catalog.ListNode
    var counts: ReminderCounts
    /// How many there are besides those of `counts`.
    var unselected: Int
    /// What stands in it, in order.
    var entries: [ReminderTree.Entry]
    var numbers: ReminderNumbers?
    var source: Int
    var list: Int
  }

  /// All lines at once.
  func lines() -> [StyledLine] {
    var lines: [StyledLine] = []
    write(as: { $0 }, { lines += $0.joined() })
    return lines
  }

  /// Hands the text on, piece by piece.
  ///
  /// - Complexity: O(n log n) in the catalog's reminders; of the text no more than a piece is held at a time.
  func write<E: Error>(_ put: (String) throws(E) -> Void) throws(E) {
    let surface = surface
    try write(as: { surface.text($0) }, { texts throws(E) in try put(texts.joined()) })
  }

  /// So many rows are kept from when they are measured until they are laid out: of more, each takes as much memory as the reminder itself,
  /// and is made again.
  private static let mostKept = 1 << 16
  /// Rows that are laid out at a time.
  private static let piece = 1 << 13

  /// Hands on what is made of the lines, piece by piece.
  ///
  /// - Parameter make: makes something of some lines, those of a reminder or a heading; called on any thread.
  private func write<T: Sendable, E: Error>(
    as make: @escaping @Sendable ([StyledLine]) -> T, _ put: ([T]) throws(E) -> Void
  ) throws(E) {
    let sources = catalog.sources.indices.map { source in
      catalog.sources[source].lists.indices.compactMap { section(source, $0) }
    }
    let nameWidth = catalog.reminderPaths.first.flatMap(catalog.modelIdentifier(at:)).map {
      names.name(of: $0).count
    }
    let lead = 2 + surface.glyphs.markWidth + 1 + (nameWidth ?? 0) + 2
    let rows = Rows(of: self, sources.joined())
    let layout = ListLayout(rows.widths, lead: lead, width: surface.width)
    var isEmpty = true
    for (index, sections) in sources.enumerated() where !sections.isEmpty || showsEmpty {
      if !isEmpty { try put([make([StyledLine()])]) }
      isEmpty = false
      try put([make([heading(catalog.sources[index], sections.count)])])
      for section in sections {
        try put([make([StyledLine()] + heading(section))])
        for first in stride(from: 0, to: section.entries.count, by: Self.piece) {
          let piece = rows.rows(of: section, first..<min(first + Self.piece, section.entries.count))
          let surface = surface
          try put(OrderedPipeline.map(piece, threads: threads) { make(layout.lines($0, surface)) })
        }
      }
    }
    if isEmpty { try put([make([StyledLine([StyledText("Nothing to show.", .dim)])])]) }
    if !isEmpty, surface.width != nil,
      let hint = hint(sources.joined().reduce(ReminderCounts()) { $0 + $1.counts })
    {
      try put([make([StyledLine(), hint])])
    }
  }

  /// The rows of all sections, kept where they are few.
  private struct Rows {
    private let view: ListView
    private var kept: [Catalog.IndexPath: [ReminderRow]]?
    private(set) var widths = RowWidths()

    init(of view: ListView, _ sections: some Sequence<Section>) {
      self.view = view
      let count = sections.reduce(0) { $0 + $1.entries.count }
      kept = count <= ListView.mostKept ? [:] : nil
      for section in sections {
        guard kept == nil else {
          let rows = view.rows(of: section, section.entries[...])
          widths = widths.joined(RowWidths(rows))
          kept?[Self.place(section)] = rows
          continue
        }
        let measured = view.map(section.entries[...], of: section) { RowWidths($0) }
        widths = measured.reduce(widths) { $0.joined($1) }
      }
    }

    func rows(of section: Section, _ range: Range<Int>) -> [ReminderRow] {
      kept?[Self.place(section)].map { Array($0[range]) } ?? view.rows(of: section, section.entries[range])
    }

    private static func place(_ section: Section) -> Catalog.IndexPath {
      Catalog.IndexPath(source: section.source, list: section.list)
    }
  }

  private func rows(of section: Section, _ entries: ArraySlice<ReminderTree.Entry>) -> [ReminderRow] {
    map(entries, of: section) { $0 }
  }

  /// Makes rows, and something of each.
  private func map<T: Sendable>(
    _ entries: ArraySlice<ReminderTree.Entry>, of section: Section,
    _ transform: @escaping @Sendable (ReminderRow) -> T
  ) -> [T] {
    let (node, numbers) = (section.node, section.numbers)
    let dates = RelativeDate(context)
    let detail = ListLayout.hasAbsoluteDates(surface.width) ? RelativeDate.Detail.besideDate : .alone
    return OrderedPipeline.map(Array(entries), threads: threads) { entry in
      let path = Catalog.IndexPath(source: section.source, list: section.list, reminder: entry.index)
      return transform(
        ReminderRow(
          PlacedReminder(node.reminders[entry.index]),
          RowPlace(
            name: names.name(of: node.identifiers[entry.index]), number: numbers?[entry.index],
            hasMore: entry.hasMore, hiddenParent: entry.hiddenParent.flatMap { node.reminders[$0].title },
            rule: original?.rule(ofOccurrence: node.identifiers[entry.index]), color: node.list.color,
            isSelected: path == selection),
          dates: dates, detail: detail, surface: surface))
    }
  }

  // MARK: Headings

  private var showsEmpty: Bool { selected == nil && shown == nil }

  private func heading(_ node: Catalog.SourceNode, _ lists: Int) -> StyledLine {
    var line = StyledLine([StyledText(Visible.line(node.source.title, surface.glyphs), .title)])
    let all = node.lists.count
    line.append("  \(lists < all ? "\(lists) of " : "")\(RelativeDate.count(all, "list"))", .dim)
    return line.truncated(toCells: surface.width, surface.glyphs)
  }

  private func heading(_ section: Section) -> [StyledLine] {
    let glyphs = surface.glyphs
    var words = Wrapping.words(Visible.line(section.node.list.title, glyphs), .bold)
    if words.isEmpty { words = [Word("(untitled)", .missing)] }
    var counts = section.counts.words(glyphs)
    if shown != nil {
      counts.insert(Word("\(section.entries.count) shown of", .plain, space: 0), at: 0)
      if counts.count > 1 { counts[1].space = 1 }
    }
    var others = section.node.othersInWords
    if section.unselected > 0 { others.append("\(RelativeDate.count(section.unselected, "other")) left out") }
    for other in others {
      if !counts.isEmpty { counts.append(Word(glyphs.separator, .dim, space: 0)) }
      counts.append(Word(other, .dim))
    }
    if counts.isEmpty { counts = [Word("empty", .dim)] }
    counts[0].space = 2
    words += counts
    var dot = StyledLine([StyledText(ListLayout.indent)])
    dot.append(glyphs.listDot, .list(section.node.list.color))
    dot.pad(to: 2 + glyphs.markWidth)
    dot.append(" ")
    let width = surface.width.map { $0 - dot.cells } ?? .max
    return Wrapping.lines(words, width: width, glyphs).enumerated().map { index, text in
      var line = index == 0 ? dot : StyledLine([StyledText(String(repeating: " ", count: dot.cells))])
      line.append(text)
      return line
    }
  }

  /// What is not shown, and how to see it.
  private func hint(_ counts: ReminderCounts) -> StyledLine? {
    guard finished == .counted, counts.done + counts.cancelled > 0 else { return nil }
    var parts: [String] = []
    if counts.done > 0 { parts.append("\(counts.done) done") }
    if counts.cancelled > 0 { parts.append("\(counts.cancelled) cancelled") }
    return StyledLine([StyledText("\(parts.joined(separator: " and ")): not shown without --all", .dim)])
      .truncated(toCells: surface.width, surface.glyphs)
  }

  // MARK: Reminders

  private func section(_ source: Int, _ list: Int) -> Section? {
    let node = catalog.sources[source].lists[list]
    let indices = node.reminders.indices.filter { index in
      selected?.contains(Catalog.IndexPath(source: source, list: list, reminder: index)) ?? true
    }
    let omitted = node.omitted ?? OmittedReminders()
    guard showsEmpty || !indices.isEmpty || omitted.matching.total > 0 else { return nil }
    let states = OrderedPipeline.map(Array(indices), threads: threads) { index in
      var counts = ReminderCounts()
      counts.add(PlacedReminder(node.reminders[index]), context)
      return counts
    }
    let counts = states.reduce(omitted.matching, +)
    let meant = zip(indices, states).filter { index, state in
      (finished == .shown || (finished == .only) != (state.open > 0))
        && shown?.contains(Catalog.IndexPath(source: source, list: list, reminder: index)) ?? true
    }.map(\.0)
    if shown != nil, meant.isEmpty { return nil }
    let tree = ReminderTree(
      node.reminders, order: order.sorted(meant, of: node.reminders, context, on: ThreadPipeline()))
    let numbers = self.numbers || ReminderNumbers.areShown(by: node.list) ? ReminderNumbers(node) : nil
    return Section(
      node: node, counts: counts,
      unselected: node.reminders.count - indices.count + omitted.others.total, entries: tree.entries,
      numbers: numbers, source: source, list: list)
  }
}
