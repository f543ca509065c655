package import ICalendar
internal import Patterns

extension Query {
  /// Returns true if the reminder matches, without knowing other reminders. Conditions on related reminders
  /// need ``Catalog/matches(_:in:on:)``.
  ///
  /// Moments are compared as instants, and dates as days of the viewer: `due < 2026-12-01` matches before
  /// that day begins, and `due > 2026-12-01` after it ends.
  public func matches(_ reminder: some ReminderProperties, at place: Place, in context: ViewContext) -> Bool {
    var problems: [Diagnostic] = []
    return matches(reminder, at: place, in: context, relations: .none, &problems)
  }

  /// Whether a reminder is what is asked for.
  ///
  /// - Parameters:
  ///   - reminder: of a series its current occurrence, which answers for dates, status, priority and alarms.
  ///   - relations: what was learned of the other reminders, for queries that ask for them.
  ///   - parts: of a series its master and its overrides, whose texts are asked (``SeriesRow/parts``); nil
  ///     for one that is no series.
  ///   - problems: gets a warning where a regular expression took more steps than it may; such a reminder
  ///     does not match, and what is not decided by it is decided all the same.
  package func matches(
    _ reminder: some ReminderProperties, at place: Place, in context: ViewContext,
    relations: QueryRelations, parts: [Reminder]? = nil, _ problems: inout [Diagnostic]
  ) -> Bool {
    answer(reminder, parts, place, context, relations, &problems) ?? false
  }

  /// Nil where it cannot be told.
  private func answer(
    _ reminder: some ReminderProperties, _ parts: [Reminder]?, _ place: Place, _ context: ViewContext,
    _ relations: QueryRelations, _ problems: inout [Diagnostic]
  ) -> Bool? {
    switch self {
    case .all: return true
    case .not(let query):
      return query.answer(reminder, parts, place, context, relations, &problems).map { !$0 }
    case .and(let queries), .or(let queries):
      let decides = if case .or = self { true } else { false }
      var isKnown = true
      for query in queries {
        switch query.answer(reminder, parts, place, context, relations, &problems) {
        case decides: return decides
        case nil: isKnown = false
        default: continue
        }
      }
      return isKnown ? !decides : nil
    case .test(let field, let test, let value):
      guard let parts, Self.isText(field) else { return Self.test(field, test, value, reminder, context) }
      // A series is not equal to a text only if none of its parts is equal to it.
      return test == .notEqual
        ? parts.allSatisfy { Self.test(field, test, value, $0, context) }
        : parts.contains { Self.test(field, test, value, $0, context) }
    case .text(let subject, let test): return Self.text(subject, test, reminder, parts, place, &problems)
    case .has(let field):
      guard let parts, Self.isText(field) else { return Self.has(field, reminder) }
      return parts.contains { Self.has(field, $0) }
    case .hasPriority(let bucket): return reminder.priorityBucket == bucket
    case .isOpen: return reminder.isOpen
    case .isOverdue: return reminder.isOverdue(in: context)
    case .isRecurring: return reminder.isRecurring
    case .inList, .inSource: return matches(place)
    case .relation(let relation, let query):
      return relations.holds(relation, query, for: reminder, in: place.source)
    }
  }

  /// The field is a text of which a series has one in each of its parts.
  private static func isText(_ field: FieldID) -> Bool {
    switch field {
    case .title, .notes, .tags, .location: true
    default: false
    }
  }

  /// Whether the field is set: for those that are worked out where nothing is written, whether something is.
  private static func has(_ field: FieldID, _ reminder: some ReminderProperties) -> Bool {
    switch field {
    case .status, .order: reminder.first(Field[field].property) != nil
    default: value(of: field, in: reminder) != nil
    }
  }

  /// The value that ``Field/get`` returns; for the fields that are asked for most, without leaving the lines
  /// that were found already.
  private static func value(of field: FieldID, in reminder: some ReminderProperties) -> FieldValue? {
    switch field {
    case .due: reminder.due.map(FieldValue.moment)
    case .start: reminder.start.map(FieldValue.moment)
    case .completed: reminder.completed.map(FieldValue.moment)
    case .status: .text(reminder.status.word)
    case .priority: reminder.priority.map(FieldValue.integer)
    case .percent: reminder.percent.map(FieldValue.integer)
    default: Field[field].get(Reminder(reminder.component, in: reminder.calendar))
    }
  }

  // MARK: Values

