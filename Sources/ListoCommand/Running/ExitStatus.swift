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
    case .done: "Done, with or without warnings on the way."
    case .differences: "Differences (diff), warnings (check), or what was looked for is not there (show)."
    case .doubtful:
      "Warnings (a merge's conflicts too) under --strict, losses under --fail-on-loss, a refused input (a message, or nothing at all where that would delete everything), a merge that was stopped."
    case .usage: "The command line was wrong."
    case .noCalendar: "There is no calendar in any input."
    case .noInput:
      "An input is missing or unreadable; the others are done (merge writes nothing, nor with --base where one is not whole)."
    case .cannotCreate: "An output cannot be created."
    case .configuration: "The configuration file is needed and cannot be read; the message names the line."
    case .inputOutput: "Writing failed; what was there before still is."
    }
  }
}
