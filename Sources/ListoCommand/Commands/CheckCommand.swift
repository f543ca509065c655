internal import ArgumentParser
internal import Listo
internal import Platform

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with calendars, line by line.",
    usage: "listo check [<options>] [<input> ...]",
    discussion: """
      Every value is read by its type and compared with RFC 5545 and its successors; libical's own parser and its check of RFC 5546 are \
      asked as well. Nothing is changed.

      Findings go to standard output, by file and line:
        file:line: severity: reason [code]
      A warning is something wrong. A note is not: it says what others may not understand. Of notes that say the same about one file the \
      first is shown; --json shows all. A summary goes to standard error.

      --duplicates also tells of reminders that may be one under different UIDs, as programs give them at an import, with a score from 0 to \
      1: half of it is the title, a quarter are the dates, 0.15 the notes and 0.1 the parent. From 0.8 on it is told. Those of one list \
      are told only where all of this is the same and more than a title; what was done or is due at other times, or has other numbers in \
      its title, is never told. listo merge --fuzzy makes one of them.

      The status is 1 where there are warnings, and 0 where there are only notes or nothing.

      Examples:
        listo check Export.ics
        listo check ~/Calendars | grep unknown-zone
        listo check Export.ics --json | jq -r .code | sort | uniq -c
        listo check --duplicates ~/Calendars
        listo check --quiet Export.ics && cp Export.ics ~/Calendars/
      """)

  @OptionGroup var input: InputOptions

  @Flag(help: "Look for reminders that may be one under different UIDs, too.")
  var duplicates = false

  @Flag(help: "Print JSON, an object for each finding on a line of its own.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print nothing; the exit status tells.")
  var quiet = false

  @Flag(help: "Let notes count as warnings do, for the exit status.")
  var strict = false

  @OptionGroup var limits: LimitOptions

  func run() throws {
    let reporter = Reporter(isQuiet: true, isStrict: false, progress: Progress(isQuiet: quiet))
    defer { reporter.progress?.end() }
    let tree = try input.tree(reporter, limits)
    var report = FindingReport(isJSON: json, isQuiet: quiet, reporter.standardOutput())
    report.countsNotes = strict
    try report.say(tree.problems, reporter)
    // Each is read to find its lists, and again to be checked.
    reporter.progress?.begin("Checking", tree.inputs, passes: 2)
    let check = CalendarCheck()
    var names = ListNames()
    for item in tree.inputs {
      let named = names.problems.count
      guard let item = SurveyedInput.survey(item, &names, reporter) else { continue }
      try run(check, on: item, names.problems.dropFirst(named), &report, reporter)
    }
    if report.files == 0 {
      try reporter.finish()
      throw Failure(.noCalendar, "there is no calendar in any input.")
    }
    if duplicates, report.calendars > 0 {
      try report.say(
        Self.duplicates(in: CatalogReading.catalog(tree, reporter)).map(reporter.placed), reporter)
    }
    try report.finish(reporter)
    if report.calendars == 0 { reporter.raise(.noCalendar) }
    if report.hasFindings { reporter.raise(.differences) }
    try reporter.finish()
  }

  /// Reads an input a second time, its batches on all cores, and says what was found in it.
  private func run(
    _ check: CalendarCheck, on item: SurveyedInput, _ more: ArraySlice<Diagnostic>,
    _ report: inout FindingReport,
    _ reporter: Reporter
  ) throws(Failure) {
    report.begin(item.survey)
    if item.input.isDecoded {
      let reason = "it is UTF-16, and iCalendar is UTF-8 (RFC 5545 §3.1.4): others may not read it"
      try report.say([Diagnostic(.warning, .utf16, file: item.input.name, reason)], reporter)
    }
    var order = FindingOrder(item.survey, item.absence + more)
    var reader = try Reading.items(item, reporter)
    let name = item.input.name
    try OrderedPipeline.run(threads: item.survey.size > 1 << 20 ? Writing.threads : 0) { () throws(Failure) in
      try Reading.next(&reader, item, reporter)
    } transform: { batch in
      check.check(batch, file: name)
    } consume: { result throws(Failure) in
      try report.say(Self.told(order.take(result), of: item).map(reporter.placed), reporter)
    }
    try report.say(Self.told(order.finish(), of: item).map(reporter.placed), reporter)
    try Reading.requireUnchanged(item, reporter)
  }

  private static func duplicates(in catalog: Catalog) -> [Diagnostic] {
    let duplicates = catalog.duplicates()
    let told = duplicates.pairs.compactMap { pair -> Diagnostic? in
      guard let one = catalog.reminder(at: pair.first), let other = catalog.reminder(at: pair.second) else {
        return nil
      }
      let place = "\(one.calendar.file):\(one.component.lineNumber)"
      return Diagnostic(
        .warning, .duplicate, file: other.calendar.file, line: other.component.lineNumber,
        "'\(other.title ?? "")' may be the reminder at \(place) under another UID: score \(pair.scoreText) (\(pair.reasons.joined(separator: ", ")))"
      )
    }
    return told + duplicates.problems
  }

  /// Of a file without any calendar no more than that is said.
  private static func told(_ findings: [Diagnostic], of item: SurveyedInput) -> [Diagnostic] {
    item.survey.calendars.isEmpty ? findings.filter { !$0.isAboutText } : findings
  }
}
