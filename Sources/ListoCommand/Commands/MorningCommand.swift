internal import ArgumentParser
internal import Listo

struct MorningCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "morning",
    abstract: "Review the inbox, pick the focus of the day, and do what is next.",
    usage: "listo morning [<options>] [<input> ...]",
    discussion: """
      These are listo review, listo focus and listo next --screen, one after the other on one screen. The \
      next step begins when all is decided, or with the tab key; q leaves. At the end, Listo prints what was \
      done.

      Examples:
        listo morning
        listo morning ~/Calendars
        listo morning --plain ~/Calendars
      """)

  @OptionGroup var input: PlaceArguments
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let reporter = reporting.reporter(limits)
    var start = try ScreenStart("morning", input.inputs, screen, view, reporter, limits)
    start.openReview(try ViewQuery.named(NamedQuery.inboxName, in: start.original).expression(), isNew: false)
    start.openSteps(try ViewQuery.named("next").checked())
    let reports = try start.run().stepReports
    try Printing.print(reports.map { $0 + "\n" }.joined(), reporter)
  }
}
