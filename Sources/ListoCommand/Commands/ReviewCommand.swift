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
    let question = try asked ?? Inbox.expression(in: start.catalog)
    start.openReview(question, isNew: restart)
    try start.run()
  }
}

/// What nobody has decided about yet.
enum Inbox {
  private static let name = "inbox"

  /// The query `inbox` of the configuration; else what is open in lists that are called so; where there is none, what has neither a date
  /// nor a tag and is no subtask.
  ///
  /// - Throws: ``Failure`` with status 78.
  static func expression(in catalog: Catalog) throws(Failure) -> QueryExpression {
    if try ConfigurationFile.load().queries.contains(where: { $0.name == name }) {
      return try NamedQuery.named(name).expression()
    }
    let hasList = catalog.sources.contains { source in
      source.lists.contains { $0.list.title.lowercased() == name }
    }
    let text =
      hasList
      ? "open and list = \(name)"
      : "open and not has due and not has start and not has tags and not has parent"
    return try NamedQuery(name: name, text: text).expression()
  }
}
