internal import ICalendar
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
  func text() -> String { surface.text(lines()) }

  private struct Section {
    var node: Catalog.ListNode
    var counts: Counts
    /// How many there are besides those of `counts`.
    var unselected: Int
    var rows: [ReminderRow]
  }

  /// - Complexity: O(n log n) in the catalog's reminders.
  func lines() -> [StyledLine] {
    let sources = catalog.sources.indices.map { source in
      catalog.sources[source].lists.indices.compactMap { section(source, $0) }
    }
    let nameWidth = catalog.reminderPaths.first.flatMap(catalog.modelIdentifier(at:)).map {
      names.name(of: $0).count
    }
    let lead = 2 + surface.glyphs.markWidth + 1 + (nameWidth ?? 0) + 2
    let layout = ListLayout(sources.joined().flatMap(\.rows), lead: lead, width: surface.width)
    var lines: [StyledLine] = []
    for (index, sections) in sources.enumerated() where !sections.isEmpty || showsEmpty {
      if !lines.isEmpty { lines.append(StyledLine()) }
      lines.append(heading(catalog.sources[index], sections.count))
      for section in sections {
        lines.append(StyledLine())
        lines += heading(section)
        lines += OrderedPipeline.map(section.rows, threads: threads) { layout.lines($0, surface) }.joined()
      }
    }
    if lines.isEmpty { return [StyledLine([StyledText("Nothing to show.", .dim)])] }
    if surface.width != nil, let hint = hint(sources.joined().reduce(Counts()) { $0 + $1.counts }) {
      lines += [StyledLine(), hint]
    }
    return lines
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
      counts.insert(Word("\(section.rows.count) shown of", .plain, space: 0), at: 0)
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
  private func hint(_ counts: Counts) -> StyledLine? {
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
    guard showsEmpty || !indices.isEmpty else { return nil }
    let states = OrderedPipeline.map(Array(indices), threads: threads) { index in
      var counts = Counts()
      counts.add(PlacedReminder(node.reminders[index]), context)
      return counts
    }
    let counts = states.reduce(Counts(), +)
    let meant = zip(indices, states).filter { index, state in
      (finished == .shown || (finished == .only) != (state.open > 0))
        && shown?.contains(Catalog.IndexPath(source: source, list: list, reminder: index)) ?? true
    }.map(\.0)
    if shown != nil, meant.isEmpty { return nil }
    let dates = RelativeDate(context)
    let tree = ReminderTree(
      node.reminders, order: order.sorted(meant, of: node.reminders, context, on: ThreadPipeline()))
    let detail = ListLayout.hasAbsoluteDates(surface.width) ? RelativeDate.Detail.besideDate : .alone
    let numbers = self.numbers || ReminderNumbers.areShown(by: node.list) ? ReminderNumbers(node) : nil
    let rows = OrderedPipeline.map(tree.entries, threads: threads) { entry in
      let path = Catalog.IndexPath(source: source, list: list, reminder: entry.index)
      return ReminderRow(
        PlacedReminder(node.reminders[entry.index]),
        RowPlace(
          name: names.name(of: node.identifiers[entry.index]), number: numbers?[entry.index],
          hasMore: entry.hasMore, hiddenParent: entry.hiddenParent.flatMap { node.reminders[$0].title },
          rule: original?.rule(ofOccurrence: node.identifiers[entry.index]), color: node.list.color,
          isSelected: path == selection),
        dates: dates, detail: detail, surface: surface)
    }
    return Section(node: node, counts: counts, unselected: node.reminders.count - indices.count, rows: rows)
  }
}
