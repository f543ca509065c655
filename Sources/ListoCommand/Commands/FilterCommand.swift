internal import ArgumentParser
internal import Listo
internal import Platform

struct FilterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter",
    abstract: "Keep the reminders that match, their bytes untouched.",
    discussion: """
      All conditions that are given must hold; without one everything is kept. The bytes of what is kept stay what they were. A repeating \
      reminder and its changed occurrences stay together. Events, journals and time zones stay, unless --reminders-only.

      The result goes to standard output, or to -o; no input is changed without --in-place.

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

  @Flag(help: "Leave out events, journals and everything else that is no reminder and no time zone.")
  var remindersOnly = false

  @OptionGroup var output: OutputOptions

  @Flag(help: "Write each result in the place of its input, which must be a regular file.")
  var inPlace = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if inPlace && input.inputs.isEmpty {
      throw ValidationError(
        "--in-place replaces files; name them, as the configured sources are not meant by chance.")
    }
    if inPlace && output.output != nil { throw ValidationError("give either --in-place or -o, not both.") }
    if invert && conditions.isEmpty {
      throw ValidationError("--invert without a condition would keep no reminder; give the condition too.")
    }
    try OutputOptions.requireCalendarName(output.output, of: "-o", "filter")
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let expression = try conditions.expression()
    if conditions.explain {
      return try Printing.print("\(invert ? QueryExpression(.not(expression.node)) : expression)\n", reporter)
    }
    let context = try view.context(reporter, inputs: input.inputs)
    let filter = Filter(
      expression.query(in: context), isInverted: invert, remindersOnly: remindersOnly, context: context)
    let tree = try input.tree(reporter, limits)
    if inPlace { try InPlace.refuseStreams(tree.inputs) } else { try output.refuseOverwriting(tree.inputs) }
    let run = FilterRun(filter, conditions, reporter)
    // What was written can be taken back only before a file takes its place.
    let writesAsItDecides =
      !inPlace && tree.inputs.count == 1 && !run.needsSurvey && output.isReplaceable
    var file = writesAsItDecides ? try output.open(reporter) : nil
    let inputs = try run.decide(tree.inputs, writingTo: &file)
    reporter.progress?.begin(
      "Writing", bytes: inputs.reduce(0) { $0 + $1.ranges.reduce(0) { $0 + $1.count } })
    if inPlace { try InPlace.refuseDecoded(inputs.lazy.filter { !$0.keepsAll }.map(\.input)) }
    if inPlace || output.isFolder {
      let empty = inPlace ? [] : inputs.filter(\.keepsNothing)
      var files = SeveralFiles(reporter)
      for item in inputs where inPlace || !item.keepsNothing {
        try files.add { try writeAlone(item, run, reporter) }
      }
      files.finish()
      if !empty.isEmpty {
        reporter.note(
          "note: nothing is left of \(empty.count) file\(empty.count == 1 ? "" : "s"); \(empty.count == 1 ? "it is" : "they are") not written"
        )
      }
    } else {
      let file = try file ?? output.open(reporter)
      var joint = Joint()
      for item in inputs {
        joint.next()
        try run.copy(item) { bytes throws(StoreError) in try joint.write(bytes, to: file) }
      }
      try Writing.finish(file, reporter)
    }
    try reporter.finish()
  }

  /// One input to an output of its own.
  private func writeAlone(_ item: FilterRun.Decided, _ run: FilterRun, _ reporter: Reporter) throws {
    // Nothing changed: the file keeps its time of modification too.
    if inPlace && item.keepsAll { return }
    let file =
      inPlace
      ? try Writing.create(item.input.path ?? "", reporter) : try output.open(for: item.input, reporter)
    try run.copy(item) { bytes throws(StoreError) in try file.write(bytes) }
    try Writing.finish(file, reporter)
  }
}
