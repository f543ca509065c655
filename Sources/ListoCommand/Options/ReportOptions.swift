internal import ArgumentParser

/// How problems are told.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print no warnings, notes and confirmations.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "The form of messages on standard error: lines for people (text), or JSON objects, one on a line.",
      valueName: "form"))
  var messages = ReportForm.text

  @Flag(help: "Exit with status 2 if there was a warning.")
  var strict = false

  func reporter(_ limits: LimitOptions) -> Reporter {
    Reporter(isQuiet: quiet, isStrict: strict, limits: limits.values, progress: Progress(isQuiet: quiet))
  }
}

/// How `patch` and `sync` print a report.
enum ReportForm: String, ExpressibleByArgument, CaseIterable { case text, json }
