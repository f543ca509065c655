internal import Listo

/// Reminders of all lists together, below headings that are no lists: by tag, by due date, by priority, or
/// without any.
///
/// Subtasks stand among the others, each with the title of what it is a part of.
struct GroupedView: Sendable {
  let catalog: Catalog
  /// The short names of the catalog, or of `original` where there is one.
  let names: ShortNames
  let context: ViewContext
  let surface: Surface
  /// The lists that show running numbers.
  var numbered = NumberedLists.marked
  /// The reminder that was selected.
  var selection: Catalog.IndexPath?
  /// The catalog that occurrences were made of: its reminders say how they repeat.
  var original: Catalog?

  /// All lines at once.
  func lines(_ groups: [ReminderGroup]) -> [StyledLine] { sheet(groups).lines }

  /// The rows below their headings.
  ///
  /// - Complexity: linear in the reminders of the groups, and in those of the lists that they stand in.
  func sheet(_ groups: [ReminderGroup], below first: [StyledLine] = []) -> RowSheet {
    var openings = first.isEmpty ? [] : [RowSheet.Opening(row: 0, lines: first)]
    var count = 0
    let dates = RelativeDate(context)
    for group in groups where !group.paths.isEmpty {
      let lines = (count > 0 ? [StyledLine()] : []) + heading(group, dates)
      openings.append(RowSheet.Opening(row: count, lines: lines))
      count += group.paths.count
    }
    if count == 0 {
      openings.append(
        RowSheet.Opening(row: 0, lines: [StyledLine([StyledText("Nothing to show.", .dim)])]))
    }
    let maker = RowMaker(self, groups)
    return RowSheet(
      from: maker.origins, below: openings, lead: 2 + surface.glyphs.markWidth + 1 + names.width + 2, surface
    ) {
      maker.rows($0)
    }
  }

  /// The heading of reminders that ``NamedQuery/older`` counts.
  static let olderTitle = "Before this week"

  /// The line that counts older reminders.
  static func older(_ count: Int, _ surface: Surface) -> StyledLine {
    var line = StyledLine([StyledText(olderTitle, .overdue)])
    line.append("  \(count); see listo overdue", .dim)
    return line.truncated(toCells: surface.width, surface.glyphs)
  }

  private func heading(_ group: ReminderGroup, _ dates: RelativeDate) -> [StyledLine] {
    let title = group.title(in: catalog, dates)
    guard !title.isEmpty else { return [] }
    var line = StyledLine([StyledText(Visible.line(title, surface.glyphs), group.style)])
    let total = group.total.map { " shown of \($0)" } ?? ""
    line.append("  \(group.paths.count)\(total)", .dim)
    return [line.truncated(toCells: surface.width, surface.glyphs)]
  }

  /// Makes the rows of all groups, counted through.
  private struct RowMaker: Sendable {
    let view: GroupedView
    let dates: RelativeDate
    let detail: RelativeDate.Detail
    let lists: ListFacts
    /// Where the reminder of each row stands among those of the catalog.
    let origins: [UInt32]
    /// The lists of the catalog, and where their reminders begin among these.
    private let starts: [(path: Catalog.IndexPath, first: Int)]
    /// The rows that stand below their days.
    private let ofDays: [Range<Int>]

    init(_ view: GroupedView, _ groups: [ReminderGroup]) {
      (self.view, dates) = (view, RelativeDate(view.context))
      detail = ListLayout.hasAbsoluteDates(view.surface.width) ? .besideDate : .alone
      var lists = ListFacts(view.catalog, numbered: view.numbered, hasParents: true)
      var (starts, firsts): ([(path: Catalog.IndexPath, first: Int)], [[Int]]) = ([], [])
      var first = 0
      for (section, source) in view.catalog.sources.enumerated() {
        firsts.append([])
        for (row, list) in source.lists.enumerated() {
          starts.append((Catalog.IndexPath(source: section, list: row), first))
          firsts[section].append(first)
          first += list.reminders.count
        }
      }
      var (origins, ofDays): ([UInt32], [Range<Int>]) = ([], [])
      origins.reserveCapacity(groups.reduce(0) { $0 + $1.paths.count })
      for group in groups {
        let start = origins.count
        for path in group.paths {
          lists.learn(path)
          origins.append(UInt32(firsts[path.source][path.list ?? 0] + (path.reminder ?? 0)))
        }
        if group.isDay { ofDays.append(start..<origins.count) }
      }
      (self.lists, self.starts, self.origins, self.ofDays) = (lists, starts, origins, ofDays)
    }

    /// Whether a row stands below a day, of those in ``ofDays``.
    private func isOfDay(_ row: Int) -> Bool {
      let place = ofDays.partitionPoint { $0.upperBound <= row }
      return place < ofDays.count && ofDays[place].contains(row)
    }

