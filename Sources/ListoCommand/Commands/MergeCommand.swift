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

      With --base, what the inputs began with, the changes of each are merged: field by field, tag by tag, alarm by alarm, and what one deleted and no other \
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
  @OptionGroup var output: OutputOptions

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

  @Flag(help: "With a folder: overwrite files that say something else.")
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
    let (inputs, errors) = try threeWay.inputs(input, reporter, limits)
    if report == .text, let form = input.inputs.first(where: { ReportForm(rawValue: $0) != nil }),
      errors.contains(where: { $0.path == form })
    {
      throw Failure(
        .noInput, "an input is missing; if '\(form)' is the form of the report, write --report=\(form).")
    }
    for error in inputs.compactMap(\.sizeError) { reporter.report(error) }
    if reporter.status == .noInput {
      // A merge without one of its inputs would look like a merge of all of them.
      throw Failure(.noInput, "an input cannot be read, so nothing was merged.")
    }
    // Lists that stay apart are found before they are merged.
    reporter.progress?.begin("Reading", inputs, passes: output.isFolder || keepLists ? 2 : 1)
    let groups = output.isFolder || keepLists ? ListGroups(inputs, reporter) : nil
    if reporter.status == .noInput {
      throw Failure(.noInput, "an input cannot be read, so nothing was merged.")
    }
    let pool = OpenFilePool(limits: limits.values)
    let stored = inputs.enumerated().map { number, input in
      input.forMerging(pool: pool, listNames: groups?.listNames(ofInput: number))
    }
    if output.isFolder, let groups {
      try writeApart(groups, inputs, stored, reporter)
    } else {
      try Overwriting.refuse([output.output, rejects].compactMap { $0 }, of: inputs)
      let plan = try plan(stored, keepsLists: keepLists, reporter)
      try tell(plan, reporter)
      if !dryRun { try write(plan, to: { try output.open(reporter) }, rejects: rejects, reporter) }
    }
    try reporter.finish()
  }

  // MARK: Steps

  private func plan(_ inputs: [StoredMergeInput], keepsLists: Bool, _ reporter: Reporter) throws -> MergePlan
  {
    var options = MergeOptions(
      keepsLists: keepsLists, title: title, color: color, limits: limits.values,
      preference: threeWay.prefer ?? .newest, unitesSets: threeWay.unionSets)
    options.appliesMessages = content.applyMessages
    (options.prunesZones, options.addsZones) = (content.pruneZones, content.addZones)
    options.keepsOrigin = content.keepOrigin
    options.likeness = content.fuzzy
    let sides = inputs.filter { $0.input.side >= 0 }
    let base = inputs.filter { $0.input.side < 0 }
    let plan: MergePlan
    let conflicts: [Diagnostic]
    do throws(MergeError) {
      plan = try Merge.plan(
        sides,
        base: threeWay.hasBase
          ? MergeBase(
            inputs: base, sides: sides.map(\.input.side), count: self.input.inputs.count,
            names: self.input.inputs, allowsEmpty: threeWay.allowEmpty) : nil,
        options: options, on: ThreadPipeline(givesBackMemory: true),
        asking: threeWay.interactive ? { ConflictPrompt.ask($0, reporter) } : nil)
      conflicts = try plan.conflictProblems(limits: limits.values)
    } catch {
      throw failure(error, inputs, reporter)
    }
    let others = inputs.filter { $0.content != .calendar }
    for input in others {
      reporter.report(.noCalendar(in: input.input, isEmpty: input.content == .nothing))
    }
    let names = Set(others.map(\.name))
    reporter.report(
      plan.report.problems.filter {
        !($0.isAboutText || $0.code == .loss) || !names.contains($0.file ?? "")
      })
    reporter.report(conflicts)
    guard !plan.isEmpty else { throw Failure(.noCalendar, "there is no calendar to merge.") }
    return plan
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

  /// - Parameters:
  ///   - list: the one that is written; nil for all.
  ///   - open: nil where the result stands there already.
  private func write(
    _ plan: MergePlan, list: String? = nil, to open: (() throws -> Output)?, rejects: String?,
    _ reporter: Reporter
  ) throws {
    reporter.progress?.begin("Writing", bytes: nil)
    // The rejects first: when the result is in place, what it lacks is safe.
    if let rejects {
      let file = try Writing.create(rejects, reporter)
      let count = try send(to: file, reporter) { sink in try plan.writeRejects(list: list, to: sink) }
      if count > 0 {
        try Writing.finish(file, reporter)
      } else {
        reporter.note("\(rejects): nothing was rejected; it is not written")
      }
    }
    guard let file = try open?() else { return }
    _ = try send(to: file, reporter) { sink in
      try plan.write(list: list, to: sink)
      return 0
    }
    try Writing.finish(file, reporter)
  }

  private func send(
    to file: Output, _ reporter: Reporter, _ body: ((ArraySlice<UInt8>) throws -> Void) throws -> Int
  ) throws -> Int {
    try read(reporter) {
      try body { bytes in
        try Writing.attempt(reporter) { () throws(StoreError) in try file.write(bytes) }
      }
    }
  }

  /// Does what reads the inputs again.
  private func read<Result>(_ reporter: Reporter, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as MergeError {
      throw failure(error, [], reporter)
    }
  }

  /// What ends a merge, as the command's status: it would have to guess, or an input failed.
  private func failure(_ error: MergeError, _ inputs: [StoredMergeInput], _ reporter: Reporter) -> Failure {
    switch error {
    case .incomplete(var problem):
      if problem.code == .noCalendar, let input = inputs.first(where: { $0.name == problem.file }) {
        let isText = inputs.contains { $0.name == problem.file && $0.content == .text }
        problem = .noCalendar(in: input.input, isEmpty: !isText)
      }
      reporter.report(problem)
      return Failure(.noInput, "\(problem.file.map { $0 + ": " } ?? "")\(Absence.incomplete)")
    case .oversize(let problem):
      reporter.report(problem)
      return Failure(
        .noInput,
        "\(problem.file ?? "-"): what is larger than the limit would be lost; --input-limit item-size sets another. Nothing was written."
      )
    case .refused(let problem):
      reporter.report(problem)
      return Failure(.doubtful, "\(problem.file.map { $0 + ": " } ?? "")\(Absence.incomplete)")
    case .emptied(let side):
      return Failure(
        .doubtful,
        Absence.empty(
          input.inputs[side.side], of: side.list.isEmpty ? nil : side.list,
          "\(side.count == 1 ? "the only one" : "all \(side.count)") of the base would count as deleted"))
    case .unreadable(let input, let reason):
      reporter.report(StoreError(.unreadable, path: input, reason: reason))
      return Failure(reporter.status)
    case .stopped: return Failure(.doubtful, "stopped: nothing was written.")
    case .changed(let input):
      reporter.report(
        StoreError(.unreadable, path: input, reason: "it changed while it was read; nothing was written"))
      return Failure(reporter.status)
    }
  }

  /// Lists apart: each becomes one file of the folder.
  private func writeApart(
    _ groups: ListGroups, _ inputs: [Input], _ stored: [StoredMergeInput], _ reporter: Reporter
  ) throws {
    let folder = output.output ?? ""
    try Overwriting.refuse(folder: folder, in: input.inputs)
    let all = groups.groups
    let known = Dictionary(uniqueKeysWithValues: all.map { ($0.listName, $0) })
    try Overwriting.refuse(
      all.map { folder.withSlash + $0.fileName } + all.compactMap { rejectsPath(of: $0) }, of: inputs)
    let plan = try plan(stored, keepsLists: true, reporter)
    let lists = plan.listIdentifiers.compactMap { known[$0] }
    try tell(plan, reporter)
    guard !dryRun else { return }
    let same = try StandingFiles.same(lists.map { folder.withSlash + $0.fileName }, force: force) {
      number, sink in try read(reporter) { try plan.write(list: lists[number].listName, to: sink) }
    }
    var files = SeveralFiles(reporter)
    for (number, list) in lists.enumerated() {
      try files.add {
        try write(
          plan, list: list.listName,
          to: same.contains(number)
            ? nil : { try Writing.create(folder.withSlash + list.fileName, reporter) },
          rejects: rejectsPath(of: list), reporter)
      }
    }
    files.finish()
    StandingFiles.tell(same, reporter)
  }

  /// `dropped.ics` for the list in `Home.ics` is `dropped-Home.ics`.
  private func rejectsPath(of group: ListGroups.Group) -> String? {
    guard let rejects else { return nil }
    let stem = rejects.hasSuffix(".ics") ? String(rejects.dropLast(4)) : rejects
    return "\(stem)-\(group.fileName)"
  }
}
