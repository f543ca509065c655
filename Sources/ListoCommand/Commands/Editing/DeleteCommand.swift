internal import ArgumentParser
internal import Listo

struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Take reminders out, with their changed occurrences.",
    usage: "listo delete [<options>] <name> ... [--in <place>]",
    discussion: """
      A name is what listo done takes. It is asked first, or --yes says so; what was deleted stays in the journal, so that listo undo \
      brings it back, until listo history --forget.

      Examples:
        listo delete bf6e --yes
        listo delete 'advent weekend' --subtasks keep --yes
        listo delete --where 'list = Work and completed' --dry-run
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp(
      "What becomes of subtasks: they move up a level, or are deleted too.", valueName: "what"))
  var subtasks: SubtasksOfDeleted?

  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, .subtasks)
    let identifiers = try session.reminders(targets)
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
