internal import ArgumentParser
internal import Listo

struct CalendarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars",
    abstract: "Show lists (calendars) with counts and identifiers, or change them.",
    usage: """
      listo calendars [<options>] [<input> ...]
      listo calendars add | rename | colour | order | delete <argument> ...
      """,
    discussion: """
      Lists are shown under their source, which is a folder or an account. Identifiers stay the same from \
      run to run; --list, --source and listo show accept identifiers and titles.

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
  @OptionGroup var paging: PagerOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let reporter = reporting.reporter(limits)
    reporter.tellsListNames = true
    defer { reporter.progress?.end() }
    let context = try view.context(reporter, inputs: input.inputs)
    let catalog = reporter.rows(
      of: try reporter.catalog(
        try input.tree(reporter, limits), selecting: json ? nil : CatalogSelection.none(context)), context)
    let text =
      json
      ? catalog.json(in: context).prettyText
      : CalendarsView(catalog: catalog, context: context, surface: appearance.surface).text()
    try Printing.print(text, reporter, paging.pager(isForPeople: !json))
    try reporter.finish()
  }
}
