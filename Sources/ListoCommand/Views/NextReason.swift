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
  /// - Throws: ``Failure`` never, for expressions that stand here.
  static func counts(
    _ query: NamedQuery, _ asked: QueryExpression, _ paths: (QueryExpression) -> [Catalog.IndexPath]
  ) throws(Failure) -> Counts {
    func count(_ text: String) throws(Failure) -> Int {
      paths(try NamedQuery(name: query.name, text: text).expression().and(asked)).count
    }
    var counts = Counts(open: try count("open"))
    guard query.line == nil else {
      counts.reasons = ["others are not what the query next in the configuration asks for"]
      return counts
    }
    let later = try count("open and not startable")
    let blocked = try count("startable and blocked")
    let parents = try count("startable and not blocked and has open subtask")
    if later > 0 { counts.reasons.append("\(later) \(later == 1 ? "has" : "have") not begun yet") }
    if blocked > 0 { counts.reasons.append("\(blocked) \(blocked == 1 ? "waits" : "wait") for another") }
    if parents > 0 { counts.reasons.append("\(parents) \(parents == 1 ? "has" : "have") open subtasks") }
    return counts
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
