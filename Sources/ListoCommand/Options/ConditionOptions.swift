internal import ArgumentParser
internal import Listo

/// Which reminders are meant. The help of `list` and `filter` has them; that of the views says so.
///
/// All conditions that are given must hold; each is shorthand for an expression.
struct ConditionOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Match this expression, such as 'due < today+7d and not blocked'; repeated: all must match. See listo help query.",
      valueName: "expression"))
  var expressions: [String] = []

  @Option(
    help: ArgumentHelp(
      "Match the query with this name: \(StandardQuery.allCases.map(\.rawValue).joined(separator: ", ")), inbox, or a query of the configuration; repeated: all must match.",
      valueName: "name"), completion: .list(StandardQuery.allCases.map(\.rawValue) + [NamedQuery.inboxName]))
  var query: [String] = []

  @Flag(help: "Completed reminders.")
  var completed = false

  @Flag(help: "Reminders that are neither completed nor cancelled.")
  var incomplete = false

  @Flag(help: "Open reminders whose due date has passed.")
  var overdue = false

  @Option(
    help: ArgumentHelp(
      "Due before this day or time: 2026-12-01, 2026-12-01T09:00:00, today, now, monday, today+7d and so on.",
      valueName: "date"))
  var dueBefore: String?

  @Option(
    help: ArgumentHelp(
      "Due after this day or time, written as for --due-before.", valueName: "date"))
  var dueAfter: String?

  @Option(
    help: ArgumentHelp(
      "In the source with this title or identifier; repeated: in any of these.", valueName: "name"),
    completion: NameCompletion.sources)
  var source: [String] = []

  @Option(
    help: ArgumentHelp(
      "In the list with this title or identifier; repeated: in any of these.", valueName: "name"),
    completion: NameCompletion.lists)
  var list: [String] = []

  @Option(
    help: ArgumentHelp("With this tag (category); repeated: with all of these.", valueName: "tag"),
    completion: NameCompletion.tags)
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("With this priority, a word or a digit from 0 to 9; repeated: with any of these."))
  var priority: [PriorityArgument] = []

  @Option(
    help: ArgumentHelp(
      "With this text in title, notes, location or tags, ignoring case; repeated: with all of these.")
  )
  var text: [String] = []

  @Option(
    help: ArgumentHelp(
      "With this field: \(FieldArgument.names.joined(separator: ", ")).", valueName: "field"),
    completion: .list(FieldArgument.names), transform: FieldArgument.init)
  var has: [FieldArgument] = []

  @Option(
    help: ArgumentHelp("Without this field.", valueName: "field"),
    completion: .list(FieldArgument.names), transform: FieldArgument.init)
  var lacks: [FieldArgument] = []

  @Flag(help: "Print the conditions as one expression, and stop.")
  var explain = false

  /// The lists and sources that have to be there.
  var placeNames: FilterJob.PlaceNames { FilterJob.PlaceNames(lists: list, sources: source) }

  /// No condition is given: all reminders match.
  var isEmpty: Bool {
    !completed && !incomplete && !overdue && dueBefore == nil && dueAfter == nil && source.isEmpty
      && list.isEmpty && tag.isEmpty && priority.isEmpty && text.isEmpty && has.isEmpty && lacks.isEmpty
      && expressions.isEmpty && query.isEmpty
  }

  /// Whether the query for the inbox is among the conditions, which depends on the catalog.
  var asksForInbox: Bool {
    get throws(Failure) {
      for name in query where try ViewQuery.isLibraryInbox(name) { return true }
      return false
    }
  }

  /// All conditions as one expression.
  ///
  /// - Parameter catalog: the lists in which the inbox is looked for; nil if it is not known yet.
  /// - Throws: ``Failure`` with status 64 for an expression or a date that cannot be read.
  func expression(_ reporter: Reporter, in catalog: Catalog? = nil) throws(Failure) -> QueryExpression {
    for text in [dueBefore, dueAfter].compactMap({ $0 }) + expressions { reporter.noteMinutes(in: text) }
    var all: [QueryExpression.Node] = []
    if completed { all.append(.condition(.completed)) }
    if incomplete { all.append(.condition(.open)) }
    if overdue { all.append(.condition(.overdue)) }
    if let dueBefore { all.append(.compare(.field(.due), .less, try date("--due-before", dueBefore))) }
    if let dueAfter { all.append(.compare(.field(.due), .greater, try date("--due-after", dueAfter))) }
    all += Self.any(.source, source.map { .text($0, isExact: false) })
    all += Self.any(.list, list.map { .text($0, isExact: false) })
    all += tag.map { .compare(.field(.tags), .equal, .text($0, isExact: false)) }
    all += Self.any(.field(.priority), priority.map(\.value))
    all += text.map { .compare(.text, .contains, .text($0, isExact: false)) }
    all += has.map { .isSet(.field($0.id)) }
    all += lacks.map { .not(.isSet(.field($0.id))) }
    for name in query {
      let node = try ViewQuery.named(name, in: catalog).expression(reporter).node
      if node != .all { all.append(node) }
    }
    for text in expressions {
      let node = try Self.parse(text).node
      if node != .all { all.append(node) }
    }
    return QueryExpression(allOf: all)
  }

  /// - Parameter place: the option or setting that the message names.
  /// - Throws: ``Failure`` with status 64 that shows the position.
  static func parse(_ text: String, of place: String = "--where") throws(Failure) -> QueryExpression {
    do throws(QuerySyntaxError) {
      return try QueryExpression(text)
    } catch {
      throw QueryErrorView(error: error).failure(place)
    }
  }

  /// All of several expressions.
  ///
  /// - Throws: ``Failure`` with status 64 that shows the place.
  static func expression(_ texts: [String]) throws(Failure) -> QueryExpression {
    var nodes: [QueryExpression.Node] = []
    for text in texts {
      let node = try parse(text).node
      if node != .all { nodes.append(node) }
    }
    return QueryExpression(allOf: nodes)
  }

  private static func any(
    _ field: QueryField, _ values: [QueryExpression.Value]
  ) -> [QueryExpression.Node] {
    values.isEmpty
      ? [] : values.count == 1 ? [.compare(field, .equal, values[0])] : [.among(field, values)]
  }

  private func date(_ option: String, _ text: String) throws(Failure) -> QueryExpression.Value {
    let configuration = try ConfigurationFile.load()
    do throws(QuerySyntaxError) {
      return .date(try QueryDate(text, language: WordsLanguage(configuration)))
    } catch {
      throw Failure(.usage, "\(option): \(error)")
    }
  }
}

/// `high`, `medium`, `low`, `none` or a digit.
struct PriorityArgument: ExpressibleByArgument {
  let value: QueryExpression.Value

  init?(argument: String) {
    if let bucket = PriorityBucket(rawValue: argument.lowercased()) {
      value = .priority(bucket)
    } else if let digit = Int(argument), (0...9).contains(digit) {
      value = .integer(digit)
    } else {
      return nil
    }
  }

  static let allValueStrings = PriorityBucket.allCases.map(\.rawValue)
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}

/// The name of a field.
struct FieldArgument {
  let id: FieldID

  /// - Throws: ValidationError that names the field which may have been meant.
  init(_ word: String) throws {
    guard let field = Field.named(word) else {
      let near = UnknownName.guess(word, in: Self.names)
      throw ValidationError("unknown field '\(word)'; \(near ?? "listo help filter lists the fields.")")
    }
    id = field.id
  }

  static let names = Field.all.map(\.name)
}
