internal import ArgumentParser

/// How many reminders are shown.
struct ListLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Show only the first reminders of the order, at most this many.", valueName: "number"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 {
      throw ValidationError("--limit must be a number of reminders, 1 or more.")
    }
  }
}
