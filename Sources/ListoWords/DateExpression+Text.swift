internal import ICalendar

extension DateExpression: CustomStringConvertible {
  /// In English, as it is read again; the number of a week in German, which alone has it.
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
    case .weekdayIn(let weekday, let weeks): "in \(weeks) weeks on \(weekday)"
    case .dayOf(let months, let day): Self.text(day, months)
    case .isoWeek(let number): "kw \(number)"
    case .edge(let isEnd, let turn, let period): WordsLanguage.english.written.edge(isEnd, turn, period)
    }
  }

  private static func text(_ day: DateExpression.MonthDay, _ months: DateExpression.Months) -> String {
    let written = WordsLanguage.english.written
    let name: String
    switch (day, months) {
    case (.number(let number), .any) where number > 0: return written.ordinal(number)
    case (.number(let number), .named(let month)) where number > 0:
      return "\(number) \(written.months[month - 1])"
    case (.number(let number), _): name = written.ordinal(number) + (number < 0 ? " day" : "")
    case (.weekday(let weekday, let number), _): name = "\(written.ordinal(number)) \(weekday)"
    }
    return switch months {
    case .any: "\(name) of the month"
    case .named(let month): "\(name) of \(written.months[month - 1])"
    case .turn(let turn): "\(name) of \(turn.rawValue) month"
    }
  }

  /// A shift may follow its text without a blank.
  fileprivate var isOneWord: Bool {
    switch self {
    case .dayOf(.any, _), .weekdayIn, .isoWeek: false
    default: true
    }
  }
}
