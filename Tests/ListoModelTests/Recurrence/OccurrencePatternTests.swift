import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// Occurrences that are written into a copy of another one.
@Suite struct OccurrencePatternTests {
  private static let dates = [
    ["DTSTART:20260301T090000Z"], ["DTSTART;VALUE=DATE:20260301", "DUE;VALUE=DATE:20260303"],
    ["DUE;TZID=Europe/Berlin:20260301T090000"],
    ["DTSTART;TZID=Europe/Berlin;X-A=b:20260301T090000", "DURATION:PT1H30M"],
    ["DTSTART:20260301T0900", " 00", "DUE;VALUE=DATE-TIME:20260301T100000"],
    ["DTSTART:20260301T090000", "DUE:20260301T100000", "DUE:20260301T110000"],
    ["DTSTART:rubble", "DUE:20260301T090000"],
    ["DTSTART:20260301t090000z", "DUE;TZID=Nowhere:20260301T090000"],
  ]

  /// Byte for byte what is made of the template itself, whichever was the first.
  @Test func sameAsMadeAnew() throws {
    var random = SplitMix64(seed: Seed.current)
    var compared = 0
    for _ in 0..<200 {
      let lines =
        ["UID:1", "SUMMARY:Grüße"] + Self.dates.pick(using: &random)
        + ["RRULE:FREQ=DAILY", "EXDATE:20260305T090000", "X-A:b", "CATEGORIES:a,", " b"].shuffled(
          using: &random
        ).filter { $0 != " b" }
        + ["BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM"]
      let todo = try #require(Component(Array(Make.todo(lines).utf8)))
      let reminder = Reminder(todo, in: .none)
      let recurrence = try #require(Recurrence(reminder))
      let template = OccurrenceTemplate(reminder, from: recurrence.start, of: recurrence)
      var pattern = OccurrencePattern(template, of: recurrence)
      for _ in 0..<5 {
        let days = Int.random(in: 0...400, using: &random)
        let local = recurrence.start.on(recurrence.start.day.adding(days: days))
        let written = pattern.occurrence(at: local)
        let made = template.occurrence(at: local, of: recurrence)
        #expect(
          written.map { Array($0.component.bytes) } == made.map { Array($0.component.bytes) },
          "\(lines), seed \(random.seed)")
        #expect(written?.due == made?.due && written?.start == made?.start)
        #expect(written?.recurrenceID == made?.recurrenceID)
        compared += 1
      }
    }
    #expect(compared == 1000)
  }
}
