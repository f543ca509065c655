internal import ICalendar

extension DateExpression: CustomStringConvertible {
  /// In English, as it is read again.
  public var description: String {
    switch self {
    case .absolute(let moment): moment.description
    case .relative(let anchor, let shifts): Self.text(anchor, shifts)
    case .timed(let anchor, let shifts, let time): "\(Self.text(anchor, shifts)) \(time)"
    }
  }

  private static func text(_ anchor: Anchor, _ shifts: [Shift]) -> String {
    shifts.reduce(anchor.description + (shifts.isEmpty || anchor.isOneWord ? "" : " ")) {
      $0 + ($1.count < 0 ? "" : "+") + "\($1.count)\($1.unit.rawValue)"
    }
  }
}

extension DateExpression.Anchor: CustomStringConvertible {
  public var description: String {
    switch self {
    case .now: "now"
    case .today: "today"
    case .tomorrow: "tomorrow"
    case .yesterday: "yesterday"
    case .inDays(let days):
      days == 2
        ? "day after tomorrow" : days == -2 ? "day before yesterday" : "today\(days < 0 ? "" : "+")\(days)d"
    case .weekday(let weekday): "\(weekday)"
    case .lastWeekday(let weekday): "last \(weekday)"
    case .weekdayOf(let weekday, let turn): "\(weekday) \(turn.rawValue) week"
    case .nextWeekday(let weekday): "next \(weekday)"
    case .monthDay(let month, let day): "\(day) \(WordsLanguage.english.written.months[month - 1])"
    case .dayOfMonth(let day): WordsLanguage.english.written.ordinal(day)
    case .edge(let isEnd, let turn, let period): WordsLanguage.english.written.edge(isEnd, turn, period)
    }
  }

  /// What can stand before a shift without a blank.
  fileprivate var isOneWord: Bool {
    if case .dayOfMonth = self { return false }
    return true
  }
}
