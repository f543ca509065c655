internal import ArgumentParser
internal import Listo

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write reminders in another format.",
    usage: "listo convert [<options>] [<input> ...]",
    discussion: """
      The format to write is -t, else the extension of -o, else iCalendar; listo formats lists them. To iCalendar every byte stays what it \
      was. What another format cannot hold is counted on standard error.

      Several inputs are written one after another, in the order of the arguments; with a folder as output (-o lines/) each gets a file of \
      its own there.

      Examples:
        listo convert Export.ics -o reminders.jsonl
        listo convert ~/Calendars -t json -o all.json
        cat Export.ics | listo convert - -t jsonl | jq -r .title
        listo convert ~/Calendars -t jsonl -o lines/
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: [.customShort("t"), .long],
    help: ArgumentHelp(
      "The format to write, with options of it behind plus signs; listo formats lists them.",
      valueName: "format"),
    completion: .list(Format.all.filter(\.canWrite).map(\.name)), transform: FormatChoice.init(argument:))
  var to: FormatChoice?

  @Flag(help: "Where something has no place in the format, write nothing and end with status 2.")
  var failOnLoss = false

  @Option(
    help: ArgumentHelp(
      "How losses are told, on standard error: in one line (summary), each with file, UID and property as well (full), or as JSON (json).",
      valueName: "form"))
  var loss: LossForm = .summary

  @Option(
    help: ArgumentHelp(
      "What becomes of a recurrence rule in a format that has none: its words (text), the occurrence that it stands at (next), or so many occurrences (expand=N).",
      valueName: "way"), completion: .list(["text", "next", "expand=10"]),
    transform: FormatOptions.Recurrence.init(argument:))
  var recurrence: FormatOptions.Recurrence?

  @Option(
    help: ArgumentHelp(
      "The columns of CSV or TSV, in their order and with commas between them; listo formats csv lists them.",
      valueName: "names"))
  var columns: String?

  @Option(help: ArgumentHelp("What a page (html) is called, instead of Reminders.", valueName: "text"))
  var title: String?

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
    try choice.set(shorthand: "title", title)
    try choice.set(shorthand: "columns", columns)
    let format = choice.format
    let tree = try input.tree(reporter, limits)
    let ending = format.makeWriter == nil ? nil : format.extensions.first
    try output.refuseOverwriting(tree.inputs, extension: ending)
    if try writeLive(tree.inputs, choice, reporter) { return try reporter.finish() }
    reporter.progress?.begin("Reading", tree.inputs)
    let inputs = SurveyedInput.all(tree.inputs, reporter)
    try SurveyedInput.requireCalendars(inputs, reporter)
    var losses = Losses()
    // What goes out to a pipe cannot be taken back, nor can the first of several files.
    let isFinal = !output.isReplaceable
    reporter.progress?.begin("Writing", inputs.map(\.input), passes: failOnLoss && isFinal ? 2 : 1)
    if failOnLoss && isFinal { try refuseLosses(inputs, choice, reporter) }
    if output.isFolder {
      var files = SeveralFiles(reporter)
      for input in inputs {
        try files.add {
          let file = try output.open(for: input.input, extension: ending, reporter)
          try write([input], choice, file, reporter, &losses)
        }
      }
      files.finish()
    } else {
      try write(inputs, choice, try output.open(reporter), reporter, &losses)
    }
    tell(losses, choice, reporter)
    try reporter.finish()
  }

  /// One file to another, in one pass; false where that would not do, and nothing was written or said.
  private func writeLive(_ inputs: [Input], _ choice: FormatChoice, _ reporter: Reporter) throws -> Bool {
    // What was written can be taken back only before a file takes its place.
    guard let makeWriter = choice.format.makeWriter, inputs.count == 1, output.isReplaceable else {
      return false
    }
    var losses = Losses()
    let file = try output.open(reporter)
    reporter.progress?.begin("Converting", inputs)
    let writer = makeWriter(choice.options, Losses(keepingEntries: loss != .summary))
    guard let problems = try Conversion.runLive(inputs[0], writer, to: file, reporter, &losses) else {
      return false
    }
    reporter.report(problems)
    try refuse(losses, choice.format)
    try Writing.finish(file, reporter)
    tell(losses, choice, reporter)
    return true
  }

  private func tell(_ losses: Losses, _ choice: FormatChoice, _ reporter: Reporter) {
    let format = choice.format
    if loss == .json {
      // It was asked for, and says so too where nothing was lost.
      return reporter.always(String(decoding: losses.json(format.name).pretty, as: UTF8.self))
    }
    for entry in losses.entries { reporter.note(entry.text(format.title)) }
    if let line = losses.summary(format.title) {
      reporter.note("note: " + line + (losses.remedy(choice).map { "; " + $0 } ?? ""))
    }
  }

  /// Before the first byte is written: a loss in the last file must leave the folder as it was.
  private func refuseLosses(_ inputs: [SurveyedInput], _ choice: FormatChoice, _ reporter: Reporter) throws {
    guard let makeWriter = choice.format.makeWriter else { return }
    var total = Losses()
    for input in inputs {
      let nowhere = try Writing.create("/dev/null", reporter)
      try Conversion.run([input], makeWriter(choice.options, Losses()), to: nowhere, reporter, &total)
    }
    try refuse(total, choice.format)
  }

  private func refuse(_ losses: Losses, _ format: Format) throws(Failure) {
    guard failOnLoss, let line = losses.summary(format.title) else { return }
    throw Failure(.doubtful, line + "; nothing was written.")
  }

  private func target() throws -> FormatChoice {
    if let to {
      guard to.format.canWrite else {
        throw ValidationError("-t \(to.format.name): \(to.format.title) is read, not written.")
      }
      return to
    }
    guard let path = output.output, path != "-", !output.isFolder else { return FormatChoice(.iCalendar) }
    guard let format = Format.all.first(where: { $0.canWrite && $0.claims(path) }) else {
      throw ValidationError(
        "-o \(path): its extension names no format; choose one with -t (listo formats lists them).")
    }
    return FormatChoice(format)
  }

  private func write(
    _ inputs: [SurveyedInput], _ choice: FormatChoice, _ output: Output, _ reporter: Reporter,
    _ losses: inout Losses
  ) throws {
    guard let makeWriter = choice.format.makeWriter else {
      try Copying.copy(inputs, to: output, reporter)
      return try Writing.finish(output, reporter)
    }
    var total = Losses()
    let writer = makeWriter(choice.options, Losses(keepingEntries: loss != .summary))
    try Conversion.run(inputs, writer, to: output, reporter, &total)
    losses.add(total)
    try refuse(total, choice.format)
    try Writing.finish(output, reporter)
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
        throw ValidationError("'\(argument)' is none of text, next and expand=N, with N from 1 to 1000.")
      }
      self = .expand(count)
    }
  }
}
