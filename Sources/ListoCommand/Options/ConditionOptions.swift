internal import ArgumentParser
internal import ICalendar
internal import Listo

/// Which reminders are meant. All conditions that are given must hold.
struct ConditionOptions: ParsableArguments {
  @Flag(help: "Completed ones.")
  var completed = false

  @Flag(help: "Those that are neither completed nor cancelled.")
  var incomplete = false

  @Flag(help: "Open ones whose due date has passed.")
  var overdue = false

  @Option(
    help: ArgumentHelp(
      "Due before this date begins, or before this time: 2026-12-01, 2026-12-01T09:00:00, today, tomorrow.",
      valueName: "date"))
  var dueBefore: String?

  @Option(help: ArgumentHelp("Due when this date is over, or after this time.", valueName: "date"))
  var dueAfter: String?

  @Option(help: ArgumentHelp("In the source with this title or identifier; repeated: in any of them.", valueName: "name"))
  var source: [String] = []

  @Option(help: ArgumentHelp("In the list with this title or identifier; repeated: in any of them.", valueName: "name"))
  var list: [String] = []

  @Option(help: ArgumentHelp("With this tag (category); repeated: with all of them.", valueName: "tag"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("With this priority: high, medium, low, none, or a digit; repeated: any of them."))
  var priority: [PriorityArgument] = []

  @Option(help: ArgumentHelp("With this text in title, notes, location or tags, in any case of letters."))
  var text: [String] = []

  @Option(help: ArgumentHelp("With this field set; `listo help filter` names them.", valueName: "field"))
  var has: [FieldArgument] = []

  @Option(help: ArgumentHelp("Without this field.", valueName: "field"))
  var lacks: [FieldArgument] = []

  /// - Throws: ValidationError for a date that cannot be read.
  func query(in context: ViewContext) throws -> Query {
    var all: [Query] = []
    if completed { all.append(.test(.status, .equal, .text(Status.completed.word))) }
    if incomplete { all.append(.isOpen) }
    if overdue { all.append(.isOverdue) }
    if let dueBefore { all.append(.test(.due, .less, .moment(try moment("--due-before", dueBefore, context)))) }
    if let dueAfter { all.append(.test(.due, .greater, .moment(try moment("--due-after", dueAfter, context)))) }
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
}

/// The name of a field.
struct FieldArgument: ExpressibleByArgument {
  let id: FieldID

  init?(argument: String) {
    guard let id = FieldID(rawValue: argument.lowercased()) else { return nil }
    self.id = id
  }

  static let allValueStrings = FieldID.allCases.map(\.rawValue)
}