    func rows(_ places: ArraySlice<UInt32>) -> RowTexts {
      // Taken once for all rows, and below once for those of one list: counts of references are shared by all
      // cores.
      let (names, original, surface) = (view.names, view.original, view.surface)
      let (selection, dates, detail) = (view.selection, dates, detail)
      var rows = RowTexts(for: places.count)
      var rest = places
      while let first = rest.first {
        let start = starts[starts.partitionPoint { $0.first <= Int(origins[Int(first)]) } - 1]
        let list = ListOfRows(start.path, view.catalog, lists)
        let own = start.first..<start.first + list.reminders.count
        // The lines of those of one list that follow each other are found in the same memory.
        var placed = PlacedReminder(list.reminders[Int(origins[Int(first)]) - own.lowerBound])
        while let row = rest.first, own.contains(Int(origins[Int(row)])) {
          let number = Int(origins[Int(row)]) - own.lowerBound
          let path = Catalog.IndexPath(source: start.path.source, list: start.path.list, reminder: number)
          if row != first { placed.move(to: number, of: list.reminders) }
          var place = RowPlace(
            path, list.identifiers, names: names, original, list.series, number: list.numbers?[number],
            color: list.color)
          if number < list.parents.count, let parent = list.parents[number], parent != number {
            place.hiddenParent = list.reminders[parent].title
          }
          (place.list, place.isSelected) = (list.title, path == selection)
          place.isBelowItsDay = isOfDay(Int(row))
          rows.append(placed, place, dates: dates, detail: detail, surface: surface)
          rest = rest.dropFirst()
        }
      }
      return rows
    }
  }

  /// The values that the rows of one list have in common.
  private struct ListOfRows {
    let reminders: [Reminder]
    let identifiers: [ModelIdentifier]
    let title: String
    let color: ListColor?
    let numbers: ReminderNumbers?
    let parents: [Int?]
    let series: [Int: SeriesRow]

    init(_ path: Catalog.IndexPath, _ catalog: Catalog, _ lists: ListFacts) {
      let node = catalog.sources[path.source].lists[path.list ?? 0]
      (reminders, identifiers) = (node.reminders, node.identifiers)
      (title, color, series) = (node.list.title, node.list.color, node.series)
      // They were learned when the rows were begun.
      let facts = lists.facts(path)
      (numbers, parents) = (facts?.numbers, facts?.parents ?? [])
    }
  }
}

extension RowPlace {
  /// - Parameters:
  ///   - path: where the reminder stands.
  ///   - identifiers: those of its list.
  ///   - names: of the catalog, or of `original` where there is one.
  ///   - original: what occurrences were made of.
  ///   - series: those of its list (``Catalog/ListNode/series``).
  init(
    _ path: Catalog.IndexPath, _ identifiers: [ModelIdentifier], names: ShortNames, _ original: Catalog?,
    _ series: [Int: SeriesRow], number: Int?, color: ListColor?
  ) {
    if !series.isEmpty { missed = series[path.reminder ?? 0]?.missed }
    if let original {
      let identifier = identifiers[path.reminder ?? 0]
      name = names.name(of: identifier, at: path)
      rule = original.rule(ofOccurrence: identifier)
    } else {
      name = names.name(at: path)
    }
    (self.number, self.color) = (number, color)
  }
}

extension Catalog {
  /// How what an occurrence was made of repeats: its rule, or in words that it has none; nil for what is in a
  /// file itself.
  fileprivate func rule(ofOccurrence identifier: ModelIdentifier) -> String? {
    masterPath(ofOccurrence: identifier).map { reminder(at: $0)?.recurrence ?? "on set dates" }
  }
}

/// The facts about each list, worked out once, before they are asked for.
struct ListFacts: Sendable {
  struct Facts: Sendable {
    /// Nil where the list shows none.
    let numbers: ReminderNumbers?
    /// The index of each reminder's parent; nil for all where parents are not asked for.
    let parents: [Int?]
  }

  private let catalog: Catalog
  private let numbered: NumberedLists
  private let hasParents: Bool
  /// By source, by list.
  private var facts: [[Facts?]]

  /// - Parameters:
  ///   - numbered: the lists that show running numbers.
  ///   - hasParents: what reminders are a part of is asked for.
  init(_ catalog: Catalog, numbered: NumberedLists, hasParents: Bool) {
    (self.catalog, self.numbered, self.hasParents) = (catalog, numbered, hasParents)
    facts = catalog.sources.map { [Facts?](repeating: nil, count: $0.lists.count) }
  }

  /// Works out what there is to know of the list that a reminder stands in.
  mutating func learn(_ path: Catalog.IndexPath) {
    guard let list = path.list, facts[path.source][list] == nil else { return }
    let node = catalog.sources[path.source].lists[list]
    facts[path.source][list] = Facts(
      numbers: numbered.contains(node.list) ? ReminderNumbers(node) : nil,
      parents: hasParents
        ? node.parents() : [Int?](repeating: nil, count: node.reminders.count))
  }

  /// The facts about the list that a reminder is in; nil where they were not learned.
  func facts(_ path: Catalog.IndexPath) -> Facts? { path.list.flatMap { facts[path.source][$0] } }

  /// The running number of a reminder of a list that was learned, where that shows these.
  func number(_ path: Catalog.IndexPath) -> Int? { path.reminder.flatMap { facts(path)?.numbers?[$0] } }
}
