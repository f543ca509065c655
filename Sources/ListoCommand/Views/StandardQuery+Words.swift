internal import Listo

extension StandardQuery {
  /// One line for the manual.
  var summary: String {
    switch self {
    case .today: "reminders due today or overdue"
    case .overdue: "overdue reminders"
    case .week: "the reminders of this week, day by day"
    case .next:
      "reminders that can be started now: open, not before their start, not blocked, without open subtasks"
    case .agenda: "the reminders of the coming days"
    }
  }

  /// The message where nothing matches; nil for the agenda.
  var nothing: String? {
    switch self {
    case .today: "Nothing is due today."
    case .overdue: "Nothing is overdue."
    case .week: "Nothing is due this week."
    case .next: "Nothing can be started now."
    case .agenda: nil
    }
  }
}
