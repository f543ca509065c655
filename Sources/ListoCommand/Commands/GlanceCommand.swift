internal import ArgumentParser
internal import Listo

struct GlanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "glance",
    abstract: "Print one line about due reminders, for a prompt or a status bar.",
    usage: "listo glance [<options>] [<input> ...]",
    discussion: """
      Prints the number of overdue reminders, the number due today, and the next reminder, or nothing if \
      nothing is due. --json is for a status bar; its keys text, tooltip and class are those of waybar. A \
      calendar on the web is fetched at most every 15 minutes.

      Examples:
        listo glance
        listo glance ~/Calendars --json
      """)

  @OptionGroup var input: InputOptions

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let context = try view.context(reporter, inputs: input.inputs)
    let catalog = try reporter.catalog(
      try input.tree(reporter, limits, web: WebReading.glanced), selecting: Glance.selection(context))
    let glance = Glance(catalog, context)
    if json {
      try Printing.print(
        String(decoding: GlanceView.json(glance, context).compact, as: UTF8.self) + "\n", reporter)
    } else if let line = GlanceView.line(glance, context) {
      try Printing.print(line + "\n", reporter)
    }
    try reporter.finish()
  }
}
