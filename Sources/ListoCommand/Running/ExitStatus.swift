/// How the process ends: one row each, printed in the manual page.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case differences = 1
  case doubtful = 2
  case usage = 64
  case noCalendar = 65
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case configuration = 78

  /// One line for the manual page.
  var summary: String {
    switch self {
    case .done: "Success, with or without warnings."
    case .differences: "Differences (diff), warnings (check), or not found (show)."
    case .doubtful:
      "Warnings or conflicts under --strict, losses under --fail-on-loss, versions left out under --fail-on-superseded, a refused input (a message, or an empty input that would delete everything), or a stopped merge or sync."
    case .usage: "Wrong command line."
    case .noCalendar: "No input has a calendar."
    case .noInput:
      "An input is missing or unreadable. The other inputs are processed, except by merge, which writes nothing."
    case .cannotCreate: "An output cannot be created."
    case .configuration: "The configuration file cannot be read; the message names the line."
    case .inputOutput: "Writing failed; existing files are unchanged."
    }
  }
}

/// An error that ends the command early: its status, and a line for standard error.
struct Failure: Error {
  var status: ExitStatus
  /// One line; empty where everything was said before.
  var message: String
  /// More lines.
  var details: [String]

  init(_ status: ExitStatus, _ message: String = "", details: [String] = []) {
    (self.status, self.message, self.details) = (status, message, details)
  }
}
