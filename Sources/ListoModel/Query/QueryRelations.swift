package import ICalendar

/// The facts about other reminders that a query needs. They are learned in passes over the collection before
/// any reminder is decided about, one for each level of relations within relations; none for a query that
/// asks for no others.
///
///     var relations = QueryRelations(query)
///     while relations.needsPass {
///       for each reminder { relations.learn(reminder, at: place, in: context, &problems) }
///       relations.endPass()
///     }
///
/// Reminders are related by UID within a source. Memory is that of the UIDs of those that match.
package struct QueryRelations: Sendable {
  private struct Question: Hashable, Sendable {
    let relation: QueryExpression.Relation
    let query: Query
  }

  private struct Key: Hashable {
    let source: String
    let uid: String
  }

  /// Those of a level depend on those of the levels before it.
  private let levels: [[Question]]
  private var level = 0
  private var questions: [Question] = []
  /// For each question the reminders, by UID, for which it holds.
  private var holders: [Set<Key>] = []

  /// Nothing is known, and nothing is to be learned.
  package static let none = QueryRelations(.all)

  /// The relations that a query asks for.
  package init(_ query: Query) {
    var levels: [[Question]] = []
    _ = Self.collect(query, &levels)
    self.levels = levels
    beginPass()
  }

  /// There is something to be learned from another pass.
  package var needsPass: Bool { level < levels.count }

  /// Takes note of a reminder. Every one of the collection is to be learned in each pass.
  package mutating func learn(
    _ reminder: some ReminderProperties, at place: Query.Place, in context: ViewContext,
    _ problems: inout [Diagnostic]
  ) {
    guard needsPass else { return }
    let start = questions.count - levels[level].count
    for index in start..<questions.count {
      let question = questions[index]
      let names = Self.names(question.relation, reminder)
      guard !names.isEmpty,
        question.query.matches(reminder, at: place, in: context, relations: self, &problems)
      else { continue }
      for name in names { holders[index].insert(Key(source: place.source.identifier, uid: name)) }
    }
  }

  /// Every reminder was seen.
  package mutating func endPass() {
    guard needsPass else { return }
    level += 1
    beginPass()
  }

  private mutating func beginPass() {
    guard needsPass else { return }
    questions += levels[level]
    holders += levels[level].map { _ in [] }
  }

  /// Takes in what others learned from another part of the collection in the same pass.
  package mutating func join(_ other: QueryRelations) {
    for index in holders.indices { holders[index].formUnion(other.holders[index]) }
  }

  /// Whether another reminder is what is asked for.
  func holds(
    _ relation: QueryExpression.Relation, _ query: Query, for reminder: some ReminderProperties,
    in source: Source
  ) -> Bool {
    let question = Question(relation: relation, query: query)
    guard let index = questions.firstIndex(of: question) else { return false }
    let others: [String] =
      switch relation {
      case .parent: [reminder.parent].compactMap { $0 }
      case .subtask: [reminder.uid].compactMap { $0 }
      case .dependency: reminder.dependencies
      }
    return others.contains { holders[index].contains(Key(source: source.identifier, uid: $0)) }
  }

  /// Under which UID a reminder that matches is looked for: its own, or that of the one whose part it is.
  private static func names(
    _ relation: QueryExpression.Relation, _ reminder: some ReminderProperties
  ) -> [String] {
    switch relation {
    case .parent, .dependency: [reminder.uid].compactMap { $0 }
    case .subtask: [reminder.parent].compactMap { $0 }
    }
  }

  /// The relations of a query by level, each once; the level of the query itself.
  private static func collect(_ query: Query, _ levels: inout [[Question]]) -> Int {
    switch query {
    case .not(let query): return collect(query, &levels)
    case .and(let queries), .or(let queries):
      return queries.reduce(0) { max($0, collect($1, &levels)) }
    case .relation(let relation, let query):
      let level = collect(query, &levels)
      if levels.count == level { levels.append([]) }
      let question = Question(relation: relation, query: query)
      if !levels[level].contains(question) { levels[level].append(question) }
      return level + 1
    default: return 0
    }
  }
}

extension Query {
  /// Whether the answer depends on other reminders.
  package var asksForOthers: Bool { QueryRelations(self).needsPass }
}

extension ReminderProperties {
  /// The UIDs of the reminders that it depends on: RELATED-TO with RELTYPE=DEPENDS-ON (RFC 9253 §5).
  public var dependencies: [String] {
    component.all(.relatedTo).compactMap { property in
      property.namesDependency && !property.value.isEmpty ? property.text : nil
    }
  }
}
