internal import Listo

/// The query of a view: one of the library's, or one of the configuration.
struct ViewQuery: Sendable {
  let query: NamedQuery
  /// In the configuration.
  var line: Int?

  init(_ query: NamedQuery, line: Int? = nil) { (self.query, self.line) = (query, line) }

  /// The message where nothing matches; nil for none.
  var nothing: String? { StandardQuery(rawValue: query.name)?.nothing }

  /// The query with this name: its expression from the configuration, where that has one.
  ///
  /// - Throws: ``Failure`` with status 64 where there is none.
  static func named(_ name: String) throws(Failure) -> ViewQuery {
    let own = try ConfigurationFile.load().queries
    let known = StandardQuery(rawValue: name)?.query
    if let own = own.last(where: { $0.name == name }) {
      return ViewQuery(known?.asking(own.text) ?? NamedQuery(name, own.text), line: own.line)
    }
    if let known { return ViewQuery(known) }
    if name == NamedQuery.inboxName {
      throw Failure(
        .usage,
        "the query inbox works only with list, today, overdue and week, since it depends on the lists",
        details: ["Give the condition itself, such as --where 'open and list = Inbox'."])
    }
    throw Failure(
      .usage,
      UnknownName.words(
        "query", name, own.map(\.name) + StandardQuery.allCases.map(\.rawValue) + [NamedQuery.inboxName]))
  }

  /// Like ``named(_:)``, with the query for the inbox of a catalog unless the configuration has one.
  static func named(_ name: String, in catalog: Catalog?) throws(Failure) -> ViewQuery {
    if let catalog, try isLibraryInbox(name) { return ViewQuery(.inbox(in: catalog)) }
    return try named(name)
  }

  /// Whether the name is that of the inbox, and the configuration has no query of that name.
  static func isLibraryInbox(_ name: String) throws(Failure) -> Bool {
    guard name == NamedQuery.inboxName else { return false }
    return try !ConfigurationFile.load().queries.contains { $0.name == name }
  }

  /// The query with the expression of ``expression()``, for a page that asks it again.
  func checked() throws(Failure) -> NamedQuery { query.asking("\(try expression())") }

  /// The expression of older reminders, which the view only counts; nil if it counts none.
  func older() throws(Failure) -> QueryExpression? {
    try query.older.map { (text) throws(Failure) in
      try ViewQuery(NamedQuery(query.name, text), line: line).expression()
    }
  }

  /// - Parameters:
  ///   - isWhole: what is done or cancelled is asked for as well, unless the configuration has the question.
  ///   - reporter: where a date is noted that was another one in an earlier version; nil where nothing can be
  ///     said.
  /// - Throws: ``Failure`` with status 78, and the place, for one of the configuration that cannot be read.
  func expression(isWhole: Bool = false, _ reporter: Reporter? = nil) throws(Failure) -> QueryExpression {
    if line != nil { reporter?.noteMinutes(in: query.text) }
    do throws(QuerySyntaxError) {
      return try query.expression(isWhole: isWhole)
    } catch {
      let place = line.map { "\(ConfigurationFile()?.path ?? ""):\($0): " } ?? ""
      var failure = QueryErrorView(error: error).failure(place + query.name)
      failure.status = .configuration
      throw failure
    }
  }
}

extension StandardQuery {
  /// One line for the manual.
  var summary: String {
    switch self {
    case .today: "reminders due today or overdue"
    case .overdue: "overdue reminders"
    case .week: "the reminders of this week, day by day"
    case .next:
      "reminders that can be started now: open, not before their start, not blocked, without open subtasks"
    case .agenda: "the reminders of the coming days"
    }
  }

  /// The message where nothing matches; nil for the agenda.
  var nothing: String? {
    switch self {
    case .today: "Nothing is due today."
    case .overdue: "Nothing is overdue."
    case .week: "Nothing is due this week."
    case .next: "Nothing can be started now."
    case .agenda: nil
    }
  }
}
