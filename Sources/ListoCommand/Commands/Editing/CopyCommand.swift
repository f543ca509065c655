internal import ArgumentParser
internal import Listo

struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy reminders with their subtasks to a list.",
    usage: "listo copy [<options>] <name> ... [--into] <list>",
    discussion: """
      Reminders are named as for listo done. Each copy gets a new UID, and copied subtasks belong to the \
      copied parents.

      Examples:
        listo copy 'advent weekend' Family
        listo copy --where 'list = Work' --into Home --yes
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp("The target list, by title or identifier.", valueName: "list"),
    completion: NameCompletion.lists)
  var into: String?

  @OptionGroup var options: EditOptions

  mutating func validate() throws {
    if into == nil { into = targets.takeLastWord() }
    guard into != nil else { throw ValidationError("the list is missing: --into LIST.") }
  }

  func run() throws {
    guard let into else { return }
    let session = try EditSession(options, targets, .list(into))
    let identifiers = try session.reminders(targets)
    let list = try session.list(into)
    guard let identifier = session.catalog.modelIdentifier(at: list) else { return }
    try session.apply(
      [.copy(toList: identifier)], to: identifiers,
      EditAction("copied to \(session.catalog.list(at: list)?.list.title ?? into)", makesCopies: true))
  }
}
