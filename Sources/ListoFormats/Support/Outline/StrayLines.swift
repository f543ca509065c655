internal import ICalendar

/// The lines of an outline that belong to no task.
struct StrayLines {
  private var first: Int?
  private var count = 0

  mutating func add(_ line: Int) {
    if first == nil { first = line }
    count += 1
  }

  /// Says that they are left out, where there are any.
  func tell(_ output: inout ICalendarOutput) {
    guard let first else { return }
    output.diagnose(
      .notATask, line: first, severity: .note,
      "\(count == 1 ? "this line belongs" : "\(count) lines, beginning with this one, belong") "
        + "to no task; text outside of tasks is left out")
  }
}
