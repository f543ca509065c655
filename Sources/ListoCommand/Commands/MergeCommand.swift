internal import ArgumentParser
internal import Listo

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Make one collection out of many, and say what was decided.",
    usage: "listo merge [<options>] <input> ...",
    discussion: """
      Of every reminder the newest version is kept, whole and byte for byte; the result is the same in whichever order the inputs are given. \
      Reminders are the same when their UIDs are.

      To a file, or standard output, all lists become one. In a folder (-o merged/), or with --keep-lists, lists stay apart; they are the same list when their \
      identifiers are, else their titles, else their file names.

      With --base, the older state that the inputs have in common, the changes of each are merged: field by field, tag by tag, alarm by alarm, and what one deleted and no other \
      changed is gone. So an input that cannot be read whole ends the merge, and one with nothing at all needs --allow-empty. What two changed differently is a conflict, which the newest settles, or --prefer; --strict ends with status 2 then.

      Nothing that is dropped is lost: --report shows each decision with the lines that were dropped, --rejects keeps every losing version \
      whole. Of two time zones with one name and different rules one gets a new name, and no date moves.

      Examples:
        listo merge laptop.ics phone.ics -o all.ics --report
        listo merge laptop.ics phone.ics --dry-run
        listo merge export1/ export2/ -o merged/
        listo merge laptop.ics phone.ics -o all.ics --rejects dropped.ics
        listo merge laptop.ics phone.ics -o all.ics --report=json > why.json
        listo merge laptop.ics phone.ics --base last.ics -o next.ics --report
        listo merge laptop.ics phone.ics --base last.ics -o next.ics --prefer both
      """)

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var output: MergedOutputOptions

  @OptionGroup var threeWay: ThreeWayArguments
  @OptionGroup var content: MergeContentOptions

  @Flag(help: "Write one VCALENDAR for each list, into one file.")
  var keepLists = false

  @Option(help: ArgumentHelp("The title of the result, where the inputs do not agree.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The colour of the result, #RRGGBB or a CSS name.", valueName: "colour"))
  var color: String?

  @Option(
    help: ArgumentHelp(
      "Print each decision: --report for people, --report=json for scripts. It goes to standard output, or to standard error "
        + "where the result goes to standard output.", valueName: "form"))
  var report: ReportForm?

  @Flag(help: "With a folder: overwrite files that have another content.")
  var force = false

  @Flag(help: "Print the report and write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Write every losing version, whole, to this file.", valueName: "file"),
    completion: .file())
  var rejects: String?

  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  /// How a report is printed.
  enum ReportForm: String, ExpressibleByArgument, CaseIterable { case text, json }

  func validate() throws {
    if input.inputs.isEmpty { throw ValidationError("name the files or folders that shall be merged.") }
    if content.fuzzy != nil, threeWay.hasBase {
      throw ValidationError("--fuzzy is for a merge without --base and --interactive.")
    }
    if let color, ListColor(color) == nil {
      throw ValidationError(
        "--color: '\(color)' is no colour; write it like #FF8800, or as a CSS name such as teal.")
    }
    if let rejects, let output = output.output, Overwriting.isSame(rejects, output) {
      throw ValidationError("--rejects and -o name the same file.")
    }
    if force, !output.isFolder { throw ValidationError("--force is for a folder: -o folder/.") }
    try threeWay.validate(inputs: input.inputs.count)
    try OutputOptions.requireCalendarName(output.output, of: "-o", "merge")
    try OutputOptions.requireCalendarName(rejects, of: "--rejects", "merge")
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    if threeWay.interactive, !ConflictPrompt.isPossible(input.inputs + [threeWay.base].compactMap { $0 }) {
      throw Failure(.usage, "--interactive needs a terminal to ask on, and standard input for the answers.")
    }
    let base = threeWay.base(of: input.inputs)
    var errors: [StoreError] = []
    let inputs = try reporter.run { () throws(WorkError) in
      try MergeJob.inputs(input.inputs, base: base) { places in
        let tree = input.reading.tree(places, reporter, limits)
        errors += tree.errors
        return tree
      }
    }
    if report == .text, let form = input.inputs.first(where: { ReportForm(rawValue: $0) != nil }),
      errors.contains(where: { $0.path == form })
    {
      throw Failure(
        .noInput, "an input is missing; if '\(form)' is the form of the report, write --report=\(form).")
    }
    if reporter.status == .noInput {
      // A merge without one of its inputs would look like a merge of all of them.
      throw Failure(.noInput, "an input cannot be read, so nothing was merged.")
    }
    let destination = output.destination(reporter)
    let (job, plan) = try reporter.run(nothingWas: "merged") { () throws(WorkError) in
      let job = try MergeJob(
        inputs, keepsLists: output.isFolder || keepLists, limits: limits.values, reporter)
      try job.refuseOverwriting(destination, of: input.inputs, rejects: rejects)
      let plan = try job.plan(
        options(keepsLists: output.isFolder || keepLists), base: base,
        asking: threeWay.interactive ? { ConflictPrompt.merge.ask($0, reporter) } : nil)
      return (job, plan)
    }
    guard !plan.isEmpty else { throw Failure(.noCalendar, "there is no calendar to merge.") }
    try tell(plan, reporter)
    tellDropped(plan.report, reporter)
    if !dryRun {
      reporter.keepData()
      let written = try reporter.run { () throws(WorkError) in
        try job.write(plan, to: destination, rejects: rejects, force: force)
      }
      for path in written.withoutRejects { reporter.note("\(path): nothing was rejected; it is not written") }
      reporter.tell(written.files)
    }
    try reporter.finish()
  }

  private func options(keepsLists: Bool) -> MergeOptions {
    var options = MergeOptions(
      keepsLists: keepsLists, title: title, color: color, limits: limits.values,
      preference: threeWay.prefer ?? .newest, unitesSets: threeWay.unionSets)
    options.appliesMessages = content.applyMessages
    (options.prunesZones, options.addsZones) = (content.pruneZones, content.addZones)
    options.keepsOrigin = content.keepOrigin
    options.likeness = content.fuzzy
    return options
  }

  /// What is not in the result, where no report says so. With a base each conflict is told.
  private func tellDropped(_ merged: MergeReport, _ reporter: Reporter) {
    guard report == nil, !dryRun, !merged.isThreeWay, merged.superseded > 0 else { return }
    let count = RelativeDate.count(merged.superseded, "version")
    let words = merged.superseded == 1 ? "differs from the newest and is" : "differ from the newest and are"
    let kept = rejects.map { "\($0) keeps what was dropped, and " } ?? ""
    let other = rejects == nil ? ", --rejects FILE keeps them" : ""
    reporter.note("note: \(count) \(words) not in the result; \(kept)--report shows each decision\(other)")
  }

  private func tell(_ plan: MergePlan, _ reporter: Reporter) throws {
    guard report != nil || dryRun else { return }
    var text = ""
    switch report ?? .text {
    case .text: try plan.writeText { text += Visible.line($0) + "\n" }
    case .json: text += try MergeReportJSON.text(plan) + "\n"
    }
    let toStandardOutput = dryRun || (output.output != nil && output.output != "-")
    if toStandardOutput {
      try Printing.print(text, reporter)
    } else {
      reporter.always(text)
    }
  }
}
