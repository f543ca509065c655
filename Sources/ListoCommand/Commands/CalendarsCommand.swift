internal import ArgumentParser
internal import Listo

struct CalendarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars",
    abstract: "Show which calendars there are, with counts and identifiers, or change them.",
    usage: """
      listo calendars [<options>] [<input> ...]
      listo calendars add | rename | colour | order | delete <argument> ...
      """,
    discussion: """
      Calendars stand under their source: the folder, or account, that they come from. An identifier stays the same from run to run; \
      --list, --source and listo show take it, and titles as well.

      Examples:
        listo calendars ~/Calendars
        listo calendars Export.ics --json | jq '.sources[].lists[].title'
        listo calendars colour Home teal --in ~/Calendars
      """)

  @OptionGroup var input: InputOptions

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let reporter = reporting.reporter(limits)
    reporter.tellsListNames = true
    defer { reporter.progress?.end() }
    let context = try view.context(reporter, inputs: input.inputs)
    let catalog = try reporter.catalog(
      try input.tree(reporter, limits), selecting: json ? nil : CatalogSelection.none(context))
    let text =
      json
      ? catalog.json(in: context).prettyText
      : CalendarsView(catalog: catalog, context: context, surface: appearance.surface).text()
    try Printing.print(text, reporter)
    try reporter.finish()
  }
}
