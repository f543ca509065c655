internal import ArgumentParser
internal import ICalendar
internal import Listo

/// Which reminders are meant. All conditions that are given must hold.
struct ConditionOptions: ParsableArguments {
  @Flag(help: "Completed reminders.")
  var completed = false

  @Flag(help: "Reminders that are neither completed nor cancelled.")
  var incomplete = false

  @Flag(help: "Open reminders whose due date has passed.")
  var overdue = false

  @Option(
    help: ArgumentHelp(
      "Due before this day begins, or before this time: 2026-12-01, 2026-12-01T09:00:00, yesterday, today, tomorrow, now.",
      valueName: "date"))
  var dueBefore: String?

  @Option(
    help: ArgumentHelp(
      "Due after this day is over, or after this time; written as for --due-before.", valueName: "date"))
  var dueAfter: String?

  @Option(
    help: ArgumentHelp(
      "In the source with this title or identifier; repeated: in any of them.", valueName: "name"))
  var source: [String] = []

  @Option(
    help: ArgumentHelp(
      "In the list with this title or identifier; repeated: in any of them.", valueName: "name"))
  var list: [String] = []

  @Option(help: ArgumentHelp("With this tag (category); repeated: with all of them.", valueName: "tag"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("With this priority, a word or a digit from 0 to 9; repeated: with any of them."))
  var priority: [PriorityArgument] = []

  @Option(
    help: ArgumentHelp(
      "With this text in title, notes, location or tags, capital letters or not; repeated: with all of them.")
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

  /// No condition is given: all reminders match.
  var isEmpty: Bool {
    !completed && !incomplete && !overdue && dueBefore == nil && dueAfter == nil && source.isEmpty
      && list.isEmpty && tag.isEmpty && priority.isEmpty && text.isEmpty && has.isEmpty && lacks.isEmpty
  }

  /// - Throws: ValidationError for a date that cannot be read.
  func query(in context: ViewContext) throws -> Query {
    var all: [Query] = []
    if completed { all.append(.test(.status, .equal, .text(Status.completed.word))) }
    if incomplete { all.append(.isOpen) }
    if overdue { all.append(.isOverdue) }
    if let dueBefore {
      all.append(.test(.due, .less, .moment(try moment("--due-before", dueBefore, context))))
    }
    if let dueAfter {
      all.append(.test(.due, .greater, .moment(try moment("--due-after", dueAfter, context))))
    }
    all += Self.any(source.map(Query.inSource))
    all += Self.any(list.map(Query.inList))
    all += tag.map { .test(.tags, .equal, .text($0)) }
    all += Self.any(priority.map(\.query))
    all += text.map { word in
      .or([FieldID.title, .notes, .location, .tags].map { .test($0, .contains, .text(word)) })
    }
    all += has.map { .has($0.id) }
    all += lacks.map { .not(.has($0.id)) }
    return all.isEmpty ? .all : all.count == 1 ? all[0] : .and(all)
  }

  private static func any(_ queries: [Query]) -> [Query] {
    queries.count > 1 ? [.or(queries)] : queries
  }

  private func moment(_ option: String, _ text: String, _ context: ViewContext) throws -> Moment {
    if let moment = DateArgument.moment(text, in: context) { return moment }
    throw ValidationError(
      "\(option): '\(text)' is no date; write it like 2026-12-01, 2026-12-01T09:00:00, today or tomorrow.")
  }
}

/// `high`, `medium`, `low`, `none` or a digit.
struct PriorityArgument: ExpressibleByArgument {
  let query: Query

  init?(argument: String) {
    if let bucket = PriorityBucket(rawValue: argument.lowercased()) {
      query = .hasPriority(bucket)
    } else if let digit = Int(argument), (0...9).contains(digit) {
      query = .test(.priority, .equal, .integer(digit))
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
      let near = Spelling.nearest(to: word, in: Self.names).map { "did you mean '\($0)'?" }
      throw ValidationError("there is no field '\(word)'; \(near ?? "listo help filter names them.")")
    }
    id = field.id
  }

  static let names = Field.all.map(\.name)
}
