internal import ArgumentParser
internal import Listo

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Go through the inbox, one reminder at a time, with one key a decision.",
    usage: "listo review [<options>] [<input> ...]",
    discussion: """
      Each reminder waits for a decision: n does it today (it is due then), s puts it off, m files it to a list, t tags it, f takes it into \
      today's focus, space is done, d deletes, enter leaves it for later, u takes back. What was left is resumed where it was.

      The inbox is what is open in the lists that are called Inbox, in any case of letters; where there is none, what is open and has \
      neither due date, start nor tag, and is no subtask. The query inbox in the configuration takes its place, --where another for once.

      Examples:
        listo review
        listo review --where 'open and due < -2w' ~/Calendars
        listo review --restart --plain ~/Calendars
      """)

  @OptionGroup var input: PlaceArguments

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Review what matches an expression; see listo help query.", valueName: "expression"))
  var expression: String?

  @Flag(help: "Begin anew, whatever was decided before.")
  var restart = false

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let asked = try expression.map { try ConditionOptions.parse($0) }
    var start = try ScreenStart("review", input.inputs, screen, view, reporting, limits)
    let question = try asked ?? ViewQuery.inbox(in: start.catalog).expression()
    start.openReview(question, isNew: restart)
    try start.run()
  }
}

extension ViewQuery {
  /// What nobody has decided about yet: the query `inbox` of the configuration, else that of the library.
  ///
  /// - Throws: ``Failure`` with status 78.
  static func inbox(in catalog: Catalog) throws(Failure) -> ViewQuery {
    let inbox = NamedQuery.inbox(in: catalog)
    let isOwn = try ConfigurationFile.load().queries.contains { $0.name == inbox.name }
    return isOwn ? try named(inbox.name) : ViewQuery(inbox)
  }
}
