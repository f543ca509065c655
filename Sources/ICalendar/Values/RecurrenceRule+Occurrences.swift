// Occurrences of a rule on a wall clock, through libical's iterator.

extension RecurrenceRule {
  /// The first occurrences from a start on, in their order; the start is one of them only if the rule says so.
  ///
  /// UNTIL is not looked at: what it means depends on the zone, which the caller knows.
  ///
  /// - Returns: nil for a rule whose occurrences cannot be searched for in bounded time, or that libical refuses: those of a
  ///   frequency below a day, with several times a day, without any day, or with positions that no set has.
  /// - Complexity: linear in `limit`; libical ends its search in the year 2582.
  public func occurrences(from start: LocalDateTime, limit: Int) -> [LocalDateTime]? {
    switch frequency {
    case .yearly, .monthly, .weekly, .daily: break
    case .hourly, .minutely, .secondly: return nil
    }
    guard hasDays, bySecond.count <= 1, byMinute.count <= 1, byHour.count <= 1,
      bySetPosition.allSatisfy({ abs($0) <= 31 }), let rule = LibicalRecurrence(Array(text.utf8)[...])
    else { return nil }
    var result: [LocalDateTime] = []
    guard limit > 0 else { return result }
    rule.occurrences(from: start) { local in
      if local >= start { result.append(local) }
      return result.count < limit
    }
    return result
  }
}
