import ICalendar
import Testing

@testable import ListoModel

/// When a reminder is due that has no DUE.
@Suite struct DueTests {
  /// Summer time begins in Berlin on 29 March 2026 at 2:00: the wall clock skips an hour that does not pass.
  @Test(arguments: [
    ("TZID=Europe/Berlin:20260328T120000", "P1D", "20260329T120000"),
    ("TZID=Europe/Berlin:20260328T120000", "PT24H", "20260329T130000"),
    ("TZID=Europe/Berlin:20260329T013000", "PT1H", "20260329T033000"),
    ("TZID=Europe/Berlin:20261024T120000", "P1DT1H", "20261025T130000"),
    ("TZID=Europe/Berlin:20260330T120000", "-P1DT12H", "20260328T230000"),
    ("TZID=Nowhere:20260328T120000", "PT24H", "20260329T120000"),
    ("VALUE=DATE:20260328", "P2D", "20260330"),
  ])
  func startAndDuration(start: String, duration: String, due: String) throws {
    let reminder = try Make.reminder("DTSTART;\(start)", "DURATION:\(duration)")
    #expect(reminder.due?.iCalendarText == due, "\(start) \(duration)")
  }
}
