internal import ICalendar

extension Query {
  /// Whether a reminder is what is asked for.
  ///
  /// Moments are compared as instants: a date, on either side, as the day that it is for the viewer, so that `due < 2026-12-01` is
  /// true until that day begins, and `due > 2026-12-01` from when it is over.
  public func matches(_ reminder: some ReminderProperties, at place: Place, in context: ViewContext) -> Bool {
    switch self {
    case .all: true
    case .not(let query): !query.matches(reminder, at: place, in: context)
    case .and(let queries): queries.allSatisfy { $0.matches(reminder, at: place, in: context) }
    case .or(let queries): queries.contains { $0.matches(reminder, at: place, in: context) }
    case .test(let field, let test, let value): Self.test(field, test, value, reminder, context)
    case .has(let field): Self.has(field, reminder)
    case .hasPriority(let bucket): reminder.priorityBucket == bucket
    case .isOpen: reminder.isOpen
    case .isOverdue: reminder.isOverdue(in: context)
    case .inList, .inSource: matches(place)
    }
  }

  /// Whether the field is set: for those that are worked out where nothing is written, whether something is.
  private static func has(_ field: FieldID, _ reminder: some ReminderProperties) -> Bool {
    switch field {
    case .status, .order: reminder.first(Field[field].property) != nil
    default: value(of: field, in: reminder) != nil
    }
  }

  /// What ``Field/get`` answers; for the fields that are asked for most, without leaving the lines that were found already.
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

  private static func test(
    _ field: FieldID, _ test: Operator, _ value: FieldValue, _ reminder: some ReminderProperties,
    _ context: ViewContext
  ) -> Bool {
    guard let held = Self.value(of: field, in: reminder) else { return test == .notEqual }
    switch (held, value) {
    case (.moment(let left), .moment(let right)):
      return compare(left, test, right, reminder.calendar.zones, context)
    case (.integer(let left), .integer(let right)): return compare(left, test, right)
    case (.text(let left), .text(let right)):
      if test == .contains { return left.lowercased().contains(right.lowercased()) }
      return compare(left.lowercased(), test, right.lowercased())
    case (.texts(let left), .text(let right)):
      let holds = left.contains { same($0, right) }
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

  /// Equal in any case of letters.
  private static func same(_ left: String, _ right: String) -> Bool {
    left == right || left.lowercased() == right.lowercased()
  }
}

extension Query {
  /// Whether a list or source is what is asked for; true for every test of a reminder.
  public func matches(_ place: Place) -> Bool {
    switch self {
    case .inList(let name): Self.same(place.listTitle, name) || place.listIdentifier == name
    case .inSource(let name): Self.same(place.source.title, name) || place.source.identifier == name
    default: true
    }
  }
}
