public import ICalendar

/// When words are said: the day and time of who says them.
public struct WordsContext: Sendable, Hashable {
  /// The clock of who says them, in their own zone.
  public let now: LocalDateTime
  /// The day that their weeks begin with.
  public let weekStart: Weekday

  /// Words that are said at this time.
  public init(now: LocalDateTime, weekStart: Weekday = .monday) {
    (self.now, self.weekStart) = (now, weekStart)
  }
}
