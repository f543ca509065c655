internal import ArgumentParser
internal import Listo

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show reminders, by source and calendar.",
    discussion: """
      Subtasks stand below what they are a part of. The short name before a title is what listo show takes. Completed and cancelled \
      reminders are counted, and shown with --all. All conditions that are given must hold.

      Without an input the sources of the configuration are read, and the list that listo select remembers is shown; --everywhere, \
      --list and --source show the others.

      On a terminal the lists are fitted to its width and shown in their colours; in a pipe lines are as long as they need to be.

      Examples:
        listo list ~/Calendars
        listo list Export.ics --overdue
        listo list ~/Calendars --list Home --list Family --sort due
        listo list ~/Calendars --due-after today --priority high
        listo list ~/Calendars --group due --limit 10
        listo list ~/Calendars --columns due,title:30,tags --sort=-due
        listo list ~/Calendars --format '{due:date} {title}' | sort
        listo list - --all < Export.ics
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Conditions") var conditions: ConditionOptions
  @OptionGroup var listing: ListingOptions

  @Flag(help: "Start nowhere: show all lists of the sources, whatever is selected.")
  var everywhere = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: ListLimitOptions

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let context = try view.context(reporter)
    let query = try conditions.query(in: context)
    // What is wrong with these is said before anything is read.
    _ = (try listing.template(), try listing.chosenColumns())
    let isElsewhere = everywhere || !conditions.list.isEmpty || !conditions.source.isEmpty
    let start = try StartingPoint(input.inputs, isEverywhere: isElsewhere, reporter)
    let tree = input.reading.tree(start.inputs, reporter, limits)
    let catalog = try CatalogReading.catalog(tree, reporter)
    try NameCheck(catalog.places).check(conditions)
    let scope = start.scope(in: catalog, { ShortNames(catalog) }, reporter)
    var list = Listing(
      catalog: catalog, context: context, options: listing, limit: limits.count, surface: appearance.surface,
      reporter: reporter)
    list.selected = query == .all ? nil : catalog.paths(matching: query, in: context)
    if scope.place != nil {
      list.selected = (list.selected ?? Set(catalog.reminderPaths)).filter(scope.holds)
    }
    list.selection = scope.reminder
    list.showsFinished = conditions.completed
    try list.run()
    try reporter.finish()
  }
}
