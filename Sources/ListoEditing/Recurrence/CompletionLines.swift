internal import ICalendar
internal import ListoModel

/// The lines that say of a component that it is done, or is not, and when it was written.
extension LineEdits {
  /// STATUS, PERCENT-COMPLETE and COMPLETED, and the times of change.
  mutating func complete(at now: Instant) {
    set(.status, "COMPLETED")
    set(.percentComplete, "100")
    set(.completed, Moment.utc(now.utc).iCalendarText)
    stamp(now)
  }

  /// The next occurrence is begun by no one: what was done of the last one is no part of it. What says so already stays.
  mutating func begin(_ component: Component) {
    let reminder = Reminder(component, in: .none)
    if let status = reminder.writtenStatus, status != .needsAction { set(.status, "NEEDS-ACTION") }
    remove(.completed, .percentComplete)
  }

  /// LAST-MODIFIED and DTSTAMP (RFC 5545 §3.8.7).
  mutating func stamp(_ now: Instant) {
    let text = Moment.utc(now.utc).iCalendarText
    set(.lastModified, text)
    set(.dtstamp, text)
  }
}
