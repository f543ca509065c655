internal import Listo

extension StandardQuery {
  /// One line for the manual.
  var summary: String {
    switch self {
    case .today: "what is due today, and what is overdue"
    case .overdue: "what should have been done"
    case .week: "what is due until the week is over, day by day"
    case .next:
      "what can be done now: its time has come, and nothing that is open has to be done before it"
    case .agenda: "what the days to come are filled with"
    }
  }

  /// What is said where nothing matches.
  var nothing: String? {
    switch self {
    case .today: "Nothing is due today."
    case .overdue: "Nothing is overdue."
    case .week: "Nothing is due this week."
    case .next: "Nothing can be done now."
    case .agenda: nil
    }
  }
}
