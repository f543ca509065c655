package import ICalendar

/// Which reminders a view asks for, so that a catalog is read that holds no others: see ``SelectedReading``.
package struct CatalogSelection: Sendable {
  /// The query for the reminders; it asks for the reminder itself and its list, not for other reminders.
  package var query: Query
  /// The clock and the zone for which it is asked.
  package var context: ViewContext
  /// Completed and cancelled reminders that match are shown too.
  package var isForFinished: Bool
  /// No more than so many are shown, the first by an order; nil for all.
  package var best: Best?
  /// The parents of the reminders are shown too.
  package var needsParents = true
  /// The conditions on the reminder itself decide. The other reminders that the query asks for are held along
  /// with those that are held.
  private(set) var holdsRelated = false
  /// Short names are shown, which tell them apart from those that are not held.
  package var needsShortNames = true
  /// Which of those that are not held are counted (``OmittedReminders/counted``); nil for none.
  package var counted: Query?
  /// Where ``best`` leaves out others that match, these are counted by a number that this says of each
  /// (``OmittedReminders/groups``); called on any thread.
  package var group: (@Sendable (any ReminderProperties) -> Int)?
  /// The properties that are read of them, but for those of ``rowFields``; nil for every line.
  package var lines: PropertySelection?

  /// The first of some order.
  package struct Best: Sendable {
    package var order: SortOrder
    package var count: Int

    package init(_ order: SortOrder, _ count: Int) { (self.order, self.count) = (order, count) }
  }

  /// - Returns: nil where the query asks for other reminders, which must all be there.
  package init?(_ query: Query, _ context: ViewContext, isForFinished: Bool, fields: Set<FieldID>? = nil) {
    guard !query.asksForOthers else { return nil }
    (self.query, self.context, self.isForFinished) = (query, context, isForFinished)
    if let fields, query.fields.union(fields).isSubset(of: Self.rowFields) { lines = Self.rowLines }
  }

  /// The first of those that a query may ask for, with the others that it asks for of these: on what is held
  /// of them it is answered as on all.
  ///
  /// - Returns: nil where it asks for others of others.
  package static func first(
    _ count: Int, of query: Query, by order: SortOrder, _ context: ViewContext
  ) -> CatalogSelection? {
    guard !query.asksForOthersOfOthers, order.isOfReminders else { return nil }
    var selection = CatalogSelection(query.answeringOthers(true), context, isForFinished: true)
    selection?.best = Best(order, count)
    selection?.holdsRelated = true
    return selection
  }

  /// No reminder at all, and all of them counted.
  package static func none(_ context: ViewContext) -> CatalogSelection? {
    var selection = CatalogSelection(.all, context, isForFinished: true, fields: [])
    selection?.best = Best(SortOrder([]), 0)
    selection?.needsParents = false
    selection?.needsShortNames = false
    return selection
  }

  /// The fields that a row of a list shows, and those by which reminders are sorted and told apart.
  package static let rowFields: Set<FieldID> = [
    .uid, .title, .status, .completed, .percent, .due, .start, .priority, .tags, .parent, .recurrence,
    .order, .created, .recurrenceID,
  ]

  /// The properties that these are read from.
  static let rowLines = PropertySelection([
    .uid, .summary, .status, .completed, .percentComplete, .due, .dtstart, .duration, .priority, .categories,
    .relatedTo, .rrule, .rdate, .exdate, .exrule, .xKdeLibkcalDtrecurrence, .xListoRepeatFrom, .xListoRrule,
    .xAppleSortOrder, .created,
    .recurrenceID,
  ])
}

extension SortOrder {
  /// The fields that it asks for.
  package var fields: Set<FieldID> {
    Set(parts.compactMap { part in if case .field(let field) = part.key { field } else { nil } })
  }

  /// Where a reminder stands in it depends on nothing but the reminder.
  package var isOfReminders: Bool { parts.allSatisfy { $0.key != .list && $0.key != .source } }
}

extension Query {
  /// The same where what it asks for of other reminders has this answer, and below a `not` the other one:
  /// with `true` it holds for every reminder for which it may hold.
  func answeringOthers(_ answer: Bool) -> Query {
    switch self {
    case .relation: answer ? .all : .not(.all)
    case .not(let query): .not(query.answeringOthers(!answer))
    case .and(let queries): .and(queries.map { $0.answeringOthers(answer) })
    case .or(let queries): .or(queries.map { $0.answeringOthers(answer) })
    default: self
    }
  }

  /// A condition on other reminders depends on further reminders.
  var asksForOthersOfOthers: Bool {
    switch self {
    case .relation(_, let query): query.asksForOthers
    case .not(let query): query.asksForOthersOfOthers
    case .and(let queries), .or(let queries): queries.contains(where: \.asksForOthersOfOthers)
    default: false
    }
  }

  /// It asks whether a reminder repeats.
  var asksForRules: Bool {
    switch self {
    case .isRecurring: true
    case .not(let query), .relation(_, let query): query.asksForRules
    case .and(let queries), .or(let queries): queries.contains(where: \.asksForRules)
    default: false
    }
  }

  /// The fields that it asks for, but for those by which a state is told: status, due date, priority,
  /// repetition.
  var fields: Set<FieldID> {
    switch self {
    case .all, .hasPriority, .isOpen, .isOverdue, .isRecurring, .inList, .inSource: []
    case .not(let query), .relation(_, let query): query.fields
    case .and(let queries), .or(let queries): queries.reduce(into: []) { $0.formUnion($1.fields) }
    case .test(let field, _, _), .has(let field), .text(.field(let field), _): [field]
    case .text: []
    }
  }
}
