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
    var catalog = try reporter.catalog(tree)
    try NameCheck(catalog).check(conditions, expression.query(in: context), reporter)
    var scope = start.scope(in: catalog, { [catalog] in ShortNames(catalog) }, reporter)
    let original = range == nil ? nil : catalog
    if let range {
      let (from, to) = range.instants(in: context)
      let unrolled = catalog.unrolled(.range(from: from, to: to), in: context)
      reporter.report(unrolled.problems)
      // Lists stay where they are, and reminders do not.
      scope.reminder = scope.reminder.flatMap(catalog.modelIdentifier).flatMap(unrolled.catalog.indexPath)
      catalog = unrolled.catalog
    }
    var list = Listing(
      catalog: catalog, context: context, options: listing, limit: count.limit, surface: appearance.surface,
      reporter: reporter)
    list.selected = scope.paths(of: expression.query(in: context), in: catalog, context, reporter)
    list.selection = scope.reminder
    list.original = original
    list.showsFinished = expression.asksForFinished
    list.view = query
    try list.run()
    try reporter.finish()
  }
}

extension StartingPoint.Scope {
  /// The reminders in it that match; nil for all of the catalog.
  func paths(
    of query: Query, in catalog: Catalog, _ context: ViewContext, _ reporter: Reporter
  ) -> Set<Catalog.IndexPath>? {
    guard query != .all else {
      return place == nil ? nil : Set(catalog.reminderPaths.filter(holds))
    }
    let matches = catalog.matches(query, in: context)
    reporter.report(matches.problems)
    return place == nil ? matches.paths : matches.paths.filter(holds)
  }
}

extension QueryExpression {
  /// Both hold.
  func and(_ other: QueryExpression) -> QueryExpression {
    switch (node, other.node) {
    case (_, .all): self
    case (.all, _): other
    case (.and(let left), .and(let right)): QueryExpression(.and(left + right))
    case (.and(let left), let right): QueryExpression(.and(left + [right]))
    case (let left, .and(let right)): QueryExpression(.and([left] + right))
    case (let left, let right): QueryExpression(.and([left, right]))
    }
  }
}
