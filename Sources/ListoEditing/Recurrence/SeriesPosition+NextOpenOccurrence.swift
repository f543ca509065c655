internal import ICalendar
internal import ListoModel

extension SeriesPosition {
  /// The time of the occurrence that a search found, and the course of the search, which tells whether there
  /// can be no other answer.
  struct Found {
    var time: LocalDateTime?
    var course = RecurrenceRule.Course.ended

    /// There is certainly none.
    var isNone: Bool { time == nil && course == .ended }
  }

  /// The first occurrence that is to be done: what is done is passed over.
  func firstOpen() -> Found { firstOpen(from: current) { _ in true } }

  /// The first one behind another that is to be done.
  func next(after time: LocalDateTime) -> Found {
    firstOpen(from: time.adding(seconds: 1)) { _ in true }
  }

  /// The first one behind another that is to be done and comes after an instant: what is due then, or without
  /// a due date begins; a day comes at its midnight.
  func next(after time: LocalDateTime, later now: Instant) -> Found {
    // Two days for what zones and changes of the clocks move.
    let local = clock.local(of: now).adding(seconds: -lead - 172_800)
    return firstOpen(from: max(time.adding(seconds: 1), local)) { time in
      clock.instant(of: time.adding(seconds: lead)) > now
    }
  }

  private func firstOpen(from first: LocalDateTime?, _ isWanted: (LocalDateTime) -> Bool) -> Found {
    var (limit, result) = (overrides.count + 2, Found())
    while true {
      let found = recurrence.times(from: first, through: Self.end, limit: limit)
      result = Found(time: found.times.first { !isDone($0) && isWanted($0) }, course: found.course)
      if result.time != nil || found.times.count < limit || limit > Recurrence.steps { return result }
      // Behind a range that is done there is nothing to do.
      if let last = found.times.last, range(at: last).map({ !$0.reminder.isOpen }) ?? false,
        overrides.allSatisfy({ $0.time <= last })
      {
        return result
      }
      limit *= 4
    }
  }
}
