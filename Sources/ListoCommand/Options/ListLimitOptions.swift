internal import ArgumentParser

/// How many reminders are shown.
struct ListLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Show at most this many reminders: the first in the sort order.", valueName: "number"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 {
      throw ValidationError("--limit must be a number of reminders, 1 or more.")
    }
  }
}
