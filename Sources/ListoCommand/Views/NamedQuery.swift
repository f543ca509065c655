internal import Listo

/// A query that has a name, and how what it asks for is shown: those that there are, and those of the configuration.
struct NamedQuery: Sendable {
  let name: String
  /// In the query language.
  let text: String
  /// The same with what is done or cancelled, for `--all`; nil where that is no other question.
  var whole: String?
  /// One line for the manual.
  var summary = ""
  var order = SortOrder.natural
  var grouping: Grouping?
  /// What is due today comes before what is overdue from before, even where that is nothing.
  var leadsWithToday = false
  /// What is said where nothing matches.
  var nothing: String?
  /// In the configuration.
  var line: Int?

  /// The views that there are without a configuration. A query of the configuration with the same name takes the place of the
  /// expression.
  static let all: [NamedQuery] = [
    NamedQuery(
      name: "today", text: "open and due <= today", whole: "due <= today and (open or due >= today)",
      summary: "what is due today, and what is overdue",
      grouping: .day, leadsWithToday: true, nothing: "Nothing is due today."),
    NamedQuery(
      name: "overdue", text: "overdue", summary: "what should have been done", nothing: "Nothing is overdue."),
    NamedQuery(
      name: "week", text: "open and due <= end of week",
      whole: "due <= end of week and (open or due >= start of week)",
      summary: "what is due until the week is over, day by day",
      grouping: .day, nothing: "Nothing is due this week."),
    NamedQuery(
      name: "next", text: "startable and not blocked and not has open subtask",
      summary: "what can be done now: its time has come, and nothing that is open has to be done before it",
      nothing: "Nothing can be done now."),
    NamedQuery(
      name: "agenda", text: "open", whole: "open or not open",
      summary: "what the days to come are filled with"),
  ]

  /// The query with this name: its expression from the configuration, where that has one.
  ///
  /// - Throws: ``Failure`` with status 64 where there is none.
  static func named(_ name: String) throws(Failure) -> NamedQuery {
    let own = try ConfigurationFile.load().queries
    let known = all.first { $0.name == name }
    if let own = own.last(where: { $0.name == name }) {
      return NamedQuery(
        name: name, text: own.text, order: known?.order ?? .natural, grouping: known?.grouping,
        leadsWithToday: known?.leadsWithToday ?? false, nothing: known?.nothing, line: own.line)
    }
    if let known { return known }
    throw Failure(.usage, UnknownName.words("query", name, own.map(\.name) + all.map(\.name)))
  }

  /// - Parameter isWhole: what is done or cancelled is asked for as well, unless the configuration has the question.
  /// - Throws: ``Failure`` with status 78, and the place, for one of the configuration that cannot be read.
  func expression(isWhole: Bool = false) throws(Failure) -> QueryExpression {
    do throws(QuerySyntaxError) {
      return try QueryExpression(isWhole ? whole ?? text : text)
    } catch {
      let place = line.map { "\(ConfigurationFile()?.path ?? ""):\($0): " } ?? ""
      var failure = QueryErrorView(error: error).failure(place + name)
      failure.status = .configuration
      throw failure
    }
  }
}
