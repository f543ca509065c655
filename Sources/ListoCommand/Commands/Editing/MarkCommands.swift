internal import ArgumentParser
internal import Listo

struct FlagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flag",
    abstract: "Flag reminders as important, or remove the flag.",
    usage: "listo flag [<options>] <name> ... [--off]",
    discussion: """
      Reminders are named as for listo done. The flag is the one of the program that made the list, or a \
      high priority if that program has no flag.

      Examples:
        listo flag dentist
        listo flag dentist --off
      """)

  @OptionGroup var targets: TargetOptions

  @Flag(help: "Remove the flag.")
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
    abstract: "Add tags to reminders, or remove tags.",
    usage: "listo tag [<options>] <name> ... [--add] <tag> | --remove <tag>",
    discussion: """
      Reminders are named as for listo done. Tags are CATEGORIES in iCalendar. listo list --group tag groups \
      reminders by tag.

      Examples:
        listo tag dentist health
        listo tag --where 'list = Work' --add office --remove home --yes
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp("A tag to add; can be repeated.", valueName: "tag"),
    completion: NameCompletion.tags)
  var add: [String] = []

  @Option(
    help: ArgumentHelp("A tag to remove; can be repeated.", valueName: "tag"),
    completion: NameCompletion.tags)
  var remove: [String] = []

  @OptionGroup var options: EditOptions

  mutating func validate() throws {
    if add.isEmpty, remove.isEmpty { add = targets.takeLastWord().map { [$0] } ?? [] }
    guard !(add + remove).isEmpty else {
      throw ValidationError("a tag is missing: --add TAG or --remove TAG\(targets.places.reading).")
    }
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
    abstract: "Postpone the due date or the start date of reminders.",
    usage: """
      listo defer [<options>] <name> ... [--due] <date> | --start <date>
      listo defer [<options>] <name> ... --shift | --shift-start <duration>
      """,
    discussion: """
      Reminders are named as for listo done. Dates are in words or digits: tomorrow, 'next monday', 'in 3 \
      days', 2026-12-01, '1 dec 9:00'. If you give only a day, a reminder keeps its time; a reminder without \
      a time gets none. A start that equals the due date moves too, and so do alarms at a fixed time before \
      it.

      Only the current occurrence of a repeating reminder moves; --series moves all of them. The occurrence \
      becomes an override in a list that has overrides, and otherwise a reminder of its own.

      Examples:
        listo defer dentist tomorrow
        listo defer dentist 3d
        listo defer dentist --due '3 Mar 2027'
        listo defer --where 'list = Work and priority = low' --shift 1w
        listo defer 'the bins' --shift 1w --series
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp(
      "The new due date, in words or digits, with or without a time.", valueName: "date"))
  var due: String?

  @Option(help: ArgumentHelp("The new start date, written like --due.", valueName: "date"))
  var start: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Move the due date by this duration: 3d, 2w, 90m, 1mo; with a minus, to an earlier date.",
      valueName: "duration"))
  var shift: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Move the start date by this duration.", valueName: "duration"))
  var shiftStart: String?

  @OptionGroup var span: SpanOptions
  @OptionGroup var options: EditOptions

  mutating func validate() throws {
    if [due, start, shift, shiftStart].allSatisfy({ $0 == nil }), let word = targets.takeLastWord() {
      // A date such as +3d would count from today, and not from the due date.
      let isDuration = word.wholeMatch(of: #/[+-]?[0-9]+(?:m|h|d|w|mo|y)/#) != nil
      if isDuration { shift = word.hasPrefix("+") ? String(word.dropFirst()) : word } else { due = word }
    }
    switch [due, start, shift, shiftStart].count(where: { $0 != nil }) {
    case 0:
      throw ValidationError("the new date is missing: --due DATE, --start DATE, or --shift DURATION.")
    case 1: break
    default: throw ValidationError("use only one of --due, --start, --shift and --shift-start.")
    }
  }

  func run() throws {
    let session = try EditSession(options, targets, .shapes)
    let identifiers = try session.reminders(targets, preferring: \.isOpen)
    let movesStart = start != nil || shiftStart != nil
    let length = shift ?? shiftStart
    let change =
      try length.map { try session.wording.shift(by: $0, shift == nil ? "--shift-start" : "--shift") }
      ?? session.wording.shift(to: due ?? start ?? "", start == nil ? "--due" : "--start")
    let dates = RelativeDate(session.context.view)
    let action = EditAction("put off") { reminder in
      (movesStart ? reminder.start : reminder.due).map { "to \(dates.long($0, reminder.calendar.zones))" }
    }
    try session.change(identifiers, action) { (editing, identifier) throws(EditError) in
      try editing.shift(movesStart ? .start : .due, change, of: span.target(identifier, or: .this, &editing))
    }
  }
}
