internal import Listo

extension CatalogFacts {
  /// The lines of a page are those of before the last state of the catalog came, though reminders say
  /// something else.
  ///
  /// - Complexity: linear in the reminders that are others.
  func keepsRows(_ scope: Scope, _ options: OutlineOptions) -> Bool {
    guard case .list(let list) = scope, options.grouping == .none, options.filter == nil else { return false }
    return keepsPlaces(in: list, by: options.sorting) { options.shows($1, $0) }
  }

  /// The lines of a page.
  ///
  /// - Complexity: linear in the scope, and sorted; with an expression linear in the catalog.
  mutating func rows(
    _ scope: Scope, _ options: OutlineOptions, focus: [ModelIdentifier]
  ) -> [OutlineRow] {
    var matches: Set<Catalog.IndexPath>?
    if let filter = options.filter {
      matches = catalog.found(by: filter.query(in: context), in: context).paths
    }
    switch scope {
    case .list(let identifier): return listRows(identifier, options, matches)
    case .focus:
      let lists = focus.compactMap(listPath).map { OutlineRow(path: $0) }
      let paths = focus.compactMap(path).filter { isShown($0, options, matches) }
      return (options.filter == nil ? lists : []) + grouped(paths, options.grouping)
    case .query(_, let query):
      guard let expression = try? query.expression() else { return [] }
      let found = catalog.found(by: expression.query(in: context), in: context).paths
      let kept = options.kept.compactMap(path)
      let paths = Array(found.union(kept).filter { matches?.contains($0) ?? true }).sorted()
      let order = options.order == .manual ? query.order : options.order.sorting
      let sorted = catalog.sorted(paths, by: order, in: context)
      let rows =
        options.grouping == .none
        ? grouped(sorted, query.grouping ?? .none, leadsWithToday: query.leadsWithToday)
        : grouped(sorted, options.grouping)
      return older(query, matches) + rows
    }
  }

  /// The lists and parents that are picked and not among the lines of a page, so that they can be unpicked.
  func picks(_ focus: [ModelIdentifier], beside rows: [OutlineRow]) -> [OutlineRow] {
    let shown = Set(rows.compactMap(\.path))
    let picks = focus.compactMap { listPath($0) ?? path(of: $0) }.filter { !shown.contains($0) }
    guard !picks.isEmpty else { return [] }
    return [OutlineRow(title: "In focus", count: picks.count)] + picks.map { OutlineRow(path: $0) }
  }

  /// The heading that counts older reminders; none if there are none.
  private func older(_ query: NamedQuery, _ matches: Set<Catalog.IndexPath>?) -> [OutlineRow] {
    guard let older = query.older.flatMap({ try? QueryExpression($0) }) else { return [] }
    let found = catalog.found(by: older.query(in: context), in: context).paths
    let count = matches.map(found.intersection)?.count ?? found.count
    return count > 0 ? [OutlineRow(title: GroupedView.olderTitle, count: count)] : []
  }

  private func isShown(
    _ path: Catalog.IndexPath, _ options: OutlineOptions, _ matches: Set<Catalog.IndexPath>?
  ) -> Bool {
    guard matches?.contains(path) ?? true, let reminder = catalog.reminder(at: path) else { return false }
    return options.shows(reminder, catalog.modelIdentifier(at: path))
  }

  private mutating func listRows(
    _ identifier: ModelIdentifier, _ options: OutlineOptions, _ matches: Set<Catalog.IndexPath>?
  ) -> [OutlineRow] {
    guard let place = listPath(identifier), let row = place.list else { return [] }
    let node = catalog.sources[place.source].lists[row]
    _ = numbers(of: node)
    func path(_ index: Int) -> Catalog.IndexPath {
      Catalog.IndexPath(source: place.source, list: row, reminder: index)
    }
    var shown = Array(node.reminders.indices)
    if options.finished == .alone || options.finished == .hidden && options.filter == nil {
      shown = node.indices { options.shows(node.reminders[$0], node.identifiers[$0]) }
    }
    if let matches { shown = shown.filter { matches.contains(path($0)) } }
    let sorted = node.sorted(shown, by: options.sorting, in: context)
    guard options.grouping == .none else { return grouped(sorted.map(path), options.grouping) }
    return ReminderTree(parents: parents(of: node), order: sorted).entries.map { entry in
      OutlineRow(path: path(entry.index), hasMore: entry.hasMore, hiddenParent: entry.hiddenParent)
    }
  }

  private func grouped(
    _ paths: [Catalog.IndexPath], _ grouping: Grouping, leadsWithToday: Bool = false
  ) -> [OutlineRow] {
    let dates = RelativeDate(context)
    return grouping.groups(of: paths, in: catalog, context, leadsWithToday: leadsWithToday).flatMap { group in
      let title = group.title(in: catalog, dates)
      return (title.isEmpty ? [] : [OutlineRow(title: title, count: group.paths.count)])
        + group.paths.map { OutlineRow(path: $0, isBelowItsDay: group.isDay) }
    }
  }
}
