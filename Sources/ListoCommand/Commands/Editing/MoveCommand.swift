internal import ArgumentParser
internal import Listo

struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move reminders to another list or parent.",
    usage: """
      listo move [<options>] <name> ... [--into] <list>
      listo move [<options>] <name> ... --parent <name>
      listo move [<options>] <name> ... --indent | --outdent
      """,
    discussion: """
      Reminders are named as for listo done. Subtasks, changed occurrences and the needed time zones are \
      moved too. The UID stays the same, so a sync sees a move.

      Examples:
        listo move bf6e Family
        listo move --where 'list = Work and priority = low' --into Home --yes
        listo move parcel --parent 'advent weekend'
        listo move parcel --outdent
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp("The target list, by title or identifier.", valueName: "list"),
    completion: NameCompletion.lists)
  var into: String?

  @Option(
    help: ArgumentHelp("The new parent; none removes the parent.", valueName: "name"),
    completion: NameCompletion.reminders)
  var parent: String?

  @Flag(help: "Make each reminder a subtask of the one before it.")
  var indent = false

  @Flag(help: "Move each reminder up a level, beside its parent.")
  var outdent = false

  @OptionGroup var options: EditOptions

  mutating func validate() throws {
    if into == nil, parent == nil, !indent, !outdent { into = targets.takeLastWord() }
    let ways = [into != nil, parent != nil, indent, outdent].filter(\.self).count
    guard ways > 0 else {
      throw ValidationError(
        "the target is missing: --into LIST, --parent NAME, --indent or --outdent\(targets.places.reading).")
    }
    guard ways == 1 else {
      throw ValidationError("use only one of --into, --parent, --indent and --outdent.")
    }
  }

  func run() throws {
    let session = try EditSession(options, targets, into.map { .list($0) } ?? .everything)
    let identifiers = try session.reminders(targets)
    if let into {
      let list = try session.list(into)
      guard let identifier = session.catalog.modelIdentifier(at: list) else { return }
      return try session.apply(
        [.move(toList: identifier)], to: identifiers, movingTo: identifier,
        EditAction("moved to \(session.catalog.list(at: list)?.list.title ?? into)"))
    }
    if let parent {
      let above = parent.lowercased() == "none" ? nil : try session.reminder(parent, in: targets.list)
      let place =
        above == nil ? "to the top level" : "under \(above.flatMap { session.catalog[$0]?.title } ?? parent)"
      return try session.apply([.setParent(above)], to: identifiers, EditAction("moved \(place)"))
    }
    let isIndenting = indent
    try session.change(identifiers, EditAction(isIndenting ? "indented" : "outdented", asked: "moved")) {
      (editing, identifier) throws(EditError) in
      let parent =
        isIndenting
        ? try editing.parentForIndenting(identifier) : try editing.parentForOutdenting(identifier)
      return try editing.apply(.setParent(parent), to: identifier)
    }
  }
}
