internal import ArgumentParser
internal import Listo

struct OrderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order",
    abstract: "Change the manual order of reminders.",
    usage: """
      listo order [<options>] <name> ... --before <name> | --after <name>
      listo order [<options>] <name> ... --top | --bottom
      """,
    discussion: """
      Reminders are named as for listo done. The order is stored as X-APPLE-SORT-ORDER, as in Apple's apps, \
      Nextcloud and Tasks.org; as few reminders as possible get a new number. listo list --sort manual shows \
      the order.

      Examples:
        listo order parcel --top
        listo order parcel --before bf6e
        listo order 2 --before 1 --list Work
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp("The reminder to place them before.", valueName: "name"),
    completion: NameCompletion.reminders)
  var before: String?

  @Option(
    help: ArgumentHelp("The reminder to place them after.", valueName: "name"),
    completion: NameCompletion.reminders)
  var after: String?

  @Flag(help: "Move them to the beginning of their list.")
  var top = false

  @Flag(help: "Move them to the end of their list.")
  var bottom = false

  @OptionGroup var options: EditOptions

  func validate() throws {
    guard [before != nil, after != nil, top, bottom].filter(\.self).count == 1 else {
      throw ValidationError(
        "the place is missing: use one of --before NAME, --after NAME, --top and --bottom.")
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
      identifiers, inTurn: isForward ? identifiers : identifiers.reversed(), EditAction("put elsewhere")
    ) { (editing, identifier) throws(EditError) in
      try editing.apply(.arrange(position), to: identifier)
    }
  }
}
