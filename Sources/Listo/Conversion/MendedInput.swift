internal import ListoFormats
internal import ListoRepairs

/// iCalendar to iCalendar for a target: what it does not take is mended, and what that costs is a loss.
enum MendedInput {
  /// The bytes of each input that holds a calendar.
  ///
  /// - Complexity: linear in the bytes, all of which are held.
  static func all(
    _ inputs: [SurveyedInput], for profiles: [Profile], _ losses: inout Losses
  ) throws(WorkError) -> [[UInt8]] {
    var result: [[UInt8]] = []
    for item in inputs where !item.survey.calendars.isEmpty {
      let bytes = try item.input.bytes()
      try item.requireUnchanged()
      let repair = CalendarRepair(bytes, for: profiles, isLossy: true, limits: item.input.limits)
      for finding in repair.repaired.filter({ $0.kind == .lossy }) + repair.remaining {
        losses.add(
          Losses.Entry(
            kind: "finding", file: item.input.name, name: "\(finding.code.rawValue) in line \(finding.line)"))
      }
      result.append(repair.bytes)
    }
    return result
  }
}
