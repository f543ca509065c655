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

      --duplicates also tells of reminders that may be one: under different UIDs, as programs give them at an import, or under one UID in \
      two lists. They have a score from 0 to 1: half of it is the title, a quarter are the dates, 0.15 the notes and 0.1 the parent. From \
      0.8 on it is told. Those of one list are told only where all of this is the same and more than a title; what was done or is due at \
      other times, or has other numbers in its title, is never told. listo merge --fuzzy \
      makes one of them.

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
    try reporter.running {
      try CheckJob(reporter).run(
        tree, begin: { (survey) throws(Failure) in report.begin(survey) },
        found: { (findings) throws(Failure) in try report.say(findings.map(reporter.placed), reporter) })
    }
    if report.files == 0 {
      try reporter.finish()
      throw Failure(.noCalendar, "there is no calendar in any input.")
    }
    if duplicates, report.calendars > 0 {
      try report.say(
        reporter.catalog(tree).duplicateFindings.map(reporter.placed), reporter)
    }
    try report.finish(reporter)
    if report.calendars == 0 { reporter.raise(.noCalendar) }
    if report.hasFindings { reporter.raise(.differences) }
    try reporter.finish()
  }
}
