internal import ArgumentParser
internal import Listo

/// The options that `undo` and `redo` have in common.
struct JournalOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Show the changes line by line, and make none.")
  var dryRun = false

  @Flag(help: "Print the changes as JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  /// - Parameters:
  ///   - number: of a change; nil for the last that can be taken back or made again.
  /// - Throws: ``Failure``; with status 1 where there is nothing to do, or it was changed since.
  func run(_ number: Int?, isRedo: Bool) throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let configuration = try ConfigurationFile.load()
    let context = try view.context(reporter, inputs: [])
    let journal = try EditStore.journal(configuration)
    let id = number.map(Transaction.ID.init)
    let done = try reporter.running {
      let store = try ReminderStore([], journal: journal, limits: limits.values, isTrial: dryRun)
      if isRedo { return try store.redo(at: context.now, ofOthers: true) }
      return try id.map { try store.undo($0, at: context.now) }
        ?? store.undo(at: context.now, ofOthers: true)
    }
    if dryRun {
      try DifferenceText.print(done.files.map(FileDifference.init), json: json, reporter)
      return try reporter.finish()
    }
    reporter.tell(done)
    let report = UndoReport(transaction: done, isRedo: isRedo)
    try Printing.printDone(
      report.text, json: json ? done.undoJSON(isRedo: isRedo).prettyText : nil, reporter)
    try reporter.finish()
  }
}
