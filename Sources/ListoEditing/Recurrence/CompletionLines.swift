internal import ICalendar
internal import ListoModel

extension Component {
  /// Done at a time, at which it is written.
  func completed(at now: Instant) -> Component { done(at: now).stamped(now) }

  /// Written at a time.
  func stamped(_ now: Instant) -> Component {
    var edits = LineEdits(self)
    edits.stamp(now)
    return edits.result
  }
}

extension LineEdits {
  /// The next occurrence is begun by no one: what was done of the last one is no part of it. What says so
  /// already stays.
  mutating func begin(_ component: Component) {
    let reminder = Reminder(component, in: .none)
    if let status = reminder.writtenStatus, status != .needsAction { set(.status, "NEEDS-ACTION") }
    remove(.completed, .percentComplete)
  }

  /// LAST-MODIFIED and DTSTAMP (RFC 5545 §3.8.7).
  mutating func stamp(_ now: Instant) {
    let text = component.timeOfChange(now).iCalendarText
    set(.lastModified, text)
    set(.dtstamp, text)
  }
}
