import Foundation
import ICalendar
import ListoWords

@testable import ListoModel

/// The meaning of expressions, written down a second time, as plainly as can be: over the typed fields of
/// every reminder, with Foundation's texts, calendars and regular expressions.
struct NaiveQuery {
  let reminders: [Reminder]
  let place: Query.Place
  let now: Date
  let calendar: Calendar

  init(_ reminders: [Reminder], at place: Query.Place, now: Date, zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.firstWeekday = 2
    (self.reminders, self.place, self.now, self.calendar) = (reminders, place, now, calendar)
  }

  func holds(_ node: QueryExpression.Node, for reminder: Reminder) -> Bool {
    switch node {
    case .all: return true
    case .not(let node): return !holds(node, for: reminder)
    case .and(let nodes): return nodes.filter { !holds($0, for: reminder) }.isEmpty
    case .or(let nodes): return !nodes.filter { holds($0, for: reminder) }.isEmpty
    case .condition(let condition): return holds(condition, for: reminder)
    case .compare(let field, let comparison, let value): return compare(field, comparison, value, reminder)
    case .among(let field, let values): return values.contains { compare(field, .equal, $0, reminder) }
    case .between(let field, let first, let last):
      return compare(field, .greaterOrEqual, first, reminder) && compare(field, .lessOrEqual, last, reminder)
    case .isSet(let field): return isSet(field, reminder)
    case .relation(let relation, let node):
      return reminders.contains { other in
        let isRelated =
          switch relation {
          case .parent: other.uid != nil && reminder.parent == other.uid
          case .subtask: reminder.uid != nil && other.parent == reminder.uid
          case .dependency: dependencies(of: reminder).contains { $0 == other.uid }
          }
        return isRelated && holds(node, for: other)
      }
    }
  }

  private func dependencies(of reminder: Reminder) -> [String] {
    reminder.component.properties.filter { property in
      property.name == "RELATED-TO" && property.parameters.contains { $0.values == ["DEPENDS-ON"] }
    }.map(\.text)
  }

  private func holds(_ condition: QueryExpression.Condition, for reminder: Reminder) -> Bool {
    let isOpen = !["completed", "cancelled", "failed"].contains(reminder.status.word)
    switch condition {
    case .open: return isOpen
    case .completed: return reminder.status.word == "completed"
    case .cancelled: return reminder.status.word == "cancelled"
    case .overdue:
      guard isOpen, let due = reminder.due else { return false }
      let interval = interval(due, reminder)
      return due.local == nil ? interval.end <= now : interval.start < now
    case .blocked:
      return isOpen
        && reminders.contains { other in
          dependencies(of: reminder).contains { $0 == other.uid } && holds(.open, for: other)
        }
    case .recurring:
      return reminder.component.properties.contains { ["RRULE", "RDATE", "RECURRENCE-ID"].contains($0.name) }
    case .startable: return isOpen && (reminder.start.map { interval($0, reminder).start <= now } ?? true)
    }
  }

  private func isSet(_ field: QueryField, _ reminder: Reminder) -> Bool {
    switch field {
    case .list, .source: return true
    case .text: return QueryField.texts.contains { Field[$0].get(reminder) != nil }
    case .field(.status): return reminder.component.properties.contains { $0.name == "STATUS" }
    case .field(.order): return reminder.component.properties.contains { $0.name == "X-APPLE-SORT-ORDER" }
    case .field(let id): return Field[id].get(reminder) != nil
    }
  }

  // MARK: Values