  private static func test(
    _ field: FieldID, _ test: Operator, _ value: FieldValue, _ reminder: some ReminderProperties,
    _ context: ViewContext
  ) -> Bool {
    guard let held = Self.value(of: field, in: reminder) else { return test == .notEqual }
    switch (held, value) {
    case (.moment(let left), .moment(let right)):
      return compare(left, test, right, reminder.calendar.zones, context)
    case (.integer(let left), .integer(let right)):
      // A priority of 0 is none (RFC 5545 §3.8.1.9), and as such neither above nor below another.
      if field == .priority, left == 0, test != .equal, test != .notEqual { return false }
      return compare(left, test, right)
    case (.text(let left), .text(let right)): return folded(left, test, right)
    case (.texts(let left), .text(let right)):
      let right = FoldedText(right)
      let holds = left.contains { FoldedText($0) == right }
      return test == .notEqual ? !holds : (test == .contains || test == .equal) && holds
    default: return test == .notEqual
    }
  }

  private static func compare(
    _ left: Moment, _ test: Operator, _ right: Moment, _ zones: ZoneTable, _ context: ViewContext
  ) -> Bool {
    let from = context.instant(of: left, zones: zones)
    let start = context.instant(of: right, zones: zones)
    let end = context.end(of: right, zones: zones)
    // A day has a length: what falls inside of it is equal to it.
    let isInside = start == end ? from == start : from >= start && from < end
    switch test {
    case .equal, .contains: return isInside
    case .notEqual: return !isInside
    case .less: return from < start
    case .lessOrEqual: return from < start || isInside
    case .greater: return from >= start && !isInside
    case .greaterOrEqual: return from >= start
    }
  }

  private static func compare<T: Comparable>(_ left: T, _ test: Operator, _ right: T) -> Bool {
    switch test {
    case .equal, .contains: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  // MARK: Texts

  private static func text(
    _ subject: Subject, _ test: TextTest, _ reminder: some ReminderProperties, _ parts: [Reminder]?,
    _ place: Place, _ problems: inout [Diagnostic]
  ) -> Bool? {
    let texts: [String]
    switch subject {
    case .list: texts = [place.listTitle]
    case .source: texts = [place.source.title]
    case .field(let id):
      if let parts, isText(id) {
        texts = parts.flatMap { Self.texts(of: id, in: $0) }
      } else {
        texts = Self.texts(of: id, in: reminder)
      }
    }
    switch test {
    case .folded(.notEqual, let right): return !texts.contains { folded($0, .equal, right) }
    case .folded(let test, let right): return texts.contains { folded($0, test, right) }
    case .exactly(.notEqual, let right):
      return !texts.contains { $0.unicodeScalars.elementsEqual(right.unicodeScalars) }
    case .exactly(let test, let right): return texts.contains { exactly($0, test, right) }
    case .matches(let pattern): return matches(pattern, texts, reminder, &problems)
    }
  }

  private static func texts(of field: FieldID, in reminder: some ReminderProperties) -> [String] {
    switch value(of: field, in: reminder) {
    case nil: []
    case .texts(let several)?: several
    case .text(let text)?: [text]
    case let value?: [value.description]
    }
  }

  private static func folded(_ left: String, _ test: Operator, _ right: String) -> Bool {
    let (left, right) = (FoldedText(left), FoldedText(right))
    return test == .contains ? left.contains(right) : compare(left, test, right)
  }

  private static func exactly(_ left: String, _ test: Operator, _ right: String) -> Bool {
    let (left, right) = (ExactText(left), ExactText(right))
    return test == .contains ? left.contains(right) : compare(left, test, right)
  }

  private static func matches(
    _ pattern: Pattern, _ texts: [String], _ reminder: some ReminderProperties, _ problems: inout [Diagnostic]
  ) -> Bool? {
    var gaveUp = false
    for text in texts {
      switch pattern.answer(for: text) {
      case .found: return true
      case .absent: continue
      case .gaveUp: gaveUp = true
      }
    }
    guard gaveUp else { return false }
    let name = reminder.title ?? reminder.uid ?? "without a title"
    problems.append(
      Diagnostic(
        .warning, .patternLimit, file: reminder.calendar.file, line: reminder.component.lineNumber,
        "the regular expression '\(pattern.source)' takes more steps than it may on the reminder "
          + "'\(name.count > 60 ? name.prefix(60) + "…" : name)'; it is not matched"))
    return nil
  }
}

extension Query {
  /// Returns true if a list or source matches; conditions on reminders count as true.
  public func matches(_ place: Place) -> Bool {
    switch self {
    case .inList(let name):
      FoldedText(place.listTitle) == FoldedText(name) || place.listIdentifier == name
    case .inSource(let name):
      FoldedText(place.source.title) == FoldedText(name) || place.source.identifier == name
        || place.source.path == name
    default: true
    }
  }
}

extension ReminderProperties {
  /// It repeats, or is an occurrence of one that does.
  public var isRecurring: Bool {
    first(.rrule) != nil || first(.rdate) != nil || first(.recurrenceID) != nil
  }
}
