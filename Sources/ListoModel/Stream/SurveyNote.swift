internal import ICalendar

/// What was noted of a batch of an input beside its survey, and where the components of the batch stand, as the survey knows them.
package struct SurveyNote<Content: Sendable>: Sendable {
  let content: Content
  /// The ordinal of its first component among all of the input.
  let firstOrdinal: Int
  /// Of all its components, in their order.
  let runs: [CalendarRun]
}

/// Components that stand one behind the other in one calendar.
struct CalendarRun: Sendable {
  /// Its index in ``Survey/calendars``.
  let calendar: Int
  private(set) var count = 0
  /// How many of them are zones.
  private(set) var zoneCount = 0

  init(_ calendar: Int) { self.calendar = calendar }

  mutating func add(_ kind: ComponentKind) {
    count += 1
    if kind == .vtimezone { zoneCount += 1 }
  }
}
