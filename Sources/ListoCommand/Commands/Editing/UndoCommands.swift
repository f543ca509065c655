internal import ArgumentParser
internal import Listo

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what was changed last, or an earlier change.",
    usage: "listo undo [<options>] [<change>]",
    discussion: """
      A change is named by the number that was shown with it; without one it is the last that was not taken back. What others changed since, \
      elsewhere in the same file or in the same reminder, stays; where the same lines were changed since, they are shown, and nothing is \
      done.

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
    abstract: "Redo the change that was undone last.",
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
    abstract: "Show what was changed, the last change first.",
    usage: "listo history [<options>]",
    discussion: """
      The journal holds what was changed, and deleted, for as long as the configuration says. It is kept for your eyes alone, and \
      --forget empties it: then nothing can be taken back.

      Examples:
        listo history
        listo history --limit 3 --json
        listo history --forget --yes
      """)

  @Option(help: ArgumentHelp("Show no more than the last ones.", valueName: "number"))
  var limit: Int?

  @Flag(help: "Forget all of it.")
  var forget = false

  @Flag(name: .shortAndLong, help: "With --forget: do not ask.")
  var yes = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit: at least one change is needed.") }
    if forget && json { throw ValidationError("give either --forget or --json, not both.") }
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    let context = try view.context(reporter, inputs: ["-"])
    let journal = try EditStore.journal(ConfigurationFile.load())
    let entries = try reporter.run { () throws(WorkError) in try journal.history() }
    if forget {
      let count = entries.count
      guard count > 0 else { return try Printing.print("The journal is empty.\n", reporter) }
      if !yes {
        guard let prompt = EditPrompt(isTaken: false, asks: false) else {
          throw Failure(.usage, "this is no terminal, so nobody can be asked; --yes forgets all \(count).")
        }
        guard prompt.confirms("Forget \(RelativeDate.count(count, "change"))? What was deleted is gone then.")
        else {
          throw Failure(.doubtful, "stopped: nothing was forgotten.")
        }
      }
      _ = try reporter.run { () throws(WorkError) in try journal.forget() }
      return try Printing.print("forgotten: \(RelativeDate.count(count, "change"))\n", reporter)
    }
    let shown = Array(entries.prefix(limit ?? .max))
    let view = HistoryView(entries: shown, context: context)
    try Printing.print(json ? HistoryEntry.json(of: shown).prettyText : view.text, reporter)
    try reporter.finish()
  }
}
