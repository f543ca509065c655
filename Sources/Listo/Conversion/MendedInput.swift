internal import ListoFormats
internal import ListoRepairs

/// iCalendar to iCalendar for a target: what it does not take is mended, and what that costs is a loss.
enum MendedInput {
  /// The inputs that hold a calendar, each with the edits that repair it.
  ///
  /// - Complexity: linear in the bytes; memory is that of what is found.
  static func all(
    _ inputs: [SurveyedInput], for profiles: [Profile], _ losses: inout Losses
  ) throws(WorkError) -> [(item: SurveyedInput, edits: [ByteEdit])] {
    var result: [(item: SurveyedInput, edits: [ByteEdit])] = []
    for item in inputs where !item.survey.calendars.isEmpty {
      let plan = try item.repairs(for: profiles, isLossy: true)
      try item.requireUnchanged()
      let dropped = plan.repaired.filter { $0.kind == .lossy }.map { ($0, $0.repair) }
      for (finding, fate) in dropped + plan.remaining.map({ ($0, "not repaired") }) {
        losses.add(
          Losses.Entry(
            kind: Losses.refusal, file: item.input.name,
            name: "\(finding.code.rawValue) in line \(finding.line): \(fate)"))
      }
      result.append((item, plan.edits))
    }
    return result
  }
}
