internal import ArgumentParser
internal import Listo

struct AlarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarm",
    abstract: "Set, snooze, dismiss or remove alarms of reminders.",
    usage: """
      listo alarm [<options>] <name> ... --at <when>
      listo alarm [<options>] <name> ... --snooze <duration>
      listo alarm [<options>] <name> ... --dismiss | --clear
      """,
    discussion: """
      Reminders are named as for listo done. --at takes -15m (before the due date, or the start), a date and \
      time in words or digits, or arrive:PLACE and leave:PLACE for a place that one of your reminders has \
      already. listo alarms lists the alarms that ring.

      Examples:
        listo alarm dentist --at -15m
        listo alarm dentist --at 'tomorrow 9:00'
        listo alarm dentist --at 'arrive:Parcel locker'
        listo alarm dentist --clear
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The time of the alarm; can be repeated.", valueName: "when"))
  var at: [String] = []

  @Option(help: ArgumentHelp("Snooze for this time: 10m, 1h, 2d.", valueName: "duration"))
  var snooze: String?

  @Flag(help: "Acknowledge the alarms that have rung.")
  var dismiss = false

  @Flag(help: "Remove all alarms; with --at, before the new ones are set.")
  var clear = false

  @OptionGroup var options: EditOptions

  func validate() throws {
    guard !at.isEmpty || snooze != nil || dismiss || clear else {
      throw ValidationError("an option is missing: --at WHEN, --snooze DURATION, --dismiss or --clear.")
    }
    guard [!at.isEmpty || clear, snooze != nil, dismiss].filter(\.self).count == 1 else {
      throw ValidationError("use only one of --at, --snooze and --dismiss.")
    }
  }

  func run() throws {
    // A place is taken from a reminder that has an alarm there, which may be any.
    let isPlace = at.contains { $0.lowercased().hasPrefix("arrive:") || $0.lowercased().hasPrefix("leave:") }
    let session = try EditSession(options, targets, isPlace ? .everything : .shapes)
    let identifiers = try session.reminders(targets, preferring: \.isOpen)
    var changes: [Change] = clear ? [.removeAlarms] : []
    changes += try at.map { Change.addAlarm(try session.wording.alarm($0, "--at")) }
    if let snooze { changes.append(.snooze(until: try session.wording.later(by: snooze, "--snooze"))) }
    if dismiss { changes.append(.dismiss) }
    let participle =
      snooze != nil ? "snoozed" : dismiss ? "dismissed" : at.isEmpty ? "without alarms" : "alarm set"
    try session.apply(changes, to: identifiers, EditAction(participle, asked: "changed"))
  }
}

struct AlarmsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarms",
    abstract: "List the alarms of a period, past or future.",
    usage: "listo alarms [<options>] [<input> ...]",
    discussion: """
      Without options, Listo lists the alarms from now until this time tomorrow, by day. With --since, it lists the \
      alarms from that time until now, which a timer can use for notifications; man listo-alarms, \
      NOTIFICATIONS, has units for systemd. Dismissed alarms and alarms of completed reminders are left out.

      Examples:
        listo alarms
        listo alarms --until 'end of week'
        listo alarms --since yesterday --json
      """)

  @OptionGroup var input: InputOptions

  @Option(
    help: ArgumentHelp("The start of the period; without --until, the period ends now.", valueName: "date"))
  var since: String?

  @Option(help: ArgumentHelp("The end of the period.", valueName: "date"))
  var until: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var paging: PagerOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let context = try view.context(reporter, inputs: input.inputs)
    let wording = DateWording(context, ConfigurationFile.load(reporter), reporter)
    let from = try since.map { try wording.instant($0, "--since") } ?? context.now
    let to =
      try until.map { try wording.end($0, "--until") }
      ?? (since == nil ? Instant(seconds: context.now.seconds + 86_400) : context.now)
    guard from <= to else { throw ValidationError("--until is before --since.") }
    let catalog = try reporter.catalog(try input.tree(reporter, limits))
    let (rings, problems) = AlarmTimes.rings(in: catalog, from: from, to: to, context)
    reporter.report(problems)
    let surface = appearance.surface
    let view = AlarmsView(rings: rings, catalog: catalog, context: context, surface: surface)
    try Printing.print(
      json ? AlarmTimes.json(of: rings, in: catalog, context).prettyText : surface.text(view.lines), reporter,
      paging.pager(isForPeople: !json))
    try reporter.finish()
  }
}
