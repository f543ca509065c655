internal import ICalendar

extension PhraseRun {
  /// The run with its time in the morning or in the afternoon: by the part of the day, else by the hour
  /// itself, where it can.
  var settled: PhraseRun {
    var result = self
    guard problem == nil else { return result }
    if rule != nil, let start, let clock, clock.time < start.time, let first = words(of: .start) {
      // The rule would count the days on which it ends.
      let last = words(of: .time) ?? first
      result.problem = (
        .noSuchDay("it ends on the next day, and a rule has one day"), first.lowerBound..<last.upperBound
      )
      return result
    }
    guard let clock, let words = words(of: .time) else {
      result.problem = part.map { (.vagueTime, $0.words) }
      return result
    }
    guard let part else {
      if clock.isAmbiguous { result.problem = (.ambiguous(clock.readings), words) }
      return result
    }
    let isDaily = date == nil && rule.map { $0.frequency == .daily } ?? false
    guard let time = part.0.time(clock, isDaily: isDaily),
      let begin = start.map({ part.0.time($0, isDaily: isDaily) }) ?? time
    else {
      result.problem = (
        contradiction(part.0, clock),
        min(part.words.lowerBound, words.lowerBound)..<max(part.words.upperBound, words.upperBound)
      )
      return result
    }
    result.clock?.time = time
    if start != nil { result.start?.time = begin }
    return result
  }

  /// An hour that is not in its part of the day, and the readings of it.
  private func contradiction(_ part: DayPart, _ clock: ClockReading) -> WordsError.Problem {
    // Twelve at night, and the hours behind it, are of one day or of the next.
    if part == .night, clock.time.hour % 12 < 6 {
      return .notUnderstood(expected: "the day and the time, such as sat \(clock.time.hour % 12):00")
    }
    return .ambiguous(clock.readings)
  }
}
