internal import ArgumentParser

/// How problems are told.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print no warnings, notes and confirmations.")
  var quiet = false

  @Flag(help: "Exit with status 2 if there was a warning.")
  var strict = false

  func reporter(_ limits: LimitOptions) -> Reporter {
    Reporter(isQuiet: quiet, isStrict: strict, limits: limits.values, progress: Progress(isQuiet: quiet))
  }
}

/// How `patch` and `sync` print a report.
enum ReportForm: String, ExpressibleByArgument, CaseIterable { case text, json }
