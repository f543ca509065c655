internal import Listo

/// Why a reminder is the next one, in words.
struct NextReason {
  let catalog: Catalog
  let context: ViewContext
  /// What can be done now, in its order.
  let candidates: [Catalog.IndexPath]
  /// What was picked for today, in its order.
  let focus: [Catalog.IndexPath]
  /// How many were passed over, and for what.
  let passedOver: Counts

  struct Counts {
    var open = 0
    var reasons: [String] = []
  }

  /// What is open and no candidate, by what is in its way.
  ///
  /// - Parameter paths: finds reminders.
  static func counts(
    _ query: ViewQuery, _ asked: QueryExpression, _ paths: (QueryExpression) -> [Catalog.IndexPath]
  ) -> Counts {
    var counts = Counts(open: paths(QueryExpression(.condition(.open)).and(asked)).count)
    guard query.line == nil else {
      counts.reasons = ["others are not what the query next in the configuration asks for"]
      return counts
    }
    for hindrance in Hindrance.allCases {
      let count = paths(hindrance.expression.and(asked)).count
      if count > 0 { counts.reasons.append("\(count) \(words(hindrance, isOne: count == 1))") }
    }
    return counts
  }

  private static func words(_ hindrance: Hindrance, isOne: Bool) -> String {
    switch hindrance {
    case .start: isOne ? "has not begun yet" : "have not begun yet"
    case .dependency: isOne ? "waits for another" : "wait for another"
    case .subtasks: isOne ? "has open subtasks" : "have open subtasks"
    }
  }

  func lines(_ surface: Surface) -> [StyledLine] {
    sentences.flatMap { sentence -> [StyledLine] in
      let width = surface.width.map { max(8, $0 - 2) }
      return Wrapping.lines(Visible.line(sentence, surface.glyphs), width: width, .dim, surface.glyphs).map {
        text in
        var line = StyledLine([StyledText("  ")])
        line.append(text)
        return line
      }
    }
  }

  /// What decided, and what was passed over.
  var sentences: [String] {
    guard let path = candidates.first, let first = catalog.reminder(at: path) else { return [] }
    var sentences = [decision(first, candidates.dropFirst().first.flatMap(catalog.reminder)) + "."]
    let others = passedOver.open - candidates.count
    var text =
      "Of \(passedOver.open) open \(passedOver.open == 1 ? "reminder" : "reminders"), \(candidates.count) can be done now"
    if others > 0, !passedOver.reasons.isEmpty { text += "; " + passedOver.reasons.joined(separator: ", ") }
    sentences.append(text + ".")
    return sentences
  }

  private func decision(_ first: Reminder, _ second: Reminder?) -> String {
    guard let second else { return "Nothing else can be done now" }
    let other = "“\(second.title ?? "(untitled)")”"
    let picked = candidates.prefix(2).map(focus.contains)
    if picked[0] {
      return picked[1]
        ? "It was picked for today before \(other)"
        : "It was picked for today, and \(other), which would be next, was not"
    }
    let isOverdue = first.isOverdue(in: context)
    if isOverdue && !second.isOverdue(in: context) {
      return "It is overdue, and \(other), which would be next, is not"
    }
    let dates = RelativeDate(context)
    if let due = first.due {
      guard let otherDue = second.due else {
        return "It has a due date, and \(other), which would be next, has none"
      }
      let (start, end) = (
        context.instant(of: due, zones: first.calendar.zones),
        context.instant(of: otherDue, zones: second.calendar.zones)
      )
      if start < end {
        let words = isOverdue ? "Of what is overdue, it was due first" : "It is due first"
        return "\(words): next would be \(other), due \(dates.short(otherDue, second.calendar.zones))"
      }
    }
    let same =
      first.due == nil
      ? "Neither it nor \(other) has a due date" : "\(other), which would be next, is due at the same time"
    let (rank, otherRank) = (Self.rank(first), Self.rank(second))
    if rank < otherRank { return "\(same), but is less important" }
    if let order = first.order, order < second.order ?? .max {
      return "\(same), and one is as important as the other; this one stands first by hand"
    }
    return "\(same), and nothing else tells them apart; this one was read first"
  }

  /// 1 to 9; what has none comes last.
  private static func rank(_ reminder: Reminder) -> Int {
    reminder.priority.flatMap { (1...9).contains($0) ? $0 : nil } ?? 10
  }
}
