internal import ArgumentParser
internal import Listo

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find errors in calendars, line by line, and repair them.",
    usage: "listo check [<options>] [<input> ...]",
    discussion: """
      listo check compares each value with its type and with RFC 5545 and its successors. It also runs \
      libical's parser and libical's check of RFC 5546. It changes nothing.

      With --for, listo check lists the problems that a server or an app has with the calendars instead. \
      listo check --for help lists the servers and apps. --as libical lists the properties and components \
      that programs built on libical (Evolution, GNOME Calendar, many servers) drop or change, each with its \
      reason. libical reads each file as a whole, which takes ten to thirty times its size in memory.

      --describe explains a code: its meaning, why it matters, the programs that refuse such data, and the \
      remedy.

      --fix repairs the calendars. Safe repairs keep the meaning. With --lossy, repairs may also drop or \
      choose data; each is reported. All other lines keep their bytes. Without -o or --in-place, --fix only \
      shows the changes, like --dry-run. listo undo takes back the changes of --in-place.

      On a terminal, findings are grouped by code, with their number and the first five of each code. In a \
      pipe or file, and with --ungrouped, each finding has its own line:
        file:line: severity: reason [code]
      A warning means that something is wrong. A note means that other programs may not understand \
      something. Equal notes about one file are shown once; --ungrouped and --json show all. A summary goes to \
      standard error.

      --duplicates also lists reminders that may be the same: with different UIDs, as an import creates \
      them, or with one UID in two lists. Each pair has a score from 0 to 1: the title counts half, the \
      dates a quarter, the notes 0.15 and the parent 0.1. Pairs from 0.8 on are listed. Two reminders of the \
      same list are listed only if all four are equal and they have more than a title. Reminders that were \
      completed or are due at different times, or that have different numbers in the title, are never \
      listed. listo merge --fuzzy merges duplicates.

      Of an export of another program, with -f, listo check also shows how the first records were understood: \
      their fields, and the values that are in no field. --limit says how many.

      The exit status is 1 if there are warnings that were not repaired, else 0.

      Examples:
        listo check Export.ics
        listo check --for radicale,tasks.org Export.ics
        listo check --for cyrus --fix Export.ics -o ForCyrus.ics
        listo check --for nextcloud --fix --lossy --in-place ~/Calendars
        listo check --as libical Export.ics
        listo check --describe override-alone
        listo check ~/Calendars | grep unknown-zone
        listo check Export.ics --json | jq -r .code | sort | uniq -c
        listo check --duplicates ~/Calendars
        listo convert Export.ics -o tasks.csv -q
        listo check tasks.csv -f csv --limit 3
        listo check --quiet Export.ics && cp Export.ics ~/Calendars/
      """)

  @OptionGroup var input: InputOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "The targets to check for: rfc (the default), servers or apps, separated by commas; help lists them and the data that each refuses.",
      valueName: "targets"), completion: ProfilesArgument.completion, transform: ProfilesArgument.init(words:)
  )
  var target: ProfilesArgument?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "List the properties that programs built on this library drop or change: libical (Evolution, GNOME "
        + "Calendar, many servers). With --for, list the findings of both.",
      valueName: "library"), completion: .list([CalendarParser.libical.rawValue]),
    transform: ForeignParser.parser(word:))
  var reader: CalendarParser?

  @Flag(help: "Make all repairs that keep the meaning.")
  var fix = false

  @Flag(help: "With --fix: also make repairs that drop or choose data.")
  var lossy = false

  @Flag(help: "With --fix: show the changes, and write nothing.")
  var dryRun = false

  @Flag(help: "With --fix: print a patch for listo patch, and write nothing.")
  var patch = false

  @OptionGroup var output: OutputOptions

  @Flag(help: "With --fix: write the repairs to the files; listo undo takes them back.")
  var inPlace = false

  @Option(
    help: ArgumentHelp(
      "Ignore findings with these codes, separated by commas; can be repeated.",
      valueName: "codes"),
    completion: FindingCodeArgument.completion, transform: FindingCodeArgument.several(words:))
  var ignore: [[FindingCodeArgument]] = []

  @Option(
    help: ArgumentHelp(
      "Describe a code, the programs that refuse such data and the remedy; read no input.", valueName: "code"),
    completion: FindingCodeArgument.completion, transform: FindingCodeArgument.init(word:))
  var describe: FindingCodeArgument?

  @Flag(help: "Also list possible duplicates: reminders that may be the same with different UIDs.")
  var duplicates = false

  @Option(
    help: ArgumentHelp(
      "Show how this many records of an export were understood: 5 with -f.", valueName: "number"))
  var limit: Int?

  @Flag(help: "List each finding on its own line, including equal notes and large groups.")
  var ungrouped = false

  @Flag(help: "Print each finding as a JSON object on its own line.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print nothing; use the exit status.")
  var quiet = false

  @Flag(help: "Exit with status 1 for notes too.")
  var strict = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var paging: PagerOptions
  @OptionGroup var limits: LimitOptions

  var profiles: [Profile] { target?.profiles ?? (reader == nil ? [.rfc] : []) }
  var ignored: Set<Diagnostic.Code> { Set(ignore.joined().map(\.code)) }

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must be a number of records, 0 or more.") }
    guard !fix else {
      if reader != nil || input.parser == .libical {
        throw ValidationError(
          "--fix and \(reader == nil ? "--parser" : "--as") cannot be combined.")
      }
      if inPlace && input.inputs.isEmpty {
        throw ValidationError(
          "--in-place needs named files; it does not change the configured sources.")
      }
      if inPlace && output.output != nil { throw ValidationError("--in-place and -o cannot be combined.") }
      if duplicates {
        throw ValidationError("--duplicates and --fix cannot be combined.")
      }
      if patch && (json || dryRun || inPlace) {
        throw ValidationError("--patch cannot be combined with --json, --dry-run or --in-place.")
      }
      return try OutputOptions.requireCalendarName(patch ? nil : output.output, of: "-o", "check")
    }
    if reader != nil && input.parser == .libical {
      throw ValidationError("--as libical and --parser cannot be combined.")
    }
    if reader != nil && ignored.contains(.libicalLoss) {
      throw ValidationError(
        "--as libical and --ignore libical-loss cannot be combined.")
    }
    let given = [
      (lossy, "--lossy"), (dryRun, "--dry-run"), (patch, "--patch"), (inPlace, "--in-place"),
      (output.output != nil, "-o"),
    ]
    if let (_, name) = given.first(where: \.0) { throw ValidationError("\(name) needs --fix.") }
  }

  func run() throws {
    let reporter = Reporter(isQuiet: true, isStrict: false, progress: Progress(isQuiet: quiet))
    defer { reporter.progress?.end() }
    if let describe { return try Printing.print(ProfileText.explanation(of: describe.code), reporter) }
    if target?.asksForHelp == true { return try Printing.print(ProfileText.tables, reporter) }
    if fix { return try RepairRun(options: self, reporter: reporter).run() }
    let tree = try input.tree(reporter, limits)
    var report = report(isBesideData: false, reporter)
    let calendars = Set(tree.inputs.map(\.name))
    report.isAboutOthers = tree.problems.contains { $0.file.map { !calendars.contains($0) } ?? false }
    try report.say(tree.problems.filter { !ignored.contains($0.code) }.map { CheckFinding($0) }, reporter)
    try reporter.running {
      try CheckJob(reporter, for: profiles, as: reader ?? .listo, ignoring: ignored).run(
        tree, begin: { (survey) throws(Failure) in report.begin(survey) },
        found: { (findings) throws(Failure) in try report.say(reporter.placed(findings), reporter) })
    }
    if report.files == 0 {
      try reporter.finish()
      throw Failure(.noCalendar, "no input has a calendar.")
    }
    if duplicates, report.calendars > 0 {
      try report.say(
        reporter.catalog(tree).duplicateFindings.map { reporter.placed(CheckFinding($0)) }, reporter)
    }
    try report.finish(reporter)
    try printRecords(of: tree, reporter)
    if report.calendars == 0 { reporter.raise(.noCalendar) }
    if report.hasFindings { reporter.raise(.differences) }
    try reporter.finish()
  }

  /// Shows how the first records of exports were understood.
  private func printRecords(of tree: InputTree, _ reporter: Reporter) throws {
    let isAskedFor = input.reading.from.map { !$0.format.isICalendar } ?? false
    let limit = limit ?? (isAskedFor ? 5 : 0)
    guard limit > 0, !json, !quiet else { return }
    let catalog = try reporter.catalog(tree)
    guard !catalog.reminders.isEmpty else { return }
    let records = RecordsView(
      catalog: catalog, surface: appearance.surface, lines: reporter.lines, limit: limit,
      fields: input.reading.from.map { choice in
        let format = choice.format
        return Set(FieldID.allCases.filter { format.map != nil && format.capabilities[$0] == .exact })
      } ?? [])
    try Printing.print(records.text, reporter)
  }

  /// - Parameter isBesideData: as of ``FindingReport``.
  func report(isBesideData: Bool, _ reporter: Reporter) -> FindingReport {
    var report = FindingReport(
      isJSON: json, isQuiet: quiet, isWhole: ungrouped, isBesideData: isBesideData, appearance.surface,
      reporter.standardOutput())
    report.countsNotes = strict
    report.pager = paging.pager(isForPeople: !json && !quiet)
    return report
  }
}

extension Reporter {
  /// The findings with their lines in the files that the user named: most are in no file that was converted.
  fileprivate func placed(_ findings: [CheckFinding]) -> [CheckFinding] {
    lines.isEmpty ? findings : findings.map { placed($0) }
  }

  /// The finding with its line in the file that the user named.
  func placed(_ finding: CheckFinding) -> CheckFinding {
    var copy = finding
    copy.diagnostic = placed(finding.diagnostic)
    return copy
  }
}

/// The value of `--as`.
private enum ForeignParser {
  /// - Throws: ValidationError for anything but a library that others read with.
  static func parser(word: String) throws -> CalendarParser {
    guard word.lowercased() == CalendarParser.libical.rawValue else {
      throw ValidationError("--as: unknown library '\(word)'; use libical.")
    }
    return .libical
  }
}
