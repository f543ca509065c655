internal import ICalendar

extension Component {
  /// The times that a component and those in it have in zones, by TZID; a zone that is named with no time
  /// that can be read has none.
  ///
  /// - Complexity: linear in its lines.
  var zonedTimes: [String: ZonedTimes] {
    var result: [String: ZonedTimes] = [:]
    collectTimes(into: &result)
    return result
  }

  private func collectTimes(into result: inout [String: ZonedTimes]) {
    var own: [String: ZonedTimes] = [:]
    var repeats = false
    var start: (time: LocalDateTime, tzid: String)?
    for property in properties {
      if property.id == .rrule || property.id == .exrule { repeats = true }
      guard property.hasParameters, let tzid = property.tzid else { continue }
      own[tzid, default: ZonedTimes()].formUnion(ZonedTimes())
      // Lists, and both ends of a PERIOD.
      for part in property.value.split(whereSeparator: { $0 == 0x2C || $0 == 0x2F }) {
        guard case .zoned(let time, _)? = try? Moment.decode(part, tzid: tzid) else { continue }
        own[tzid, default: ZonedTimes()].insert(time)
        if property.id == .dtstart, start == nil { start = (time, tzid) }
      }
    }
    if let start, let length = first(.duration).flatMap({ try? CalendarDuration.parse($0.value) }) {
      own[start.tzid]?.insert(start.time.adding(seconds: length.totalSeconds))
    }
    for (tzid, times) in own {
      var times = times
      times.repeats = repeats
      result[tzid, default: ZonedTimes()].formUnion(times)
    }
    for child in children { child.collectTimes(into: &result) }
  }
}
