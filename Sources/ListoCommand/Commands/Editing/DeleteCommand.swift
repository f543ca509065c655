internal import ArgumentParser
internal import Listo

struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete reminders with all their occurrences.",
    usage: "listo delete [<options>] <name> ... [--in <place>]",
    discussion: """
      Reminders are named as for listo done. Listo asks before it deletes, unless you pass --yes. Deleted \
      reminders stay in the journal: listo undo brings them back until you clear the journal with listo \
      history --forget.

      If an identifier names one occurrence of a repeating reminder, only that occurrence is deleted. Listo \
      asks about the whole series if no other occurrence is open.

      Examples:
        listo delete bf6e --yes
        listo delete 'advent weekend' --subtasks keep --yes
        listo delete --where 'list = Work and completed' --dry-run
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp(
      "The treatment of subtasks: keep moves them up a level, delete deletes them too.", valueName: "what"))
  var subtasks: SubtasksOfDeleted?

  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, .subtasks)
    let identifiers = try session.withSeries(session.reminders(targets))
    let subtasks = try session.subtasks(
      of: identifiers, subtasks?.value, or: SubtasksOfDeleted.delete.rawValue)
    try session.apply([.delete(subtasks)], to: identifiers, .deleted)
  }
}

/// `keep` or `delete`.
enum SubtasksOfDeleted: String, ExpressibleByArgument, CaseIterable {
  case keep, delete

  var value: Subtasks { self == .keep ? .keep : .include }
}
