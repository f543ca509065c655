internal import ArgumentParser
internal import Listo

struct GlanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "glance",
    abstract: "Say in one line what is due, for a prompt or a status bar.",
    usage: "listo glance [<options>] [<input> ...]",
    discussion: """
      How many are overdue and due today, and what comes next. Where nothing is due, nothing is printed. --json is for a status bar: text, \
      tooltip and class are the keys that waybar takes. A calendar on the web is asked for anew at most once in a quarter of an hour.

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
