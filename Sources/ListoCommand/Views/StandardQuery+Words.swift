internal import Listo

extension StandardQuery {
  /// One line for the manual.
  var summary: String {
    switch self {
    case .today: "reminders due today or overdue"
    case .overdue: "overdue reminders"
    case .week: "the reminders of this week, day by day"
    case .next:
      "what can be started now: its time has come, and nothing that is open has to be done before it"
    case .agenda: "the reminders of the coming days"
    }
  }

  /// What is said where nothing matches.
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
