internal import ArgumentParser
internal import Listo
internal import Platform

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge copies of a list, or several lists, into one file.",
    usage: "listo merge [<options>] <input> ...",
    discussion: """
      Listo keeps the newest version of every reminder, as a whole and byte for byte. Reminders are matched \
      by UID. The result does not depend on the order of the inputs.

      Copies of one list become one list; different lists stay separate. Lists are matched by identifier, \
      then by title, then by file name. Lists without a name become one list if each input has one list. \
      --one-list joins all lists. If the output is a folder (-o merged/), each list gets its own file.

      --base names an older state that all inputs share. The changes of each input are then merged by field, \
      tag and alarm. Reminders that one input deleted and no other changed are deleted. Therefore the merge \
      stops if an input cannot be read completely, and an empty input needs --allow-empty. If two inputs \
      changed the same field, the newest version wins, unless --prefer names a side; with --strict, the exit \
      status is then 2.

      --report shows each decision, its reason and the fields that differ; --report=lines shows the dropped \
      lines. --rejects writes each losing version to a file. If two time zones have the same name but \
      different rules, one of them is renamed, so no date moves.

      Examples:
        listo merge laptop.ics phone.ics -o all.ics --report
        listo merge laptop.ics phone.ics --dry-run
        listo merge export1/ export2/ -o merged/
        listo merge laptop.ics phone.ics -o all.ics --one-list Everything
        listo merge laptop.ics phone.ics -o all.ics --rejects dropped.ics
        listo merge laptop.ics phone.ics -o all.ics --report=json > why.json
        listo merge laptop.ics phone.ics --base last.ics -o next.ics --report
        listo merge laptop.ics phone.ics --base last.ics -o next.ics --prefer both
      """)

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var output: MergedOutputOptions

  @OptionGroup var threeWay: ThreeWayArguments
  @OptionGroup var content: MergeContentOptions

  @Option(help: ArgumentHelp("Join all lists into one list with this title.", valueName: "title"))
  var oneList: String?

  @Flag(help: "Keep lists without a name apart, unless their file names are equal.")
  var keepLists = false

  @Option(
    help: ArgumentHelp(
      "The colour of the result, #RRGGBB or a CSS name, if it has one list.", valueName: "colour"))
  var listColor: String?

  @Option(
    help: ArgumentHelp(
      "Print each decision: --report for people, --report=lines with the lines of the files, --report=json for scripts. The report goes to standard output, or to standard error "
        + "if the result goes to standard output.", valueName: "form"))
  var report: ReportForm?

  @Flag(help: "With a folder: overwrite files with other content.")
  var force = false

  @Flag(help: "Print the report and write nothing.")
  var dryRun = false

  @Flag(
    help:
      "If a version that differs from the newest would be left out, write nothing and exit with status 2. With --base, use --strict."
  )
  var failOnSuperseded = false

  @Option(
    help: ArgumentHelp("Write each losing version as a whole to this file.", valueName: "file"),
    completion: .file())
  var rejects: String?

  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  /// How a report is printed.
  enum ReportForm: String, ExpressibleByArgument, CaseIterable { case text, lines, json }

  func validate() throws {
    if input.inputs.isEmpty { throw ValidationError("name the files or folders to merge.") }
    if content.fuzzy != nil, threeWay.base != nil {
      throw ValidationError("--fuzzy cannot be combined with --base.")
    }
    if oneList != nil, keepLists || output.isFolder {
      throw ValidationError(
        "--one-list joins all lists; \(keepLists ? "leave out --keep-lists" : "name a file with -o, not a folder")."
      )
    }
    if let oneList, (try? FileStatus(path: oneList)) != nil {
      throw ValidationError(
        "--one-list takes a title, and '\(oneList)' is a file or folder; write the title first: --one-list Tasks \(oneList)."
      )
    }
    if let listColor, ListColor(listColor) == nil {
      throw ValidationError(
        "--list-color: unknown colour '\(listColor)'; write it like #FF8800 or teal.")
    }
    if let rejects, let output = output.output, Overwriting.isSame(rejects, output) {
      throw ValidationError("--rejects and -o name the same file.")
    }
    if failOnSuperseded, threeWay.base != nil {
      throw ValidationError(
        "--fail-on-superseded is for merges without --base; with --base, --strict exits with status 2 for a conflict."
      )
    }
    if force, !output.isFolder { throw ValidationError("--force needs a folder: -o folder/.") }
    try threeWay.validate(inputs: input.inputs.count)
    try OutputOptions.requireCalendarName(output.output, of: "-o", "merge")
    try OutputOptions.requireCalendarName(rejects, of: "--rejects", "merge")
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    if threeWay.interactive, !ConflictPrompt.isPossible(input.inputs + [threeWay.base].compactMap { $0 }) {
      throw Failure(.usage, "--interactive needs a terminal, and no input may be standard input.")
    }
    let base = threeWay.base(of: input.inputs)
    var errors: [StoreError] = []
    var problems: [Diagnostic] = []
    let inputs = try reporter.run { () throws(WorkError) in
      try MergeJob.inputs(input.inputs, base: base) { places in
        let tree = input.reading.tree(places, reporter, limits)
        errors += tree.errors
        problems += tree.problems
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
      let job = try MergeJob(inputs, limits: limits.values, reporter)
      try job.refuseOverwriting(destination, of: input.inputs, rejects: rejects)
      let plan = try job.plan(
        options, base: base,
        asking: threeWay.interactive ? { ConflictPrompt.merge.ask($0, reporter) } : nil)
      return (job, plan)
    }
    guard !plan.isEmpty else { throw Failure(.noCalendar, "no input has a calendar to merge.") }
    let lists = plan.report.lists
    if listColor != nil, lists.count > 1 {
      throw Failure(
        .usage,
        "--list-color is for one list, but the result has \(lists.count): \(Self.names(lists)). Nothing was written; --one-list joins them."
      )
    }
    try tell(plan, problems + job.absences, reporter)
    if failOnSuperseded, plan.report.superseded > 0 {
      let count = RelativeDate.count(plan.report.superseded, "version")
      throw Failure(
        .doubtful,
        "\(count) that \(plan.report.superseded == 1 ? "differs" : "differ") from the newest would be left out, so nothing was written.",
        details: report == nil && !dryRun ? ["listo merge --dry-run shows each decision."] : [])
    }
    tellDropped(plan.report, reporter)
    if !dryRun {
      reporter.keepData()
      let written = try reporter.run { () throws(WorkError) in
        try job.write(plan, to: destination, rejects: rejects, force: force)
      }
      for path in written.withoutRejects {
        reporter.note("\(path): not written, because no version was rejected")
      }
      reporter.tell(written.files)
    }
    if lists.count > 1, !keepLists, !output.isFolder {
      reporter.note(
        "note: the result has \(lists.count) lists: \(Self.names(lists)); --one-list TITLE joins them")
    }
    try reporter.finish()
  }

  private static func names(_ lists: [MergeReport.WrittenList]) -> String {
    lists.map { Visible.line($0.title ?? ($0.identifier.isEmpty ? "one without a name" : $0.identifier)) }
      .joined(separator: ", ")
  }

  private var options: MergeOptions {
    let lists: MergeOptions.Lists =
      if let oneList { .one(title: oneList) } else { keepLists || output.isFolder ? .apart : .paired }
    var options = MergeOptions(
      lists: lists, color: listColor, limits: limits.values,
      preference: threeWay.prefer ?? .newest, unitesSets: threeWay.unionSets)
    options.appliesMessages = content.applyMessages
    (options.prunesZones, options.addsZones) = (content.pruneZones, content.addZones)
    options.keepsOrigin = content.keepOrigin
    options.likeness = content.fuzzy
    return options
  }

  /// Reports the number of versions that are not in the result, where no report says so. With a base each
  /// conflict is told.
  private func tellDropped(_ merged: MergeReport, _ reporter: Reporter) {
    guard report == nil, !dryRun, !merged.isThreeWay, merged.superseded > 0 else { return }
    let count = RelativeDate.count(merged.superseded, "version")
    let words = merged.superseded == 1 ? "differs from the newest and is" : "differ from the newest and are"
    let kept = rejects.map { "\($0) has the dropped versions; " } ?? ""
    let other = rejects == nil ? ", --rejects FILE writes them to a file" : ""
    reporter.note("note: \(count) \(words) not in the result; \(kept)--report shows each decision\(other)")
  }

  /// - Parameter problems: of the inputs, before they were merged.
  private func tell(_ plan: MergePlan, _ problems: [Diagnostic], _ reporter: Reporter) throws {
    guard report != nil || dryRun else { return }
    let toStandardOutput = dryRun || (output.output != nil && output.output != "-")
    var text = ""
    switch report ?? .text {
    case .text:
      let surface: Surface = toStandardOutput ? .standardOutput(.auto) : .standardError
      let dates = LocalizedStyle(ConfigurationFile.load(reporter)).dateStyle
      try MergeReportView(plan: plan, surface: surface, dates: dates).write { text += surface.text($0) }
    case .lines: try plan.writeText { text += Visible.line($0) + "\n" }
    case .json: text += try MergeReportJSON.text(plan, besides: problems) + "\n"
    }
    if toStandardOutput {
      try Printing.print(text, reporter)
    } else {
      reporter.always(text)
    }
  }
}
