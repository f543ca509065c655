internal import ArgumentParser
internal import ICalendar
internal import Listo
internal import ListoFormats
internal import ListoStores
internal import Platform

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write reminders in another format.",
    usage: "listo convert [<options>] <input> ...",
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

  @Option(name: [.customShort("t"), .long], help: ArgumentHelp("The format to write.", valueName: "format"))
  var to: FormatArgument?

  @Flag(help: "Where something has no place in the format, write nothing and end with status 2.")
  var failOnLoss = false

  @Option(
    help: ArgumentHelp(
      "How losses are told: in one line (summary), or each with file, UID and property as well (full).",
      valueName: "form"))
  var loss: LossForm = .summary

  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  /// How losses are told.
  enum LossForm: String, ExpressibleByArgument, CaseIterable { case summary, full }

  func run() throws {
    let reporter = reporting.reporter(limits)
    let format = try target()
    let tree = input.tree(reporter, limits)
    let ending = format.makeWriter == nil ? nil : format.extensions.first
    try output.refuseOverwriting(tree.inputs, extension: ending)
    let inputs = SurveyedInput.all(tree.inputs, reporter)
    try SurveyedInput.requireCalendars(inputs, reporter)
    var losses = Losses()
    // What goes out to a pipe cannot be taken back, nor can the first of several files.
    let isFinal = output.isFolder || output.output == nil || output.output == "-"
    if failOnLoss && isFinal { try refuseLosses(inputs, format, reporter) }
    if output.isFolder {
      for input in inputs {
        let file = try output.open(for: input.input, extension: ending)
        try write([input], format, file, reporter, &losses)
      }
    } else {
      try write(inputs, format, try output.open(), reporter, &losses)
    }
    for entry in losses.entries { reporter.note(entry.text(format.title)) }
    if let line = losses.summary(format.title) { reporter.note("note: " + line) }
    try reporter.finish()
  }

  /// Before the first byte is written: a loss in the last file must leave the folder as it was.
  private func refuseLosses(_ inputs: [SurveyedInput], _ format: Format, _ reporter: Reporter) throws {
    guard let makeWriter = format.makeWriter else { return }
    var total = Losses()
    for input in inputs {
      let nowhere = try Writing.create("/dev/null", reporter)
      try Conversion.run([input], makeWriter(Losses()), to: nowhere, reporter, &total)
    }
    try refuse(total, format)
  }

  private func refuse(_ losses: Losses, _ format: Format) throws(Failure) {
    guard failOnLoss, let line = losses.summary(format.title) else { return }
    throw Failure(.doubtful, line + "; nothing was written.")
  }

  private func target() throws -> Format {
    if let to { return to.format }
    guard let path = output.output, path != "-", !output.isFolder else { return .iCalendar }
    guard let format = Format.forFileName(path) else {
      throw ValidationError(
        "-o \(path): its extension names no format; choose one with -t (listo formats lists them).")
    }
    return format
  }

  private func write(
    _ inputs: [SurveyedInput], _ format: Format, _ output: Output, _ reporter: Reporter,
    _ losses: inout Losses
  ) throws {
    guard let makeWriter = format.makeWriter else {
      try Copying.copy(inputs, to: output, reporter)
      return try Writing.finish(output, reporter)
    }
    var total = Losses()
    let writer = makeWriter(Losses(keepingEntries: loss == .full))
    try Conversion.run(inputs, writer, to: output, reporter, &total)
    losses.add(total)
    try refuse(total, format)
    try Writing.finish(output, reporter)
  }
}

/// The name of a format.
struct FormatArgument: ExpressibleByArgument {
  let format: Format

  init?(argument: String) {
    guard let format = Format.named(argument) ?? Format.forFileName("." + argument) else { return nil }
    self.format = format
  }

  static let allValueStrings = Format.all.map(\.name)
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}
