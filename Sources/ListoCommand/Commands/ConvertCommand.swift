internal import ArgumentParser
internal import Listo

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write reminders in another format.",
    usage: "listo convert [<options>] [<input> ...]",
    discussion: """
      -t names the format to write; without it the extension of -o does, else it is iCalendar. listo formats lists the formats. iCalendar keeps \
      every byte. Data that another format cannot hold is counted on standard error.

      Several inputs are written one after another, in the order of the arguments. If the output is a folder (-o lines/), each input gets its \
      own file there.

      Examples:
        listo convert Export.ics -o reminders.jsonl
        listo convert ~/Calendars -t json -o all.json
        listo convert ~/Calendars --where 'open and due <= end of week' -o week.csv
        cat Export.ics | listo convert - -t jsonl | jq -r .title
        listo convert ~/Calendars -t jsonl -o lines/
        listo convert Export.ics --for cyrus -o ForCyrus.ics
        listo convert Export.ics -t taskwarrior --timezone Europe/Berlin
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: [.customShort("t"), .long],
    help: ArgumentHelp(
      "The format to write, with its options after plus signs; listo formats lists them.",
      valueName: "format"),
    completion: .list(Format.all.filter(\.canWrite).map(\.name)), transform: FormatChoice.init(argument:))
  var to: FormatChoice?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "For iCalendar: the servers or apps that must accept the output. It is repaired for them. Data that was dropped, chosen or cannot be repaired counts as lost. listo check --for help lists the names.",
      valueName: "targets"), completion: ProfilesArgument.completion, transform: ProfilesArgument.init(words:)
  )
  var profiles: ProfilesArgument?

  @Flag(help: "If the format cannot hold something, write nothing and exit with status 2.")
  var failOnLoss = false

  @Option(
    help: ArgumentHelp(
      "The report of losses on standard error: one line (summary), each loss with file, UID and property (full), or JSON (json).",
      valueName: "form"))
  var loss: LossForm = .summary

  @Option(
    help: ArgumentHelp(
      "The form of recurrence rules in a format without them: words (text), the current occurrence (next), or N occurrences (expand=N).",
      valueName: "way"), completion: .list(["text", "next", "expand=10"]),
    transform: FormatOptions.Recurrence.init(argument:))
  var recurrence: FormatOptions.Recurrence?

  @Option(
    help: ArgumentHelp(
      "The columns of CSV or TSV in order, separated by commas; listo formats csv lists them.",
      valueName: "names"))
  var columns: String?

  @Option(help: ArgumentHelp("The title of the page (html), instead of Reminders.", valueName: "text"))
  var pageTitle: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Write only reminders that match this expression, such as 'open and tag = work'; repeated: all must match. See listo help query.",
      valueName: "expression"))
  var expressions: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write only reminders that match the query with this name; see listo list.", valueName: "name"))
  var query: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write only the list with this title or identifier; repeated: any of these.", valueName: "name"),
    completion: NameCompletion.lists)
  var list: [String] = []

  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  /// How losses are told.
  enum LossForm: String, ExpressibleByArgument, CaseIterable { case summary, full, json }

  func run() throws {
    let reporter = reporting.reporter(limits)
    reporter.tellsInventedStamps = true
    defer { reporter.progress?.end() }
    var choice = try target()
    if let recurrence { choice.options.recurrence = recurrence }
    try choice.set(shorthand: "title", pageTitle)
    try choice.set(shorthand: "columns", columns)
    try OutputWriting.confirmReplacing(
      Destination(output.output), by: choice.format, isTaken: input.inputs.contains("-"), reporter)
    let writtenZone = try setZone(&choice, reporter)
    let tree = try chosen(from: try input.tree(reporter, limits), reporter)
    var conversion = Conversion(to: choice)
    (conversion.keepsLosses, conversion.refusesLosses) = (loss != .summary, failOnLoss)
    if let profiles {
      try profiles.requireTargets(by: "convert")
      guard choice.format.isICalendar else {
        throw ValidationError(
          "--for needs iCalendar output, not \(choice.format.title)."
        )
      }
      conversion.profiles = profiles.profiles
    }
    reporter.keepData()
    let result = try reporter.run { () throws(WorkError) in
      try conversion.run(tree, to: output.destination(reporter), reporter)
    }
    reporter.tell(result.files)
    if let writtenZone {
      reporter.note(
        "note: dates and floating times are written in the zone \(writtenZone); --timezone names another")
    }
    tell(result.losses, choice, reporter)
    try reporter.finish()
  }

  /// The inputs with the reminders that the conditions ask for.
  private func chosen(from tree: InputTree, _ reporter: Reporter) throws -> InputTree {
    // The parser takes a tenth of the time of a small job.
    guard !(expressions.isEmpty && query.isEmpty && list.isEmpty) else { return tree }
    var conditions = try ConditionOptions.parse([])
    (conditions.expressions, conditions.query, conditions.list) = (expressions, query, list)
    let expression = try conditions.expression(reporter)
    let context = try view.context(reporter, inputs: input.inputs)
    let filter = Filter(expression.query(in: context), context: context)
    let job = FilterJob(filter, conditions.placeNames, reporter)
    let result = try reporter.run { () throws(WorkError) in
      try job.filtered(tree, keepsEmptied: !output.isFolder)
    }
    NameCheck.note(result.names, reporter)
    return result.tree
  }

  /// Sets the zone of dates in a format that has only UTC times.
  ///
  /// - Returns: its name, if it is not UTC.
  private func setZone(_ choice: inout FormatChoice, _ reporter: Reporter) throws -> String? {
    guard choice.format.option("timezone") != nil else {
      try choice.set(shorthand: "timezone", view.zone.timezone)
      return nil
    }
    let name: String
    if let given = choice.options.value("timezone"), view.zone.timezone == nil {
      guard Zone.resolve(tzid: given) != nil else {
        throw ValidationError(
          "-t \(choice.format.name)+timezone: unknown time zone '\(given)'; write it like Europe/Berlin or UTC."
        )
      }
      name = given
    } else {
      let isNeeded = input.inputs.isEmpty
      let configuration =
        try isNeeded ? ConfigurationFile.load() : ConfigurationFile.load(reporter)
      name = try view.zone.resolve(configuration, isNeeded: isNeeded, reporter).name
      try choice.set(shorthand: "timezone", name)
    }
    return Zone.resolve(tzid: name).flatMap { $0.zone.isUTC ? nil : name }
  }

  private func tell(_ losses: Losses, _ choice: FormatChoice, _ reporter: Reporter) {
    let format = choice.format
    let title = profiles.map { $0.profiles.map(\.title).joined(separator: " and ") } ?? format.title
    if loss == .json {
      // It was asked for, and says so too where nothing was lost.
      let json = losses.json(format.name)
      let line = String(decoding: json.compact, as: UTF8.self) + "\n"
      return reporter.always(MessageStyle.isJSON ? line : json.prettyText)
    }
    losses.tell(choice, as: title, reporter)
  }

  private func target() throws -> FormatChoice {
    if let to {
      guard to.format.canWrite else {
        throw ValidationError("-t \(to.format.name): Listo reads \(to.format.title), but cannot write it.")
      }
      return to
    }
    guard let path = output.output, path != "-", !output.isFolder else { return FormatChoice(.iCalendar) }
    return try FormatChoice(forOutput: path, advice: "choose a format with -t")
  }
}

extension FormatChoice {
  /// The format of a file to write, by its extension.
  ///
  /// - Throws: ValidationError for an extension of no format.
  init(forOutput path: String, advice: String = "choose one with listo convert -t") throws {
    guard let format = Format.all.first(where: { $0.canWrite && $0.claims(path) }) else {
      throw ValidationError(
        "-o \(path): the extension names no format; \(advice) (listo formats lists them)."
      )
    }
    self.init(format)
  }
}

extension Losses {
  /// Notes what a format cannot hold.
  func tell(_ choice: FormatChoice, as title: String, _ reporter: Reporter) {
    for entry in entries { reporter.note(entry.text(title)) }
    if let line = summary(title) {
      reporter.note("note: " + line + (remedy(choice).map { "; " + $0 } ?? ""))
    }
  }
}

extension FormatOptions.Recurrence {
  /// - Throws: ValidationError for anything but `text`, `next` and `expand=N`.
  init(argument: String) throws {
    switch argument {
    case "text": self = .text
    case "next": self = .next
    default:
      guard argument.hasPrefix("expand="), let count = Int(argument.dropFirst(7)), (1...1000).contains(count)
      else {
        throw ValidationError(
          "unknown value '\(argument)'; use text, next, or expand=N with N from 1 to 1000.")
      }
      self = .expand(count)
    }
  }
}
