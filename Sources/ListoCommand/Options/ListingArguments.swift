internal import ArgumentParser
internal import Listo

/// What `list` and the views are given beside conditions: inputs, and how the reminders are shown.
struct ListingArguments: ParsableArguments {
  @OptionGroup var input: InputOptions
  @OptionGroup var listing: ListingOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var count: ListLimitOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var watching: WatchOptions

  /// Lists what the conditions ask for, and the view, where it is one.
  ///
  /// - Parameters:
  ///   - startsAtSelection: where no input, list or source is named, what is selected is the beginning.
  ///   - range: where what repeats is shown at each of its times.
  /// - Throws: ``Failure``, or ValidationError.
  func run(
    _ query: NamedQuery?, _ conditions: ConditionOptions, startsAtSelection: Bool = false,
    expanding range: QueryRange? = nil
  ) throws {
    try watching.run(input.inputs) {
      try runOnce(query, conditions, startsAtSelection: startsAtSelection, expanding: range)
    }
  }

  private func runOnce(
    _ query: NamedQuery?, _ conditions: ConditionOptions, startsAtSelection: Bool,
    expanding range: QueryRange?
  ) throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    var expression = try conditions.expression()
    if let query { expression = try query.expression(isWhole: listing.all).and(expression) }
    if conditions.explain { return try Printing.print("\(expression)\n", reporter) }
    let context = try view.context(reporter, inputs: input.inputs)
    // What is wrong with these is said before anything is read.
    _ = (try listing.template(), try listing.chosenColumns())
    let isElsewhere = !startsAtSelection || !conditions.list.isEmpty || !conditions.source.isEmpty
    let start = try StartingPoint(input.inputs, isEverywhere: isElsewhere, reporter)
    let tree = input.reading.tree(start.inputs, reporter, limits)
    let question = expression.query(in: context)
    // A tag that no reminder has is told of all of them, and so is what an occurrence is made of.
    let isOfItself = start.isEverywhere && range == nil && conditions.tag.isEmpty
    if isOfItself, listing.isWhole(question, expression, query, limit: count.limit) {
      reporter.warnOfPending(tree)
      let isWritten = try reporter.run { () throws(WorkError) in
        try JSONListing.write(tree, to: reporter.standardOutput(), reporter)
      }
      if isWritten { return try reporter.finish() }
    }
    var catalog = try reporter.catalog(
      tree,
      selecting: isOfItself
        ? try listing.selection(question, context, expression, query, limit: count.limit) : nil)
    try NameCheck(catalog).check(conditions, question, reporter)
    var scope = start.scope(in: catalog, { [catalog] in ShortNames(catalog) }, reporter)
    let original = range == nil ? nil : catalog
    if let range {
      let unrolled = catalog.unrolled(in: range, context)
      reporter.report(unrolled.problems)
      // Lists stay where they are, and reminders do not.
      scope.reminder = scope.reminder.flatMap(catalog.modelIdentifier).flatMap(unrolled.catalog.indexPath)
      catalog = unrolled.catalog
    }
    var list = Listing(
      catalog: catalog, context: context, options: listing, limit: count.limit, surface: appearance.surface,
      reporter: reporter)
    list.selected = scope.paths(of: question, in: catalog, context, reporter)
    list.selection = scope.reminder
    list.original = original
    list.showsFinished = expression.asksForFinished
    list.view = query
    try list.run()
    try reporter.finish()
  }
}

extension ListingOptions {
  /// All reminders are printed as JSON, in their order.
  func isWhole(
    _ query: Query, _ expression: QueryExpression, _ view: NamedQuery?, limit: Int?
  ) -> Bool {
    json && query == .all && (all || expression.asksForFinished) && sort == nil && view == nil && limit == nil
  }

  /// What is asked for of large inputs; nil where all reminders are needed.
  ///
  /// - Throws: ``Failure`` with status 64.
  func selection(
    _ query: Query, _ context: ViewContext, _ expression: QueryExpression, _ view: NamedQuery?, limit: Int?
  ) throws(Failure) -> CatalogSelection? {
    guard !numbers else { return nil }
    let isFinishedShown = all || expression.asksForFinished
    let order = sort ?? view?.order ?? .natural
    var fields: Set<FieldID>? = order.fields
    let template = try template()
    let columns = try chosenColumns()
    if let placeholders = template?.placeholders ?? columns {
      guard !placeholders.contains(where: { $0.name == .number }) else { return nil }
      for case .field(let field) in placeholders.map(\.name) { fields?.insert(field) }
    }
    if json { fields = nil }
    guard var selection = CatalogSelection(query, context, isForFinished: isFinishedShown, fields: fields)
    else { return nil }
    selection.needsParents = !json && template == nil && columns == nil
    selection.needsShortNames =
      !json && (template?.placeholders ?? columns)?.contains { $0.name == .id } ?? true
    if let limit, order.isOfReminders {
      let grouping = selection.needsParents ? group ?? view?.grouping ?? .list : .list
      let keys = grouping.keys(
        in: context, leadsWithToday: group == nil && (view?.leadsWithToday ?? false))
      // Of each group it is told how many it has, those that are left out among them.
      if grouping == .list || keys != nil { selection.best = CatalogSelection.Best(order, limit) }
      if let keys { selection.group = { keys.key(of: $0) } }
    }
    let isWhole = query == .all && isFinishedShown && selection.best == nil && selection.lines == nil
    return isWhole ? nil : selection
  }
}

extension StartingPoint.Scope {
  /// The reminders in it that match; nil for all of the catalog.
  func paths(
    of query: Query, in catalog: Catalog, _ context: ViewContext, _ reporter: Reporter
  ) -> Set<Catalog.IndexPath>? {
    guard query != .all else {
      return place.map { place in Set(catalog.reminderPaths.filter { $0.isIn(place) }) }
    }
    let matches = catalog.found(by: query, at: place, in: context)
    reporter.report(matches.problems)
    return matches.paths
  }
}
