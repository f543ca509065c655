internal import ICalendar

/// A RECURRENCE-ID as the text that identifiers and short names have of it: in RFC 5545's form, a zone behind
/// a space.
enum RecurrenceIDText {
  /// The text of a reminder's RECURRENCE-ID; nil where it has none that can be read.
  static func text(of reminder: some ReminderProperties) -> String? { reminder.recurrenceID.map(text) }

  static func text(_ moment: Moment) -> String {
    guard case .zoned(_, let tzid) = moment else { return moment.iCalendarText }
    return moment.iCalendarText + " " + tzid
  }

  /// The moment that a text names; nil for a text that names none.
  static func moment(_ text: String) -> Moment? {
    let space = text.firstIndex(of: " ")
    let tzid = space.map { String(text[text.index(after: $0)...]) }
    return try? Moment.decode(ArraySlice(text[..<(space ?? text.endIndex)].utf8), tzid: tzid)
  }
}
