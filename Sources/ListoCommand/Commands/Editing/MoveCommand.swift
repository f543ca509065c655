internal import ArgumentParser
internal import Listo

struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move reminders to another list, or under another reminder.",
    usage: """
      listo move [<options>] <name> ... --to <list>
      listo move [<options>] <name> ... --parent <name>
      listo move [<options>] <name> ... --indent | --outdent
      """,
    discussion: """
      A name is what listo done takes. Subtasks, changed occurrences and the time zones that they need come along; the UID stays, so that \
      a sync sees a move.

      Examples:
        listo move bf6e --to Family
        listo move --where 'list = Work and priority = low' --to Home --yes
        listo move parcel --parent 'advent weekend'
        listo move parcel --outdent
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp("The list that they go to, by title or identifier.", valueName: "list"),
    completion: NameCompletion.lists)
  var to: String?

  @Option(
    help: ArgumentHelp("The reminder that they become subtasks of; none for no parent.", valueName: "name"),
    completion: NameCompletion.reminders)
  var parent: String?

  @Flag(help: "Make each a subtask of the reminder before it.")
  var indent = false

  @Flag(help: "Move each up a level, beside its parent.")
  var outdent = false

  @OptionGroup var options: EditOptions

  func validate() throws {
    let ways = [to != nil, parent != nil, indent, outdent].filter(\.self).count
    guard ways > 0 else {
      throw ValidationError("say where they go: --to LIST, --parent NAME, --indent or --outdent.")
    }
    guard ways == 1 else {
      throw ValidationError("give one of --to, --parent, --indent and --outdent.")
    }
  }

  func run() throws {
    let session = try EditSession(options, targets, to.map { .list($0) } ?? .everything)
    let identifiers = try session.reminders(targets)
    if let to {
      let list = try session.list(to)
      guard let identifier = session.catalog.modelIdentifier(at: list) else { return }
      return try session.apply(
        [.move(toList: identifier)], to: identifiers, movingTo: identifier,
        Deed("moved to \(session.catalog.list(at: list)?.list.title ?? to)"))
    }
    if let parent {
      let above = parent.lowercased() == "none" ? nil : try session.reminder(parent, in: targets.list)
      let place =
        above == nil ? "to the top level" : "under \(above.flatMap { session.catalog[$0]?.title } ?? parent)"
      return try session.apply([.setParent(above)], to: identifiers, Deed("moved \(place)"))
    }
    let isIndenting = indent
    try session.change(identifiers, Deed(isIndenting ? "indented" : "outdented", asked: "moved")) {
      (editing, identifier) throws(EditError) in
      let parent =
        isIndenting
        ? try editing.parentForIndenting(identifier) : try editing.parentForOutdenting(identifier)
      try editing.apply(.setParent(parent), to: identifier)
    }
  }
}

struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy reminders, with their subtasks, to a list.",
    usage: "listo copy [<options>] <name> ... --to <list>",
    discussion: """
      A name is what listo done takes. Copies have UIDs of their own, and their subtasks belong to the copies.

      Examples:
        listo copy 'advent weekend' --to Family
        listo copy --where 'list = Work' --to Home --yes
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp("The list that the copies go to, by title or identifier.", valueName: "list"),
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
      Deed("copied to \(session.catalog.list(at: list)?.list.title ?? to)", makesCopies: true))
  }
}

struct OrderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order",
    abstract: "Change the manual order of reminders.",
    usage: """
      listo order [<options>] <name> ... --before <name> | --after <name>
      listo order [<options>] <name> ... --top | --bottom
      """,
    discussion: """
      A name is what listo done takes. The order is X-APPLE-SORT-ORDER, as Apple, Nextcloud and Tasks.org keep it; as few reminders as \
      can be get another number. listo list --sort manual shows it.

      Examples:
        listo order parcel --top
        listo order parcel --before bf6e
        listo order 2 --before 1 --list Work
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp("The reminder that they go before.", valueName: "name"),
    completion: NameCompletion.reminders)
  var before: String?

  @Option(
    help: ArgumentHelp("The reminder that they go behind.", valueName: "name"),
    completion: NameCompletion.reminders)
  var after: String?

  @Flag(help: "To the beginning of their list.")
  var top = false

  @Flag(help: "To the end of their list.")
  var bottom = false

  @OptionGroup var options: EditOptions

  func validate() throws {
    guard [before != nil, after != nil, top, bottom].filter(\.self).count == 1 else {
      throw ValidationError("say where they go: one of --before NAME, --after NAME, --top and --bottom.")
    }
  }

  func run() throws {
    let session = try EditSession(options, targets, .neighbours(before ?? after))
    let identifiers = try session.reminders(targets)
    let isForward: Bool
    let position: Position
    if let before {
      (position, isForward) = (.before(try session.reminder(before, in: targets.list)), true)
    } else if let after {
      (position, isForward) = (.after(try session.reminder(after, in: targets.list)), false)
    } else {
      (position, isForward) = top ? (.top, false) : (.bottom, true)
    }
    // Each goes right beside the place: in turn, or backwards, they stand there as they were named.
    try session.change(
      identifiers, inTurn: isForward ? identifiers : identifiers.reversed(), Deed("put elsewhere")
    ) { (editing, identifier) throws(EditError) in
      try editing.apply(.arrange(position), to: identifier)
    }
  }
}
