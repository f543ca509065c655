internal import ArgumentParser
internal import Listo

struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy reminders with their subtasks to a list.",
    usage: "listo copy [<options>] <name> ... --to <list>",
    discussion: """
      Reminders are named as for listo done. Each copy gets a new UID, and copied subtasks belong to the \
      copied parents.

      Examples:
        listo copy 'advent weekend' --to Family
        listo copy --where 'list = Work' --to Home --yes
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp("The target list, by title or identifier.", valueName: "list"),
    completion: NameCompletion.lists)
  var to: String

  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, .list(to))
    let identifiers = try session.reminders(targets)
    let list = try session.list(to)
    guard let identifier = session.catalog.modelIdentifier(at: list) else { return }
    try session.apply(
      [.copy(toList: identifier)], to: identifiers,
      EditAction("copied to \(session.catalog.list(at: list)?.list.title ?? to)", makesCopies: true))
  }
}
