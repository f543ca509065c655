public import ICalendar

/// When words are said: the day and time of who says them.
public struct WordsContext: Sendable, Hashable {
  public let now: LocalDateTime
  public let weekStart: Weekday

  public init(now: LocalDateTime, weekStart: Weekday = .monday) {
    (self.now, self.weekStart) = (now, weekStart)
  }
}
