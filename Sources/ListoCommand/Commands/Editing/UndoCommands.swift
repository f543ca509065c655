internal import ArgumentParser
internal import Listo

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change, or an earlier one.",
    usage: "listo undo [<options>] [<change>]",
    discussion: """
      Each change has a number, which is printed with it; without a number, Listo undoes the last change \
      that was not undone. Later changes elsewhere in the file or the reminder are kept. If the same lines \
      were changed later, Listo shows them and does nothing.

      Examples:
        listo done dentist
        listo undo
        listo redo
      """)

  @Argument(help: ArgumentHelp("The number of a change, as listo history shows it.", valueName: "change"))
  var change: Int?

  @OptionGroup var options: JournalOptions

  func run() throws { try options.run(change, isRedo: false) }
}

struct RedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo the last undone change.",
    usage: "listo redo [<options>]",
    discussion: """
      Examples:
        listo done dentist
        listo undo
        listo redo
      """)

  @OptionGroup var options: JournalOptions

  func run() throws { try options.run(nil, isRedo: true) }
}

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the changes that were made, newest first.",
    usage: "listo history [<options>]",
    discussion: """
      The journal keeps changes and deleted reminders for as long as the configuration says. Only you can \
      read it. --forget clears the journal; after that nothing can be undone.

      Examples:
        listo history
        listo history --limit 3 --json
        listo history --forget --yes
      """)

  @Option(help: ArgumentHelp("Show at most this many changes, the newest.", valueName: "number"))
  var limit: Int?

  @Flag(help: "Delete the whole journal.")
  var forget = false

  @Flag(name: .shortAndLong, help: "With --forget: do not ask first.")
  var yes = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var paging: PagerOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    if forget && json { throw ValidationError("--forget and --json cannot be combined.") }
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    let context = try view.context(reporter, inputs: ["-"])
    let journal = try EditStore.journal(ConfigurationFile.load())
    let entries = try reporter.run { () throws(WorkError) in try journal.history() }
    if forget {
      let count = entries.count
      guard count > 0 else { return try Printing.printDone("The journal is empty.\n", reporter) }
      if !yes {
        guard let prompt = EditPrompt(isTaken: false, asks: false) else {
          throw Failure(
            .usage, "--forget asks on a terminal, but this is not one; pass --yes to clear all \(count).")
        }
        guard
          prompt.confirms(
            "Clear \(RelativeDate.count(count, "change")) from the journal? Deleted reminders cannot be restored then."
          )
        else {
          throw Failure(.doubtful, "stopped: the journal is unchanged.")
        }
      }
      _ = try reporter.run { () throws(WorkError) in try journal.forget() }
      return try Printing.printDone("cleared: \(RelativeDate.count(count, "change"))\n", reporter)
    }
    let shown = Array(entries.prefix(limit ?? .max))
    let surface = appearance.surface
    let view = HistoryView(entries: shown, context: context, surface: surface)
    try Printing.print(
      json ? HistoryEntry.json(of: shown).prettyText : surface.text(view.lines), reporter,
      paging.pager(isForPeople: !json))
    try reporter.finish()
  }
}
