internal import Listo

/// `listo list`: reminders by source and list.
struct ListView: Sendable {
  /// The treatment of completed and cancelled reminders.
  enum Finished: Sendable { case counted, shown, only }

  let catalog: Catalog
  /// The short names of the catalog, or of `original` where there is one; nil to make them when the order of
  /// the rows is known, which takes less memory.
  var names: ShortNames?
  let context: ViewContext
  let surface: Surface
  /// The reminders to show; nil for all. Lists and sources without any are then left out.
  var selected: Set<Catalog.IndexPath>?
  /// Of these the ones that a limit lets through; nil for all.
  var shown: Set<Catalog.IndexPath>?
  var finished = Finished.counted
  var order = SortOrder.natural

  /// The lists that show running numbers.
  var numbered = NumberedLists.marked
  /// The reminder that was selected.
  var selection: Catalog.IndexPath?
  /// The catalog that occurrences were made of: its reminders say how they repeat.
  var original: Catalog?

  /// The view, one line after the other; each ends in a line feed.
  func text() -> String {
    var text: [UInt8] = []
    write { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }

  /// All lines at once.
  func lines() -> [StyledLine] { sheet.lines }

  /// Hands the text on, piece by piece, in UTF-8.
  ///
  /// - Complexity: O(n log n) in the catalog's reminders; of the text no more than a piece is held at a time.
  func write<E: Error>(_ put: ([UInt8]) throws(E) -> Void) throws(E) { try sheet.write(put) }

  private struct Section: Sendable {
    var node: Catalog.ListNode
    var counts: ReminderCounts
    /// How many there are besides those of `counts`.
    var unselected: Int
    /// The entries of the list, in order.
    var entries: [ReminderTree.Entry]
    var numbers: ReminderNumbers?
    var source: Int
    var list: Int
  }

  private var sheet: RowSheet {
    let sources = catalog.sources.indices.map { source in
      catalog.sources[source].lists.indices.compactMap { section(source, $0) }
    }
    var openings: [RowSheet.Opening] = []
    var count = 0
    for (index, sections) in sources.enumerated() where !sections.isEmpty || showsEmpty {
      if !openings.isEmpty { openings.append(RowSheet.Opening(row: count, lines: [StyledLine()])) }
      openings.append(
        RowSheet.Opening(row: count, lines: [heading(catalog.sources[index], sections.count)]))
      for section in sections {
        openings.append(RowSheet.Opening(row: count, lines: [StyledLine()] + heading(section)))
        count += section.entries.count
      }
    }
    if openings.isEmpty {
      openings = [
        RowSheet.Opening(row: count, lines: [StyledLine([StyledText("Nothing to show.", .dim)])])
      ]
    } else if surface.width != nil,
      let hint = hint(sources.joined().reduce(ReminderCounts()) { $0 + $1.counts })
    {
      openings.append(RowSheet.Opening(row: count, lines: [StyledLine(), hint]))
    }
    let names = names ?? (original ?? catalog).shortNames()
    let maker = RowMaker(self, names, Array(sources.joined()))
    return RowSheet(
      from: maker.origins, below: openings, lead: 2 + surface.glyphs.markWidth + 1 + names.width + 2, surface
    ) {
      maker.rows($0)
    }
  }

  /// Makes the rows of all sections, counted through.
  private struct RowMaker: Sendable {
    let view: ListView
    let names: ShortNames
    let sections: [Section]
    let dates: RelativeDate
    let detail: RelativeDate.Detail

    init(_ view: ListView, _ names: ShortNames, _ sections: [Section]) {
      (self.view, self.names, self.sections, dates) = (view, names, sections, RelativeDate(view.context))
      detail = ListLayout.hasAbsoluteDates(view.surface.width) ? .besideDate : .alone
    }

    /// Where the reminder of each row stands among those of all sections.
    var origins: [UInt32] {
      var (origins, first): ([UInt32], Int) = ([], 0)
      origins.reserveCapacity(sections.reduce(0) { $0 + $1.entries.count })
      for section in sections {
        for entry in section.entries { origins.append(UInt32(first + entry.index)) }
        first += section.node.reminders.count
      }
      return origins
    }

    /// - Parameter places: those of a section behind each other.
    func rows(_ places: ArraySlice<UInt32>) -> RowTexts {
      // Taken once for all rows, and below once for those of a section: counts of references are shared by
      // all cores.
      let (names, original, surface) = (names, view.original, view.surface)
      let (selection, dates, detail) = (view.selection, dates, detail)
      var rows = RowTexts(for: places.count)
      var (rest, start) = (places, 0)
      for section in sections {
        let (entries, reminders, identifiers) = (
          section.entries, section.node.reminders, section.node.identifiers
        )
        let (numbers, color, series) = (section.numbers, section.node.list.color, section.node.series)
        let own = start..<start + entries.count
        start = own.upperBound
        var some = rest.prefix { own.contains(Int($0)) }
        rest = rest.dropFirst(some.count)
        guard let first = some.popFirst() else { continue }
        var placed = PlacedReminder(reminders[entries[Int(first) - own.lowerBound].index])
        var next = Optional(first)
        while let row = next {
          let entry = entries[Int(row) - own.lowerBound]
          if row != first { placed.move(to: entry.index, of: reminders) }
          let path = Catalog.IndexPath(source: section.source, list: section.list, reminder: entry.index)
          var place = RowPlace(
            path, identifiers, names: names, original, series, number: numbers?[entry.index], color: color)
          place.hasMore = entry.hasMore
          place.hiddenParent = entry.hiddenParent.flatMap { reminders[$0].title }
          place.isSelected = path == selection
          rows.append(placed, place, dates: dates, detail: detail, surface: surface)
          next = some.popFirst()
        }
      }
      return rows
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

  /// The number of hidden reminders, and the option that shows them.
  private func hint(_ counts: ReminderCounts) -> StyledLine? {
    guard finished == .counted, counts.done + counts.cancelled > 0 else { return nil }
    var parts: [String] = []
    if counts.done > 0 { parts.append("\(counts.done) done") }
    if counts.cancelled > 0 { parts.append("\(counts.cancelled) cancelled") }
    return StyledLine([StyledText("\(parts.joined(separator: " and ")): shown with --all", .dim)])
      .truncated(toCells: surface.width, surface.glyphs)
  }

  // MARK: Reminders

  private func section(_ source: Int, _ list: Int) -> Section? {
    let node = catalog.sources[source].lists[list]
    let listed = node.listed(by: order, in: context) { index in
      isAmong(selected, source, list, index)
    } showing: { index, isOpen in
      (finished == .shown || (finished == .only) != isOpen) && isAmong(shown, source, list, index)
    }
    let omitted = node.omitted ?? OmittedReminders()
    guard showsEmpty || listed.counts.total + omitted.matching.total > 0 else { return nil }
    if shown != nil, listed.order.isEmpty { return nil }
    let tree = ReminderTree(parents: listed.parents, order: listed.order, liftsParents: order.liftsParents)
    let numbers = numbered.contains(node.list) ? ReminderNumbers(node) : nil
    return Section(
      node: node, counts: omitted.matching + listed.counts,
      unselected: node.reminders.count - listed.counts.total + omitted.others.total, entries: tree.entries,
      numbers: numbers, source: source, list: list)
  }

  private func isAmong(_ some: Set<Catalog.IndexPath>?, _ source: Int, _ list: Int, _ index: Int) -> Bool {
    some?.contains(Catalog.IndexPath(source: source, list: list, reminder: index)) ?? true
  }
}
