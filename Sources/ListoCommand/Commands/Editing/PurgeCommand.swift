internal import ArgumentParser
internal import Listo

struct PurgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Delete or archive old completed and cancelled reminders.",
    usage: "listo purge [<options>] --completed-before <date> [--archive <file>]",
    discussion: """
      Listo deletes completed and cancelled reminders whose completion date (or else the date of their last \
      change) is before the date. Those without any such date are kept and counted. Repeating reminders and \
      reminders with open subtasks are kept. --archive \
      first adds the reminders to an iCalendar file, which listo list can read. listo undo takes a purge \
      back.

      Examples:
        listo purge --completed-before today-90d --list Family --dry-run
        listo purge --completed-before tomorrow --archive Done.ics --yes
      """)

  @Option(
    help: ArgumentHelp("Delete reminders completed before this date, in words or digits.", valueName: "date"))
  var completedBefore: String

  @Option(
    help: ArgumentHelp(
      "Add the reminders to this iCalendar file first; it is created if missing.", valueName: "file"),
    completion: .file(extensions: ["ics"]))
  var archive: String?

  @Option(
    help: ArgumentHelp("Only in the list with this title or identifier.", valueName: "name"),
    completion: NameCompletion.lists)
  var list: String?

  @OptionGroup var places: PlaceOptions
  @OptionGroup var options: EditOptions

  func validate() throws {
    if let archive, !archive.lowercased().hasSuffix(".ics") {
      throw ValidationError(
        "--archive \(archive): the name of the archive must end in .ics.")
    }
  }

  func run() throws {
    var made: ArchiveFile?
    if let archive, !options.dryRun {
      let reporter = Reporter(isQuiet: true, isStrict: false)
      made = try reporter.run { () throws(WorkError) in try ArchiveFile(making: archive, reporter) }
    }
    defer { made?.removeIfUnused() }
    let session = try EditSession(options, places, with: options.dryRun ? [] : [archive].compactMap(\.self))
    made.map(session.store.countAsNew)
    let limit = try session.wording.instant(completedBefore, "--completed-before")
    let scope = try list.map { try session.list($0) }
    let purge = Purge(of: session.store, before: limit, in: scope, archive: archive, session.context)
    if purge.undatedCount > 0 {
      let words = RelativeDate.count(purge.undatedCount, "completed or cancelled reminder")
      session.reporter.note("note: \(words) without a date of completion or change: kept")
    }
    if !purge.readOnlyLists.isEmpty {
      let titles = purge.readOnlyLists.compactMap(session.reporter.titleOf)
      session.reporter.note(
        "note: reminders of \(titles.joined(separator: ", ")) are kept, because Listo cannot change their files"
      )
    }
    // As JSON, no change is told like any other.
    guard !purge.reminders.isEmpty || options.json else {
      try Printing.printDone("no reminder is that old\n", session.reporter)
      return try session.reporter.finish()
    }
    let action = EditAction(
      archive.map { "archived in \($0)" } ?? "purged", asked: archive.map { "moved to \($0)" } ?? "deleted",
      deletes: true)
    try session.change(purge.reminders, action) { (editing, identifier) throws(EditError) in
      if editing[identifier] != nil { try editing.apply(purge.change, to: identifier) }
      return identifier
    }
  }
}
