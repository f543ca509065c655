internal import ArgumentParser
internal import Listo
internal import ListoFormats

struct CalendarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars",
    abstract: "Show the sources and their calendars, with identifiers and counts.",
    discussion: """
      Examples:
        listo calendars ~/Calendars
        listo calendars Export.ics --json | jq '.sources[].lists[].title'
      """)

  @OptionGroup var input: InputOptions

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var reporting: ReportOptions

  func run() throws {
    let reporter = reporting.reporter()
    let context = try view.context()
    let catalog = try CatalogReading.catalog(input.tree(reporter), reporter)
    let text =
      json
      ? String(decoding: catalog.json(in: context).pretty, as: UTF8.self)
      : CalendarsView(catalog: catalog, context: context, surface: appearance.surface).text()
    try Printing.print(text, reporter)
    try reporter.finish()
  }
}
