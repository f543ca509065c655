internal import Listo

/// Why a reminder is the next one, in words.
struct NextReason {
  let catalog: Catalog
  let context: ViewContext
  /// The reminders that can be started now, in their order.
  let candidates: [Catalog.IndexPath]
  /// The candidates that were picked for today, in the order of the focus.
  let focus: [Catalog.IndexPath]
  /// The order of the others.
  let order: SortOrder
  /// How many were passed over, and for what.
  let passedOver: Counts

  struct Counts {
    var open = 0
    var reasons: [String] = []
  }

  /// Counts the open reminders, and those that cannot be started by the obstacle in their way.
  ///
  /// - Parameter paths: finds reminders.
  static func counts(
    _ query: ViewQuery, _ asked: QueryExpression, _ paths: (QueryExpression) -> [Catalog.IndexPath]
  ) -> Counts {
    var counts = Counts(open: paths(QueryExpression(.condition(.open)).and(asked)).count)
    guard query.line == nil else {
      counts.reasons = ["others do not match the query next of the configuration"]
      return counts
    }
    for obstacle in ReminderObstacle.allCases {
      let count = paths(obstacle.expression.and(asked)).count
      if count > 0 { counts.reasons.append("\(count) \(words(obstacle, isOne: count == 1))") }
    }
    return counts
  }

  private static func words(_ obstacle: ReminderObstacle, isOne: Bool) -> String {
    switch obstacle {
    case .start: isOne ? "starts later" : "start later"
    case .dependency: isOne ? "depends on another" : "depend on another"
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

  /// The reason for the choice, and the reminders that were passed over.
  var sentences: [String] {
    let choice = NextChoice(candidates, picked: focus, by: order, of: catalog, context)
    guard let choice else { return [] }
    var sentences = [decision(choice) + "."]
    let others = passedOver.open - candidates.count
    var text =
      "Of \(passedOver.open) open \(passedOver.open == 1 ? "reminder" : "reminders"), \(candidates.count) can be started now"
    if others > 0, !passedOver.reasons.isEmpty { text += "; " + passedOver.reasons.joined(separator: ", ") }
    sentences.append(text + ".")
    return sentences
  }

  private func decision(_ choice: NextChoice) -> String {
    let second = choice.other.flatMap(catalog.reminder)
    let other = "“\(second?.title ?? "(untitled)")”"
    return switch choice.reason {
    case .alone: "Nothing else can be started now"
    case .picked: "It was picked for today, and \(other), which would be next, was not"
    case .pickedBefore: "It was picked for today before \(other)"
    case .order(let part): decision(part.key, catalog.reminder(at: choice.path), second, other)
    case .place:
      "\(Self.tie(catalog.reminder(at: choice.path), other)), and nothing else tells them apart; this one was read first"
    }
  }

  /// - Parameter key: what decided.
  private func decision(
    _ key: SortOrder.Key, _ first: Reminder?, _ second: Reminder?, _ other: String
  ) -> String {
    switch key {
    case .open: return "It is open, and \(other), which would be next, is not"
    case .overdue: return "It is overdue, and \(other), which would be next, is not"
    case .field(.due):
      guard let second, let due = second.due else {
        return "It has a due date, and \(other), which would be next, has none"
      }
      let isOverdue = first?.isOverdue(in: context) ?? false
      let words = isOverdue ? "It was due first of the overdue reminders" : "It is due first"
      let date = RelativeDate(context).short(due, second.calendar.zones)
      return "\(words): next would be \(other), due \(date)"
    case .field(.priority): return "\(Self.tie(first, other)), but is less important"
    case .field(.order):
      return
        "\(Self.tie(first, other)), and both are equally important; this one comes first in the manual order"
    // No part of the natural order, which is that of `next`.
    case .field, .list, .source, .file: return "It comes before \(other), which would be next"
    }
  }

  /// Both are due at the same time, or not at all.
  private static func tie(_ first: Reminder?, _ other: String) -> String {
    first?.due == nil
      ? "Neither it nor \(other) has a due date" : "\(other), which would be next, is due at the same time"
  }
}
