internal import Listo
internal import Platform

/// Reminders of all lists together, below headings that are no lists: by tag, by due date, by priority, or without any.
///
/// Subtasks stand among the others, each with the title of what it is a part of.
struct GroupedView: Sendable {
  let catalog: Catalog
  let names: ShortNames
  let context: ViewContext
  let surface: Surface
  /// Every list shows its running numbers.
  var numbers = false
  /// The reminder that was selected.
  var selection: Catalog.IndexPath?
  /// What occurrences were made of: they say how it repeats.
  var original: Catalog?

  /// - Complexity: linear in the reminders of the groups, and in those of the lists that they stand in.
  func lines(_ groups: [ReminderGroup]) -> [StyledLine] {
    guard let first = groups.first?.paths.first else {
      return [StyledLine([StyledText("Nothing to show.", .dim)])]
    }
    let rows = rows(groups)
    let name = catalog.modelIdentifier(at: first).map { names.name(of: $0).count } ?? 0
    let layout = ListLayout(
      RowWidths(rows.joined()), lead: 2 + surface.glyphs.markWidth + 1 + name + 2, width: surface.width)
    var lines: [StyledLine] = []
    for (group, rows) in zip(groups, rows) {
      if !lines.isEmpty { lines.append(StyledLine()) }
      if !group.title.isEmpty { lines.append(heading(group)) }
      lines += OrderedPipeline.map(rows, threads: ThreadPipeline.threads) { layout.lines($0, surface) }
        .joined()
    }
    return lines
  }

  private func heading(_ group: ReminderGroup) -> StyledLine {
    var line = StyledLine([StyledText(Visible.line(group.title, surface.glyphs), group.style)])
    let total = group.total.map { " shown of \($0)" } ?? ""
    line.append("  \(group.paths.count)\(total)", .dim)
    return line.truncated(toCells: surface.width, surface.glyphs)
  }

  private func rows(_ groups: [ReminderGroup]) -> [[ReminderRow]] {
    let dates = RelativeDate(context)
    let detail = ListLayout.hasAbsoluteDates(surface.width) ? RelativeDate.Detail.besideDate : .alone
    var lists = ListFacts(catalog, showsAllNumbers: numbers)
    return groups.map { group in
      let facts = group.paths.map { (path: $0, number: lists.number($0), parent: lists.parent($0)) }
      return OrderedPipeline.map(facts, threads: ThreadPipeline.threads) { fact in
        let path = fact.path
        guard let reminder = catalog.reminder(at: path), let node = catalog.list(at: path),
          let identifier = catalog.modelIdentifier(at: path)
        else { return nil }
        return ReminderRow(
          PlacedReminder(reminder),
          RowPlace(
            name: names.name(of: identifier), number: fact.number, hiddenParent: fact.parent,
            rule: original?.rule(ofOccurrence: identifier), list: node.list.title, color: node.list.color,
            isSelected: path == selection, isBelowItsDay: group.isDay),
          dates: dates, detail: detail, surface: surface)
      }.compactMap(\.self)
    }
  }
}

extension Catalog {
  /// How what an occurrence was made of repeats: its rule, or in words that it has none; nil for what is in a file itself.
  func rule(ofOccurrence identifier: ModelIdentifier) -> String? {
    masterPath(ofOccurrence: identifier).map { reminder(at: $0)?.recurrence ?? "on set dates" }
  }
}

/// What is worked out for a list once, when it is first asked for.
struct ListFacts {
  private let catalog: Catalog
  private let showsAllNumbers: Bool
  private var numbers: [Catalog.IndexPath: ReminderNumbers?] = [:]
  private var parents: [Catalog.IndexPath: [Int?]] = [:]

  /// - Parameter showsAllNumbers: lists whose titles do not end in `#` show their running numbers too.
  init(_ catalog: Catalog, showsAllNumbers: Bool) {
    (self.catalog, self.showsAllNumbers) = (catalog, showsAllNumbers)
  }

  /// The running number of a reminder, where its list shows these.
  mutating func number(_ path: Catalog.IndexPath) -> Int? {
    guard let node = catalog.list(at: path), let index = path.reminder else { return nil }
    let key = Catalog.IndexPath(source: path.source, list: path.list)
    let known =
      numbers[key]
      ?? (showsAllNumbers || ReminderNumbers.areShown(by: node.list) ? ReminderNumbers(node) : nil)
    numbers[key] = known
    return known?[index]
  }

  /// The title of what a reminder is a part of.
  mutating func parent(_ path: Catalog.IndexPath) -> String? {
    guard let node = catalog.list(at: path), let index = path.reminder else { return nil }
    let key = Catalog.IndexPath(source: path.source, list: path.list)
    let known = parents[key] ?? Hierarchy.parents(of: node.reminders, on: ThreadPipeline())
    parents[key] = known
    guard let parent = known[index], parent != index else { return nil }
    return node.reminders[parent].title
  }
}