  private func compare(
    _ field: QueryField, _ comparison: QueryExpression.Comparison, _ value: QueryExpression.Value,
    _ reminder: Reminder
  ) -> Bool {
    if comparison == .notEqual { return !compare(field, .equal, value, reminder) }
    switch field {
    case .text: return QueryField.texts.contains { compare(.field($0), comparison, value, reminder) }
    case .list:
      if case .text(let text, false) = value, comparison == .equal, text == place.listIdentifier {
        return true
      }
      return compare(place.listTitle, comparison, value)
    case .source:
      if case .text(let text, false) = value, comparison == .equal, text == place.source.identifier {
        return true
      }
      return compare(place.source.title, comparison, value)
    case .field(.priority):
      guard case .priority(let bucket) = value else { break }
      let number = reminder.priority ?? 0
      let name =
        (1...4).contains(number) ? "high" : number == 5 ? "medium" : (6...9).contains(number) ? "low" : "none"
      return name == bucket.rawValue
    case .field: break
    }
    guard case .field(let id) = field, let held = Field[id].get(reminder) else { return false }
    switch (held, value) {
    case (.text(let text), _): return compare(text, comparison, value)
    case (.texts(let texts), _):
      let comparison = comparison == .contains && !isExact(value) ? .equal : comparison
      return texts.contains { compare($0, comparison, value) }
    case (.integer(let number), .integer(let other)):
      if id == .priority && number == 0 && comparison != .equal { return false }
      return ordered(comparison, number < other, number == other)
    case (.moment(let moment), .date(let date)):
      let (start, asked) = (interval(moment, reminder).start, interval(date))
      let isInside =
        asked.start == asked.end ? start == asked.start : start >= asked.start && start < asked.end
      return ordered(comparison, start < asked.start, isInside)
    default: return false
    }
  }

  private func isExact(_ value: QueryExpression.Value) -> Bool {
    if case .text(_, true) = value { true } else { false }
  }

  private func ordered(_ comparison: QueryExpression.Comparison, _ isLess: Bool, _ isEqual: Bool) -> Bool {
    switch comparison {
    case .equal: isEqual
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    case .greater: !isLess && !isEqual
    case .greaterOrEqual: !isLess
    default: false
    }
  }

