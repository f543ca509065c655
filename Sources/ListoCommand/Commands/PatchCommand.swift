internal import ArgumentParser
internal import Listo

struct PatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Apply to a collection what listo diff --patch wrote.",
    usage: "listo patch [<options>] <patch> <input> ...",
    discussion: """
      A patch holds what differs between two collections, as it was and as it is. To apply it to a third is the three-way merge: what only \
      the patch changed is changed, what only the collection changed stays, and where both changed the same thing the newer version wins, \
      or what --prefer says. All else stays as it is, byte for byte.

      Lists are the same whose identifiers are, else their titles, else their file names; where the patch was made of a single list and the \
      inputs are one, it is for that one. A list that comes new stays a list of its own.

      The result goes to standard output, or to -o; no input is changed without --in-place.

      Examples:
        listo diff laptop.ics phone.ics --patch > changes.ics
        listo patch changes.ics laptop.ics -o patched.ics
        listo patch changes.ics laptop.ics --dry-run
        listo patch changes.ics laptop.ics --in-place --prefer ours
      """)

  @Argument(help: ArgumentHelp("The patch: a file, or -.", valueName: "patch"), completion: .file())
  var patch: String

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Write each result in the place of its input, which must be a regular file.")
  var inPlace = false

  @Option(
    help: ArgumentHelp(
      "Who wins where both changed the same thing differently: the newest version, the collection (ours), the patch (theirs), or both, the losing version as a reminder of its own."
    ))
  var prefer: MergePreference = .newest

  @Option(
    help: ArgumentHelp(
      "Print what becomes of each reminder: --report for people, --report=json for scripts. It goes to standard output, or to standard error "
        + "where the result goes to standard output.", valueName: "form"))
  var report: MergeCommand.ReportForm?

  @Flag(help: "Print the report and write nothing.")
  var dryRun = false

  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if input.inputs.isEmpty { throw ValidationError("name the file or folder that the patch is for.") }
    if inPlace && output.output != nil { throw ValidationError("give either --in-place or -o, not both.") }
    if patch == "-" && input.inputs.contains("-") {
      throw ValidationError("only the patch or an input can be standard input.")
    }
    try OutputOptions.requireCalendarName(output.output, of: "-o", "patch")
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let patch = try readPatch(reporter)
    let tree = input.tree(reporter, limits)
    if reporter.status.rawValue >= ExitStatus.noInput.rawValue {
      throw Failure(.noInput, "an input cannot be read, so nothing was patched.")
    }
    let destination = inPlace ? nil : output.destination(reporter)
    let job = try reporter.run(nothingWas: "patched") { () throws(WorkError) in
      if let destination {
        try destination.refuseOverwriting(tree.inputs)
      } else {
        for input in tree.inputs { try input.requireReplaceable() }
      }
      reporter.begin(.reading, tree.inputs, passes: dryRun ? 2 : 3)
      let job = try PatchJob(patch, tree, PatchOptions(preference: prefer), reporter)
      if destination == nil { for input in tree.inputs { try input.requireUndecoded() } }
      return job
    }
    try tell(job.plan, reporter)
    if !dryRun {
      reporter.keepData()
      reporter.tell(try reporter.run { () throws(WorkError) in try job.write(to: destination, reporter) })
    }
    try reporter.finish()
  }

  private func readPatch(_ reporter: Reporter) throws(Failure) -> Patch {
    let tree = InputTree(
      [patch], format: nil, limits: limits.values, patience: reporter.patience, web: WebReading.calendars)
    for error in tree.errors { reporter.report(error) }
    guard let input = tree.inputs.first, tree.inputs.count == 1 else {
      throw Failure(
        tree.errors.isEmpty ? .noCalendar : reporter.status,
        tree.errors.isEmpty ? "\(patch): this is no patch: listo diff --patch makes one" : "")
    }
    return try reporter.run { () throws(WorkError) in try Patch(reading: input, reporter) }
  }

  private func tell(_ plan: PatchPlan, _ reporter: Reporter) throws {
    for decision in plan.listDecisions + plan.decisions where decision.isConflict {
      reporter.report(
        Diagnostic(
          .warning, .conflict,
          "\(decision.title.isEmpty ? decision.uid : decision.title): \(decision.conflictText)"))
    }
    guard report != nil || dryRun else { return }
    let text =
      switch report ?? .text {
      case .text: plan.text.map { Visible.line($0) + "\n" }.joined()
      case .json: PatchReportJSON.value(plan).prettyText
      }
    if dryRun || inPlace || (output.output != nil && output.output != "-") {
      try Printing.print(text, reporter)
    } else {
      reporter.always(text)
    }
  }
}
