internal import ArgumentParser
internal import Listo

struct FilterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter",
    abstract: "Write the reminders that match, with their bytes unchanged.",
    discussion: """
      A reminder is kept if it meets all conditions; without a condition all are kept. Their bytes do not change. A repeating reminder and its \
      changed occurrences stay together. Events, journals and time zones are kept, unless you pass --reminders-only.

      The result goes to standard output, or to the file after -o. Only --in-place changes inputs.

      Examples:
        listo filter Export.ics --incomplete --due-before tomorrow -o today.ics
        listo filter ~/Calendars --tag errands --list Home --list Family
        listo filter Export.ics --where 'open and due < 2025-06-01' -o late.ics
        listo filter Export.ics --completed --invert -o open.ics
        listo filter Export.ics --lacks due --reminders-only
        listo filter archive.ics --completed --invert --in-place
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Conditions") var conditions: ConditionOptions

  @Flag(help: "Keep the reminders that do not match instead.")
  var invert = false

  @Flag(help: "Write only reminders and time zones, without events, journals and other components.")
  var remindersOnly = false

  @OptionGroup var output: OutputOptions

  @Flag(help: "Replace each input, which must be a regular file, with its result.")
  var inPlace = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if inPlace && input.inputs.isEmpty {
      throw ValidationError(
        "--in-place needs named files; it does not change the configured sources.")
    }
    if inPlace && output.output != nil { throw ValidationError("--in-place and -o cannot be combined.") }
    if inPlace && input.parser == .libical {
      throw ValidationError(
        "--parser libical loses data; use -o instead of --in-place.")
    }
    if invert && conditions.isEmpty {
      throw ValidationError("--invert needs a condition.")
    }
    try OutputOptions.requireCalendarName(output.output, of: "-o", "filter")
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let expression = try conditions.expression(reporter)
    if conditions.explain {
      return try Printing.print("\(invert ? QueryExpression(.not(expression.node)) : expression)\n", reporter)
    }
    let context = try view.context(reporter, inputs: input.inputs)
    let filter = Filter(
      expression.query(in: context), isInverted: invert, remindersOnly: remindersOnly, context: context)
    let tree = try input.tree(reporter, limits)
    let target: FilterJob.Target =
      inPlace
      ? .inPlace(
        try EditStore.journal(ConfigurationFile.load()),
        label: "filter \(tree.inputs.map(\.fileName).joined(separator: ", "))",
        at: context.now) : .destination(output.destination(reporter))
    let job = FilterJob(filter, conditions.placeNames, reporter)
    let decision = try reporter.run { () throws(WorkError) in try job.decide(tree.inputs, for: target) }
    NameCheck.note(decision.names, reporter)
    if !inPlace { reporter.keepData() }
    let written = try reporter.run { () throws(WorkError) in try job.write(decision, to: target) }
    reporter.tell(written.files)
    reporter.tell(written.rewrite)
    if written.emptied > 0 {
      reporter.note(
        "note: no reminder matches in \(written.emptied) file\(written.emptied == 1 ? "" : "s"); \(written.emptied == 1 ? "it is" : "they are") not written"
      )
    }
    try reporter.finish()
  }
}