  private func compare(
    _ text: String, _ comparison: QueryExpression.Comparison, _ value: QueryExpression.Value
  ) -> Bool {
    guard case .text(let asked, let isExact) = value else { return false }
    if comparison == .matches {
      let expression = try? NSRegularExpression(
        pattern: asked, options: isExact ? [] : [.caseInsensitive])
      return expression?.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
    let (left, right) = isExact ? (text, asked) : (plain(text), plain(asked))
    if comparison == .contains {
      guard !right.isEmpty else { return true }
      return Data(left.utf8).range(of: Data(right.utf8)) != nil
    }
    return ordered(
      comparison, left.utf8.lexicographicallyPrecedes(right.utf8), Array(left.utf8) == Array(right.utf8))
  }

  private func plain(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .replacingOccurrences(of: "ß", with: "ss").replacingOccurrences(of: "ø", with: "o")
  }

  // MARK: Times

  private func date(_ local: LocalDateTime, in zone: TimeZone? = nil) -> Date {
    var calendar = self.calendar
    if let zone { calendar.timeZone = zone }
    let parts = DateComponents(
      year: local.day.year, month: local.day.month, day: local.day.day, hour: local.hour,
      minute: local.minute,
      second: local.second)
    return calendar.date(from: parts) ?? .distantPast
  }

  private func interval(_ moment: Moment, _ reminder: Reminder?) -> (start: Date, end: Date) {
    switch moment {
    case .date(let day):
      return (date(LocalDateTime(startOf: day)), date(LocalDateTime(startOf: day.adding(days: 1))))
    case .floating(let local): return (date(local), date(local))
    case .utc(let local):
      let date = date(local, in: TimeZone(identifier: "UTC"))
      return (date, date)
    case .zoned(let local, let tzid):
      let date = date(local, in: TimeZone(identifier: tzid))
      return (date, date)
    }
  }

  private func interval(_ date: QueryDate) -> (start: Date, end: Date) {
    switch date {
    case .absolute(let moment): return interval(moment, nil)
    case .timed(let anchor, let shifts, let time):
      let day = shifts.reduce(day(anchor)) { shifted($0, $1) }
      var parts = calendar.dateComponents([.year, .month, .day], from: day)
      (parts.hour, parts.minute) = (time.hour, time.minute)
      let date = calendar.date(from: parts) ?? day
      return (date, date)
    case .relative(let anchor, let shifts):
      var date = anchor == .now ? now : day(anchor)
      var isDay = anchor != .now
      for shift in shifts {
        if shift.unit == .hour || shift.unit == .minute { isDay = false }
        date = shifted(date, shift)
      }
      return (date, isDay ? calendar.date(byAdding: .day, value: 1, to: date) ?? date : date)
    }
  }

  private func shifted(_ date: Date, _ shift: QueryDate.Shift) -> Date {
    let (unit, factor): (Calendar.Component, Int) =
      switch shift.unit {
      case .minute: (.minute, 1)
      case .hour: (.hour, 1)
      case .day: (.day, 1)
      case .week: (.day, 7)
      case .month: (.month, 1)
      case .year: (.year, 1)
      }
    return calendar.date(byAdding: unit, value: shift.count * factor, to: date) ?? date
  }

  private func day(_ anchor: QueryDate.Anchor) -> Date {
    let today = calendar.startOfDay(for: now)
    func moved(_ days: Int) -> Date { calendar.date(byAdding: .day, value: days, to: today) ?? today }
    func find(_ weekday: Weekday, _ step: Int) -> Date {
      var days = step
      let wanted = (Weekday.allCases.firstIndex(of: weekday) ?? 0) + 1
      while calendar.component(.weekday, from: moved(days)) != wanted { days += step }
      return moved(days)
    }
    switch anchor {
    case .now, .today: return today
    case .tomorrow: return moved(1)
    case .yesterday: return moved(-1)
    case .weekday(let weekday): return find(weekday, 1)
    case .lastWeekday(let weekday): return find(weekday, -1)
    case .inDays(let days): return moved(days)
    case .nextWeekday(let weekday), .weekdayOf(let weekday, _):
      let turns =
        if case .weekdayOf(_, let turn) = anchor { turn == .last ? -1 : turn == .next ? 1 : 0 } else { 1 }
      var date = calendar.dateInterval(of: .weekOfYear, for: moved(turns * 7))?.start ?? today
      let wanted = (Weekday.allCases.firstIndex(of: weekday) ?? 0) + 1
      while calendar.component(.weekday, from: date) != wanted {
        date = calendar.date(byAdding: .day, value: 1, to: date) ?? today
      }
      return date
    case .weekdayIn(let weekday, let weeks):
      let week = day(.weekdayOf(weekday, .this))
      return calendar.date(byAdding: .day, value: 7 * weeks, to: week) ?? today
    case .dayOf(.turn(let turn), let wanted):
      let edges = [false, true].map { day(.edge(isEnd: $0, turn, .month)) }
      var date = edges[0]
      while !isIt(wanted, date), date < edges[1] {
        date = calendar.date(byAdding: .day, value: 1, to: date) ?? today
      }
      return date
    case .dayOf(let months, let wanted):
      var days = 0
      while true {
        let month = QueryDate.Months.named(calendar.component(.month, from: moved(days)))
        if months == .any || months == month, isIt(wanted, moved(days)) { break }
        days += 1
      }
      return moved(days)
    case .isoWeek(let number):
      var iso = Calendar(identifier: .iso8601)
      iso.timeZone = calendar.timeZone
      var days = -6
      while iso.component(.weekOfYear, from: moved(days)) != number
        || iso.component(.weekday, from: moved(days)) != 2
      { days += 1 }
      return moved(days)
    case .edge(let isEnd, let turn, let period):
      let unit: Calendar.Component = period == .week ? .weekOfYear : period == .month ? .month : .year
      let turns = turn == .last ? -1 : turn == .next ? 1 : 0
      guard let start = calendar.dateInterval(of: unit, for: today)?.start,
        let begin = calendar.date(byAdding: unit, value: turns, to: start),
        let next = calendar.date(byAdding: unit, value: turns + 1, to: start)
      else { return today }
      return isEnd ? calendar.date(byAdding: .day, value: -1, to: next) ?? today : begin
    }
  }

  /// The day is the one of its month.
  private func isIt(_ wanted: QueryDate.MonthDay, _ date: Date) -> Bool {
    let parts = calendar.dateComponents([.day, .weekday], from: date)
    let month = calendar.range(of: .day, in: .month, for: date)?.count ?? 31
    guard let day = parts.day, let weekday = parts.weekday else { return false }
    switch wanted {
    case .number(let number): return day == (number < 0 ? month + 1 + number : number)
    case .weekday(let name, let number):
      guard weekday == (Weekday.allCases.firstIndex(of: name) ?? 0) + 1 else { return false }
      return number < 0
        ? day > month + 7 * number && day <= month + 7 * (number + 1) : (day + 6) / 7 == number
    }
  }
}
