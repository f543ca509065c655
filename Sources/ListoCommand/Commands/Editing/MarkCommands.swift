internal import ArgumentParser
internal import Listo

struct FlagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flag",
    abstract: "Mark reminders as important, or take the mark away.",
    usage: "listo flag [<options>] <name> ... [--off]",
    discussion: """
      A name is what listo done takes. The mark is what the program that made the list has for it: a high priority, unless it has another.

      Examples:
        listo flag dentist
        listo flag dentist --off
      """)

  @OptionGroup var targets: TargetOptions

  @Flag(help: "Take the mark away.")
  var off = false

  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, .shapes)
    try session.apply(
      [.flag(!off)], to: try session.reminders(targets, preferring: \.isOpen),
      EditAction(off ? "no longer flagged" : "flagged"))
  }
}

struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Give reminders tags, or take tags away.",
    usage: "listo tag [<options>] <name> ... --add <tag> | --remove <tag>",
    discussion: """
      A name is what listo done takes; tags are CATEGORIES. listo list --group tag shows reminders by their tags.

      Examples:
        listo tag dentist --add health
        listo tag --where 'list = Work' --add office --remove home --yes
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp("A tag that they get; repeated: all of them.", valueName: "tag"),
    completion: NameCompletion.tags)
  var add: [String] = []

  @Option(
    help: ArgumentHelp("A tag that they lose; repeated: all of them.", valueName: "tag"),
    completion: NameCompletion.tags)
  var remove: [String] = []

  @OptionGroup var options: EditOptions

  func validate() throws {
    guard !(add + remove).isEmpty else { throw ValidationError("name a tag: --add TAG or --remove TAG.") }
    guard !(add + remove).contains("") else { throw ValidationError("a tag is empty.") }
    if let both = add.first(where: remove.contains) {
      throw ValidationError("'\(both)' is both added and removed.")
    }
  }

  func run() throws {
    let session = try EditSession(options, targets, .named)
    let identifiers = try session.reminders(targets, preferring: \.isOpen)
    let changes: [Change] =
      (add.isEmpty ? [] : [.add(.tags, add)]) + (remove.isEmpty ? [] : [.remove(.tags, remove)])
    try session.apply(changes, to: identifiers, EditAction("tagged"))
  }
}

struct DeferCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "defer",
    abstract: "Move the due date, or the start, of reminders.",
    usage: "listo defer [<options>] <name> ... --to <date> | --by <duration>",
    discussion: """
      A name is what listo done takes. A date is written in words or digits: tomorrow, 'next monday', 'in 3 days', 2026-12-01, '1 dec \
      9:00'. A reminder keeps its time of day where only a day is given, and stays without one where it has none. A start that was the \
      same as the due date moves along, and so do alarms at a fixed time before it.

      Examples:
        listo defer dentist --to '3 Mar 2027'
        listo defer --where 'list = Work and priority = low' --by 1w
        listo defer dentist --by 3d
      """)

  @OptionGroup var targets: TargetOptions

  @Option(help: ArgumentHelp("The new date, and time where one is given.", valueName: "date"))
  var to: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much later, or with a minus earlier: 3d, 2w, 90m, 1mo.", valueName: "duration"))
  var by: String?

  @Flag(help: "Put off the start, not the due date.")
  var start = false

  @OptionGroup var options: EditOptions

  func validate() throws {
    guard (to == nil) != (by == nil) else {
      throw ValidationError("say until when: --to DATE, or --by DURATION.")
    }
  }

  func run() throws {
    let session = try EditSession(options, targets, .shapes)
    let identifiers = try session.reminders(targets, preferring: \.isOpen)
    let shift = try session.wording.shift(to: to, by: by)
    let field: FieldID = start ? .start : .due
    let dates = RelativeDate(session.context.view)
    let action = EditAction("put off") { reminder in
      (start ? reminder.start : reminder.due).map { "to \(dates.long($0, reminder.calendar.zones))" }
    }
    try session.change(identifiers, action) { (editing, identifier) throws(EditError) in
      try editing.shift(field, shift, of: identifier)
    }
  }
}
