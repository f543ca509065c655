internal import ArgumentParser
internal import Listo

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Process the inbox, one reminder at a time, with single keys.",
    usage: "listo review [<options>] [<input> ...]",
    discussion: """
      Each reminder waits for a decision: n makes it due today, s postpones it, m moves it to a list, t tags \
      it, f adds it to today's focus, space completes it, d deletes it, enter skips it, and u undoes. The \
      next review continues where you stopped. The exit status is 1 while a reminder is undecided.

      The inbox is the open reminders of all lists called Inbox, in upper or lower case. Without such a \
      list, it is the open reminders without due date, start, tag and parent. A query named inbox in the \
      configuration replaces this; --where replaces it once.

      Examples:
        listo review
        listo review --where 'open and due < -2w' ~/Calendars
        listo review --restart --plain ~/Calendars
      """)

  @OptionGroup var input: PlaceArguments

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Review the reminders that match this expression; see listo help query.", valueName: "expression"))
  var expression: String?

  @Flag(help: "Start again, with the reminders that you have reviewed already.")
  var restart = false

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let asked = try expression.map { try ConditionOptions.parse($0) }
    var start = try ScreenStart("review", input.inputs, screen, view, reporting.reporter(limits), limits)
    let question = try asked ?? ViewQuery.named(NamedQuery.inboxName, in: start.original).expression()
    start.openReview(question, isNew: restart)
    let screen = try start.run()
    if case .queue(let queue) = screen.pages[0], queue.openCount > 0 { throw Failure(.differences) }
  }
}
