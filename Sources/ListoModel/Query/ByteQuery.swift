internal import ICalendar

/// A query as far as the bytes of a reminder's lines decide it: its status by the words of RFC 5545, and a
/// date by its first eight digits, where these are far enough from the day that was asked for that no time
/// zone could change the answer.
///
/// Lines with anything else (parameters except VALUE=DATE and TZID, folds, values of another shape) are not
/// decided here but by the typed reading; where this one answers, the answers are the same.
struct ByteQuery: Sendable {
  /// A row of the query's tree. It holds no reference, so that none is counted for each reminder.
  private struct Node: Sendable {
    enum Kind: Sendable { case all, typed, not, and, or, status, moment, isSet, isRecurring }
    var kind: Kind
    var property = PropertyID.other
    var comparison = Query.Operator.equal
    /// The bounds for the first eight digits of a value, as numbers in the order of the text: a lesser number
    /// is before the days that are near the one asked for, a greater number is behind them.
    var first: UInt64 = 0
    var last: UInt64 = 0
    /// A bit for each of ``words`` that is asked for.
    var statuses: UInt8 = 0
    /// Indices of the parts in `parts`.
    var parts = 0..<0
  }

  private let nodes: [Node]
  private let parts: [Int]
  private let root: Int

  /// - Parameter looksForRules: RRULE and RDATE are among the properties that were looked for.
  init(_ query: Query, in context: ViewContext, looksForRules: Bool = false) {
    var tree = Tree(context: context, looksForRules: looksForRules)
    root = tree.add(query)
    (nodes, parts) = (tree.nodes, tree.parts)
  }

  /// Whether the reminder in a row of a batch matches; nil where its bytes do not say.
  func matches(_ lines: WalkedLines, row: Int, in bytes: [UInt8]) -> Bool? {
    evaluate(root, lines, row, bytes)
  }

  // MARK: The tree

  private struct Tree {
    let context: ViewContext
    let looksForRules: Bool
    var nodes: [Node] = []
    var parts: [Int] = []

    mutating func add(_ query: Query) -> Int {
      if let statuses = ByteQuery.statuses(query) {
        nodes.append(Node(kind: .status, statuses: statuses))
        return nodes.count - 1
      }
      let node: Node =
        switch query {
        case .all: Node(kind: .all)
        case .not(let query): join(.not, [query])
        case .and(let queries): join(.and, queries)
        case .or(let queries): join(.or, queries)
        case .isOverdue: overdue()
        case .has(let field):
          property(of: field).map { Node(kind: .isSet, property: $0) } ?? Node(kind: .typed)
        case .test(let field, let comparison, .moment(let moment)): test(field, comparison, moment)
        case .isRecurring: Node(kind: looksForRules ? .isRecurring : .typed)
        case .test, .text, .hasPriority, .isOpen, .inList, .inSource, .relation: Node(kind: .typed)
        }
      nodes.append(node)
      return nodes.count - 1
    }

    private mutating func join(_ kind: Node.Kind, _ queries: [Query]) -> Node {
      let added = queries.map { add($0) }
      let start = parts.count
      parts += added
      return Node(kind: kind, parts: start..<parts.count)
    }

    private mutating func overdue() -> Node {
      let open = add(.isOpen)
      nodes.append(node(.due, .less, from: context.now, to: context.now))
      let start = parts.count
      parts += [open, nodes.count - 1]
      return Node(kind: .and, parts: start..<parts.count)
    }

    private func test(_ field: FieldID, _ comparison: Query.Operator, _ moment: Moment) -> Node {
      guard let property = property(of: field) else { return Node(kind: .typed) }
      if case .zoned = moment { return Node(kind: .typed) }
      return node(
        property, comparison, from: context.instant(of: moment, zones: .empty),
        to: context.end(of: moment, zones: .empty))
    }

    private func node(
      _ property: PropertyID, _ comparison: Query.Operator, from: Instant, to: Instant
    ) -> Node {
      // An offset is less than a day, on either side of the comparison.
      let (first, last) = (from.utc.day.adding(days: -3), to.utc.day.adding(days: 3))
      guard first.year > 0, last.year < 9999 else { return Node(kind: .typed) }
      return Node(
        kind: .moment, property: property, comparison: comparison, first: first.digits, last: last.digits)
    }

