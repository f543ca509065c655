internal import ArgumentParser
internal import Listo

struct AgendaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agenda",
    abstract: "Show the coming days, with every occurrence of repeating reminders.",
    usage: "listo agenda [<options>] [<input> ...]",
    discussion: """
      Each day shows the reminders that are due on it, and reminders without a due date that start on it. \
      Repeating reminders appear on each of their days. Reminders that are overdue from before today are \
      counted at the top. Conditions are those of listo list; without an input, Listo reads the sources of \
      the configuration.

      Examples:
        listo agenda
        listo agenda ~/Calendars --days 14 --list Home
        listo agenda --json | jq -r '.[] | "\\(.due) \\(.title)"'
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Conditions") var conditions: ConditionOptions

  @Option(help: ArgumentHelp("The number of days to show, including today.", valueName: "number"))
  var days = 7

  @Flag(name: .shortAndLong, help: "Also show completed and cancelled reminders.")
  var all = false

  @Flag(help: "Print the occurrences as a JSON array in order of time.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var paging: PagerOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    guard (1...366).contains(days) else { throw ValidationError("--days must be from 1 to 366.") }
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let asked = try conditions.expression(reporter)
    let expression = try ViewQuery.named("agenda").expression(isWhole: all, reporter).and(asked)
    if conditions.explain { return try Printing.print("\(expression)\n", reporter) }
    let context = try view.context(reporter, inputs: input.inputs)
    let query = expression.query(in: context)
    // A tag that no reminder has is told of all of them.
    var selection = conditions.tag.isEmpty ? Agenda.selection(query, context, days: days) : nil
    selection?.needsParents = !json
    selection?.needsShortNames = !json
    let catalog = try reporter.catalog(try input.tree(reporter, limits), selecting: selection)
    try NameCheck(catalog).check(conditions, query, reporter)
    let agenda = Agenda(catalog, query, context, days: days)
    reporter.report(agenda.problems)
    if json {
      try Printing.print(String(decoding: agenda.json(), as: UTF8.self), reporter)
    } else {
      var view = GroupedView(
        catalog: agenda.catalog, names: catalog.shortNames(), context: context, surface: appearance.surface)
      view.original = catalog
      try Printing.print(
        appearance.surface.text(agenda.lines(view, ofDays: days)), reporter, paging.pager())
    }
    try reporter.finish()
  }
}
