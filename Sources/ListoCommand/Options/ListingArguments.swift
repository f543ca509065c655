internal import ArgumentParser
internal import Listo

/// The arguments of `list` and the views besides conditions: inputs, and the display of the reminders.
struct ListingArguments: ParsableArguments {
  @OptionGroup var input: InputOptions
  @OptionGroup var listing: ListingOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var paging: PagerOptions
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
    _ query: ViewQuery?, _ conditions: ConditionOptions, startsAtSelection: Bool = false,
    expanding range: QueryRange? = nil
  ) throws {
    try watching.run(input.inputs) {
      try runOnce(query, conditions, startsAtSelection: startsAtSelection, expanding: range)
    }
  }

  private func runOnce(
    _ query: ViewQuery?, _ conditions: ConditionOptions, startsAtSelection: Bool,
    expanding range: QueryRange?
  ) throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let context = try view.context(reporter, inputs: input.inputs)
    // Errors in these options are reported before anything is read.
    _ = (try listing.chosenTemplate(), try listing.chosenColumns())
    let isElsewhere = !startsAtSelection || !conditions.list.isEmpty || !conditions.source.isEmpty
    let isSearch = !(conditions.text + conditions.expressions + conditions.query).isEmpty
    let start = try StartingPoint(input.inputs, isEverywhere: isElsewhere, isSearch: isSearch, reporter)
    let tree = input.tree(of: start.inputs, reporter, limits)
    // The inbox depends on the lists.
    let whole = try conditions.asksForInbox ? reporter.catalog(tree, selecting: nil) : nil
    let asked = try conditions.expression(reporter, in: whole)
    let expression = try query?.expression(isWhole: listing.all, reporter).and(asked) ?? asked
    if conditions.explain { return try Printing.print("\(expression)\n", reporter) }
    let question = expression.query(in: context)
    // A tag that no reminder has is told of all of them, and so is what an occurrence is made of.
    let isOfItself = start.isEverywhere && range == nil && conditions.tag.isEmpty
    let numbered = listing.numbers ? .always : ConfigurationFile.load(reporter).numbered
    var needs = try listing.needs(question, context, expression, query, numbered, limit: count.limit)
    needs.needsOthers = !isOfItself
    if let path = listing.output {
      guard count.limit == nil, range == nil, !watching.watch else {
        throw ValidationError("--output cannot be combined with --limit, --expand, --until and --watch.")
      }
      return try write(expression, start, tree, to: path, context, conditions, reporter)
    }
    let older = try query?.older().map { $0.and(asked).query(in: context) }
    needs.counted = older
    if needs.isEverything {
      reporter.warnOfPending(tree)
      let isWritten = try reporter.run { () throws(WorkError) in
        try LargeInputListing.write(tree, to: reporter.standardOutput(), context, reporter)
      }
      if isWritten { return try reporter.finish() }
    }
    let original = try whole ?? reporter.catalog(tree, selecting: needs.selection)
    var catalog = original
    try NameCheck(catalog).check(conditions, question, reporter)
    var scope = start.scope(in: catalog, { [catalog] in catalog.shortNames() }, reporter)
    if let range {
      let unrolled = original.unrolled(in: range, context)
      reporter.report(unrolled.problems)
      catalog = unrolled.catalog
    } else {
      let leadsWithToday = !listing.json && query?.query.leadsWithToday ?? false
      catalog = reporter.rows(of: original, leadsWithToday: leadsWithToday, context)
    }
    // Lists stay where they are, and reminders do not.
    scope.reminder = scope.reminder.flatMap(original.modelIdentifier).flatMap(catalog.indexPath)
    var list = Listing(
      catalog: catalog, context: context, options: listing, limit: count.limit, surface: appearance.surface,
      reporter: reporter)
    list.selected = scope.paths(of: question, in: catalog, context, reporter)
    list.selection = scope.reminder
    list.original = range != nil || catalog.hasSeriesRows ? original : nil
    list.isExpanded = range != nil
    list.showsFinished = expression.asksForFinished
    list.view = query
    list.numbered = numbered
    list.pager = paging.pager(isForPeople: !listing.json && listing.template == nil && !watching.watch)
    if let older {
      list.older = original.lists.reduce(catalog.found(by: older, at: scope.place, in: context).paths.count) {
        $0 + ($1.omitted?.counted.total ?? 0)
      }
    }
    try list.run()
    try reporter.finish()
  }

  /// Writes what would be shown to a file.
  private func write(
    _ expression: QueryExpression, _ start: StartingPoint, _ tree: InputTree, to path: String,
    _ context: ViewContext, _ conditions: ConditionOptions, _ reporter: Reporter
  ) throws {
    var choice = try FormatChoice(forOutput: path)
    if choice.format.option("timezone") != nil { try choice.set(shorthand: "timezone", context.zone.name) }
    var shown =
      listing.all || expression.asksForFinished
      ? expression : expression.and(QueryExpression(.condition(.open)))
    if !start.isEverywhere {
      let catalog = try reporter.catalog(tree)
      let scope = start.scope(in: catalog, { catalog.shortNames() }, reporter)
      if let place = scope.place {
        let source = catalog.sources[place.source].source.title
        shown = shown.and(QueryExpression(.compare(.source, .equal, .text(source, isExact: true))))
        if let list = catalog.list(at: place)?.list {
          let name = list.identifier.isEmpty ? list.title : list.identifier
          shown = shown.and(QueryExpression(.compare(.list, .equal, .text(name, isExact: true))))
        }
      }
    }
    let destination = Destination(path)
    try OutputWriting.confirmReplacing(
      destination, by: choice.format, isTaken: input.inputs.contains("-"), reporter)
    reporter.keepData()
    let job = FilterJob(Filter(shown.query(in: context), context: context), conditions.placeNames, reporter)
    let result = try reporter.run { () throws(WorkError) in
      let filtered = try job.filtered(tree, keepsEmptied: !destination.isFolder)
      return (filtered.names, try Conversion(to: choice).run(filtered.tree, to: destination, reporter))
    }
    NameCheck.note(result.0, reporter)
    reporter.tell(result.1.files)
    result.1.losses.tell(choice, as: choice.format.title, reporter)
    try reporter.finish()
  }
}

extension ListingOptions {
  /// The parts of large inputs that the listing needs.
  ///
  /// - Throws: ``Failure`` with status 64.
  func needs(
    _ query: Query, _ context: ViewContext, _ expression: QueryExpression, _ view: ViewQuery?,
    _ numbered: NumberedLists, limit: Int?
  ) throws(Failure) -> ListingNeeds {
    var needs = ListingNeeds(query, context, isForFinished: all || expression.asksForFinished)
    (needs.order, needs.limit) = (sort ?? view?.query.order, limit)
    let template = try chosenTemplate()
    let columns = try chosenColumns()
    let names = (template?.placeholders ?? columns)?.map(\.name)
    needs.needsNumbers = json ? numbers : numbered == .always || names?.contains(.number) ?? false
    needs.needsParents = !json && template == nil && columns == nil
    needs.needsShortNames = !json && names?.contains(.id) ?? true
    for case .field(let field) in names ?? [] { needs.fields?.insert(field) }
    if json { needs.fields = nil }
    let grouping = needs.needsParents ? group ?? view?.query.grouping ?? .list : .list
    needs.group(by: grouping, leadsWithToday: group == nil && (view?.query.leadsWithToday ?? false))
    return needs
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
