internal import ArgumentParser
internal import Listo
internal import Platform

struct PatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Apply a patch of listo diff --patch to a collection.",
    usage: "listo patch [<options>] <patch> <input> ...",
    discussion: """
      A patch holds the differences between two collections, with the old and the new values. listo patch applies them to a third collection \
      by a three-way merge. Changes of the patch are made, and changes of the collection stay. If both changed the same field, the newer \
      version wins, unless --prefer names a side. All other bytes stay as they are.

      Lists are matched by identifier, then by title, then by file name. A patch of a single list applies to an input with a single list, \
      whatever their names. A new list is added as a list.

      The result goes to standard output, or to the file after -o. Only --in-place changes inputs.

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

  @Flag(help: "Replace each input, which must be a regular file, with its result.")
  var inPlace = false

  @Option(
    help: ArgumentHelp(
      "The version that wins a conflict: newest, ours (the collection), theirs (the patch), or both (the losing version becomes a separate reminder).",
      valueName: "side"))
  var prefer: MergePreference = .newest

  @Option(
    help: ArgumentHelp(
      "Print the result for each reminder: --report for people, --report=json for scripts. The report goes to standard output, or to standard error "
        + "if the result goes to standard output.", valueName: "form"))
  var report: ReportForm?

  @Flag(help: "Print the report and write nothing.")
  var dryRun = false

  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if input.inputs.isEmpty { throw ValidationError("name the files or folders to patch.") }
    if inPlace && output.output != nil { throw ValidationError("--in-place and -o cannot be combined.") }
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
      if let destination {
        reporter.tell(try reporter.run { () throws(WorkError) in try job.write(to: destination, reporter) })
      } else {
        let journal = try EditStore.journal(ConfigurationFile.load())
        let label = "patch \(tree.inputs.map(\.fileName).joined(separator: ", "))"
        reporter.tell(
          try reporter.run { () throws(WorkError) in
            try job.writeInPlace(
              journal, label: label, at: Instant(seconds: ProcessEnvironment.secondsSince1970))
          })
      }
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
        tree.errors.isEmpty ? "\(patch): this is not a patch; listo diff --patch makes patches" : "")
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
