internal import ArgumentParser
internal import Listo

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "Show the reminder to do now.",
    usage: "listo next [<options>] [<input> ...]",
    discussion: """
      Listo considers open reminders that you can start: the start date has come, nothing that they depend \
      on is open, and they have no open subtask. It shows the first in this order: picked with listo focus, or \
      below a picked parent or in a picked list; overdue, due soonest, highest priority, manual order. --each \
      shows one reminder for each list and for each parent with open subtasks. --why explains the choice and \
      lists the reminders that were skipped. A query named next in the configuration replaces the standard one. \
      Conditions are those of listo list. With --screen, one key completes the reminder, postpones it, or \
      goes on to the next.

      Without an input, Listo starts in the list of listo select; --everywhere considers all lists. The exit \
      status is 1 if no reminder can be started.

      Examples:
        listo next
        listo next --why
        listo next --each
        listo next --screen
        listo next ~/Calendars --list Home
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Conditions") var conditions: ConditionOptions

  @Flag(help: "Show one for each list, and for each reminder with open subtasks.")
  var each = false

  @Flag(help: "Explain the choice.")
  var why = false

  @Flag(help: "Ignore the selection: consider all lists of the sources.")
  var everywhere = false

  @Flag(
    help: "Print the reminder as a JSON object, with the reasons if --why is given; an array with --each.")
  var json = false

  @Flag(name: .customLong("screen"), help: "Show it on the full screen, then the reminder after it.")
  var isOnScreen = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if each, why { throw ValidationError("--why explains one reminder; it cannot be combined with --each.") }
    guard isOnScreen || screen.plain else { return }
    if json || why { throw ValidationError("--json and --why cannot be combined with --screen.") }
    if input.parser != .listo {
      throw ValidationError(
        "--screen cannot be combined with --parser libical, which only reads.")
    }
    if input.reading.from != nil {
      throw ValidationError("--screen works only with iCalendar; leave out --from.")
    }
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let named = try ViewQuery.named("next")
    let asked = try conditions.expression(reporter)
    let expression = try named.expression(reporter).and(asked)
    if conditions.explain { return try Printing.print("\(expression)\n", reporter) }
    let context = try view.context(reporter, inputs: input.inputs)
    let isElsewhere = everywhere || !conditions.list.isEmpty || !conditions.source.isEmpty
    let start = try StartingPoint(input.inputs, isEverywhere: isElsewhere, reporter)
    let query = expression.query(in: context)
    var shown =
      isOnScreen || screen.plain
      ? try ScreenStart("next --screen", start.inputs, screen, view, reporter, limits) : nil
    let original =
      try shown?.original
      ?? self.catalog(named, query, context, isEverywhere: start.isEverywhere, start.inputs, reporter)
    try NameCheck(original).check(conditions, query, reporter)
    let names = original.shortNames()
    let scope = start.scope(in: original, { names }, reporter)
    let catalog = reporter.rows(of: original, context)
    func paths(_ query: Query) -> [Catalog.IndexPath] {
      let found = scope.paths(of: query, in: catalog, context, reporter)
      return catalog.reminderPaths.filter { found?.contains($0) ?? true }
    }
    let focus = FocusFile().load(catalog, today: context.today).compactMap(catalog.indexPath)
    let all = catalog.sorted(paths(query), after: focus, by: named.query.order, in: context)
    let candidates = each ? catalog.firstOfEach(all) : all
    if shown != nil {
      shown?.openNext(candidates.compactMap(catalog.modelIdentifier))
      try shown?.run()
      return
    }
    guard let first = candidates.first else {
      try Printing.print(json ? each ? "[]\n" : "null\n" : (named.nothing ?? "") + "\n", reporter)
      throw Failure(.differences)
    }
    let chosen = each ? candidates : [first]
    let reason =
      why
      ? NextReason(
        catalog: catalog, context: context, candidates: candidates,
        focus: catalog.picked(focus, among: candidates),
        order: named.query.order,
        passedOver: NextReason.counts(named, asked) { paths($0.query(in: context)) }) : nil
    if json {
      let objects = chosen.map { path in
        let bytes = catalog.json(at: path, currentIn: context, why: reason?.sentences)
        return String(decoding: bytes, as: UTF8.self)
      }
      try Printing.print((each ? "[\(objects.joined(separator: ",\n"))]" : objects[0]) + "\n", reporter)
    } else {
      let surface = screen.appearance.surface
      var view = GroupedView(catalog: catalog, names: names, context: context, surface: surface)
      view.original = catalog.hasSeriesRows ? original : nil
      var lines = view.lines([ReminderGroup(.all, chosen)])
      if let reason { lines += [StyledLine()] + reason.lines(surface) }
      try Printing.print(surface.text(lines), reporter)
    }
    try reporter.finish()
  }

  /// All are needed to say why it is the one, and for what was picked for today; else those that come first.
  private func catalog(
    _ named: ViewQuery, _ query: Query, _ context: ViewContext, isEverywhere: Bool, _ inputs: [String],
    _ reporter: Reporter
  ) throws(Failure) -> Catalog {
    let tree = input.tree(of: inputs, reporter, limits)
    guard !why, !each, isEverywhere, conditions.tag.isEmpty, !FocusFile().isFor(context.today) else {
      return try reporter.catalog(tree)
    }
    reporter.warnOfPending(tree)
    return try reporter.run { () throws(WorkError) in
      try CatalogReading.catalog(tree, firstOf: query, by: named.query.order, context, reporter)
    }
  }
}