    /// The property that a field of times is read from.
    private func property(of field: FieldID) -> PropertyID? {
      switch field {
      case .due: .due
      case .start: .dtstart
      case .completed: .completed
      default: nil
      }
    }
  }

  // MARK: Statuses

  /// The words of STATUS in a VTODO (RFC 5545 §3.8.1.11), as they are written nearly always; others are not
  /// decided here.
  private static let words: [(text: [UInt8], status: Status)] =
    [.needsAction, .completed, .inProcess, .cancelled].map { (Array($0.word.uppercased().utf8), $0) }
  private static let (needsAction, completed): (UInt8, UInt8) = (1, 2)

  /// The words for which a query holds that asks for nothing but the status: a bit for each; nil for all
  /// other queries.
  private static func statuses(_ query: Query) -> UInt8? {
    switch query {
    case .isOpen: return bits { $0 != .completed && $0 != .cancelled }
    case .test(.status, .equal, .text(let word)):
      let word = FoldedText(word)
      return bits { FoldedText($0.word) == word }
    case .test(.status, .notEqual, .text(let word)):
      let word = FoldedText(word)
      return bits { FoldedText($0.word) != word }
    case .not(let query): return statuses(query).map { ~$0 }
    case .and(let queries), .or(let queries):
      let isOr = if case .or = query { true } else { false }
      guard !queries.isEmpty else { return nil }
      var result: UInt8 = isOr ? 0 : .max
      for query in queries {
        guard let part = statuses(query) else { return nil }
        if isOr { result |= part } else { result &= part }
      }
      return result
    default: return nil
    }
  }

  private static func bits(_ isAskedFor: (Status) -> Bool) -> UInt8 {
    var bits: UInt8 = 0
    for (index, word) in words.enumerated() where isAskedFor(word.status) { bits |= 1 << UInt8(index) }
    return bits
  }

  // MARK: Deciding

  private func evaluate(_ index: Int, _ lines: WalkedLines, _ row: Int, _ bytes: [UInt8]) -> Bool? {
    let node = nodes[index]
    switch node.kind {
    case .all: return true
    case .typed: return nil
    case .status: return status(lines, row, bytes).map { node.statuses & $0 != 0 }
    case .isSet: return lines.day(node.property, row: row, in: bytes).map { $0 != nil }
    case .isRecurring:
      return lines.place(.rrule, row: row) != nil || lines.place(.rdate, row: row) != nil
        || lines.place(.recurrenceID, row: row) != nil
    case .moment:
      guard let day = lines.day(node.property, row: row, in: bytes) else { return nil }
      return compare(day, node)
    case .not: return evaluate(parts[node.parts.lowerBound], lines, row, bytes).map { !$0 }
    case .and, .or:
      // One part that decides is enough, whatever the others say.
      let decides = node.kind == .or
      var isKnown = true
      for part in node.parts {
        switch evaluate(parts[part], lines, row, bytes) {
        case decides: return decides
        case nil: isKnown = false
        default: continue
        }
      }
      return isKnown ? !decides : nil
    }
  }

  private func compare(_ day: UInt64?, _ node: Node) -> Bool? {
    guard let day else { return node.comparison == .notEqual }
    guard day < node.first || day > node.last else { return nil }
    switch node.comparison {
    case .equal, .contains: return false
    case .notEqual: return true
    case .less, .lessOrEqual: return day < node.first
    case .greater, .greaterOrEqual: return day > node.last
    }
  }

  /// The bit of the status; nil where the bytes do not say.
  private func status(_ lines: WalkedLines, _ row: Int, _ bytes: [UInt8]) -> UInt8? {
    guard let status = lines.place(.status, row: row) else {
      // See ``Quirks``.
      guard let day = lines.day(.completed, row: row, in: bytes) else { return nil }
      if day != nil { return Self.completed }
      return lines.place(.percentComplete, row: row) == nil ? Self.needsAction : nil
    }
    guard let value = status.plainValue else { return nil }
    let span = bytes.span
    var bit: UInt8 = 1
    for word in Self.words {
      if word.text.count == value.count {
        var index = 0
        while index < value.count, span[value.lowerBound + index] == word.text[index] { index += 1 }
        if index == value.count { return bit }
      }
      bit <<= 1
    }
    return nil
  }
}
