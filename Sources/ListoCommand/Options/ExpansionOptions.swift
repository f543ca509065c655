internal import ArgumentParser
internal import Listo

/// How often what repeats is shown.
struct ExpansionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show repeating reminders at each time of a range, such as today..today+7d, instead of once.",
      valueName: "range"))
  var expand: String?

  @Option(
    help: ArgumentHelp("Show repeating reminders at each time from today until this date.", valueName: "date")
  )
  var until: String?

  /// The times at which repeating reminders are shown; nil for once.
  ///
  /// - Throws: ``Failure`` with status 64, or ValidationError.
  func range() throws -> QueryRange? {
    if expand != nil, until != nil { throw ValidationError("give either --expand or --until, not both.") }
    do throws(QuerySyntaxError) {
      if let expand { return try QueryRange(expand) }
      return try until.map { text throws(QuerySyntaxError) in
        QueryRange(first: .relative(.today, []), last: try QueryDate(text))
      }
    } catch {
      throw QueryErrorView(error: error).failure(expand == nil ? "--until" : "--expand")
    }
  }
}
