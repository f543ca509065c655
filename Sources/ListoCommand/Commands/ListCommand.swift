internal import ArgumentParser
internal import Listo
internal import ListoFormats
internal import ListoStores

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show reminders, by source and calendar.",
    discussion: """
      Subtasks stand below what they are a part of. The short name before a title is what listo show takes. Completed and cancelled \
      reminders are counted, and shown with --all. All conditions that are given must hold.

      On a terminal the lists are fitted to its width and shown in their colours; in a pipe lines are as long as they need to be.

      Examples:
        listo list ~/Calendars
        listo list Export.ics --overdue
        listo list ~/Calendars --list Home --list Family --sort due
        listo list ~/Calendars --due-after today --priority high
        listo list ~/Calendars --where 'startable and not blocked'
        listo list ~/Calendars --expand 'today..end of week' --sort due
        listo list - --all < Export.ics
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Conditions") var conditions: ConditionOptions

  @Flag(name: .shortAndLong, help: "Show completed and cancelled ones too.")
  var all = false

  @Option(help: "The order within a list, and of subtasks below a reminder.")
  var sort: ListOrder = .manual

  @Option(
    help: ArgumentHelp(
      "Show repeating reminders at each time of a range, such as today..today+7d, instead of once.",
      valueName: "range"))
  var expand: String?

  @Option(
    help: ArgumentHelp("Show repeating reminders at each time from today until this date.", valueName: "date")
  )
  var until: String?

  @Flag(help: "Print the reminders as a JSON array, whatever their status.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let expression = try conditions.expression()
    if conditions.explain { return try Printing.print("\(expression)\n", reporter) }
    let context = try view.context(reporter)
    let query = expression.query(in: context)
    let range = try expansion()
    var catalog = try CatalogReading.catalog(input.tree(reporter, limits), reporter)
    if let range {
      let (from, to) = range.instants(in: context)
      let unrolled = catalog.unrolled(.range(from: from, to: to), in: context)
      reporter.report(unrolled.problems)
      catalog = unrolled.catalog
    }
    try NameCheck(catalog.places).check(conditions)
    let matches = query == .all ? nil : catalog.matches(query, in: context)
    if let matches { reporter.report(matches.problems) }
    let selected = matches?.paths
    if json {
      try printJSON(catalog, selected, reporter)
    } else {
      var list = ListView(
        catalog: catalog, names: ShortNames(catalog, on: ThreadPipeline()), context: context,
        surface: appearance.surface)
      list.selected = selected
      list.finished = all || expression.asksForFinished ? .shown : .counted
      list.order = sort
      list.threads = Writing.threads
      try Printing.print(list.text(), reporter)
    }
    try reporter.finish()
  }

  /// The times at which repeating reminders are shown; nil for once.
  private func expansion() throws -> QueryRange? {
    if expand != nil, until != nil { throw ValidationError("Give either --expand or --until, not both.") }
    do throws(QuerySyntaxError) {
      if let expand { return try QueryRange(expand) }
      return try until.map { text throws(QuerySyntaxError) in
        QueryRange(first: .relative(.today, []), last: try QueryDate(text))
      }
    } catch {
      throw QueryErrorView(error: error).failure(expand == nil ? "--until" : "--expand")
    }
  }

  private func printJSON(_ catalog: Catalog, _ selected: Set<Catalog.IndexPath>?, _ reporter: Reporter) throws
  {
    var writer = ReminderJSON()
    let output = reporter.standardOutput()
    var bytes = Array("[".utf8)
    var isFirst = true
    for path in catalog.reminderPaths where selected?.contains(path) ?? true {
      bytes += isFirst ? "\n".utf8 : ",\n".utf8
      isFirst = false
      writer.write(path, of: catalog, to: &bytes)
      guard bytes.count > 1 << 16 else { continue }
      // Piece by piece: all of it would be in memory once more.
      let piece = bytes
      try Writing.attempt(reporter) { () throws(StoreError) in try output.write(piece[...]) }
      bytes = []
    }
    bytes += "\n]\n".utf8
    let end = bytes
    try Writing.attempt(reporter) { () throws(StoreError) in
      try output.write(end[...])
      try output.commit()
    }
  }
}

extension ListOrder: ExpressibleByArgument {}
