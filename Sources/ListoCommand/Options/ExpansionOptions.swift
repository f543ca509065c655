internal import ArgumentParser
internal import Listo

/// How often what repeats is shown.
struct ExpansionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show each occurrence of repeating reminders in this range, such as today..today+7d, instead of one.",
      valueName: "range"))
  var expand: String?

  @Option(
    help: ArgumentHelp(
      "Show each occurrence of repeating reminders from today until this date.", valueName: "date")
  )
  var until: String?

  /// The times at which repeating reminders are shown; nil for once.
  ///
  /// - Throws: ``Failure`` with status 64, or ValidationError.
  func range() throws -> QueryRange? {
    if expand != nil, until != nil { throw ValidationError("--expand and --until cannot be combined.") }
    guard let text = expand ?? until else { return nil }
    let configuration = try ConfigurationFile.load()
    do throws(QuerySyntaxError) {
      let language = WordsLanguage(configuration)
      if expand != nil { return try QueryRange(text, language: language) }
      return QueryRange(first: .relative(.today, []), last: try QueryDate(text, language: language))
    } catch {
      throw QueryErrorView(error: error).failure(expand == nil ? "--until" : "--expand")
    }
  }
}
