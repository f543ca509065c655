internal import ArgumentParser

/// How problems are told.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print no warnings, notes and confirmations.")
  var quiet = false

  /// ``MessageStyle/isJSON`` reads it. Not a ``ReportForm``: every verb has this option, and each type of
  /// option costs the parser two million instructions.
  @Option(
    help: ArgumentHelp(
      "The form of messages on standard error: text (lines for people, the default), or json (objects, one on a line).",
      valueName: "form"), completion: .list(["text", "json"]))
  var messages: String?

  @Flag(help: "Exit with status 2 if there was a warning.")
  var strict = false

  func validate() throws {
    if let messages, ReportForm(rawValue: messages) == nil {
      throw ValidationError("--messages=\(messages): the forms are text and json.")
    }
  }

  func reporter(_ limits: LimitOptions) -> Reporter {
    Reporter(isQuiet: quiet, isStrict: strict, limits: limits.values, progress: Progress(isQuiet: quiet))
  }
}

/// How `patch` and `sync` print a report.
enum ReportForm: String, ExpressibleByArgument, CaseIterable { case text, json }
