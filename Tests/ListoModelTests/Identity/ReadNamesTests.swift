import ICalendar
import Testing

@testable import ListoModel

/// The names of a reminder come from the walk over all lines, or from the reminder itself: both are the same.
@Suite struct ReadNamesTests {
  @Test func namesOfAFileAreThoseOfItsReminders() throws {
    let lines = [
      "UID:plain", "UID: with blanks ", "UID:with\\, escapes", "UID:größer", "UID:fol\r\n ded",
      "UID;X-A=1:parameter",
      "UID:", "SUMMARY:none", "UID:first\r\nUID:second", "UID:override\r\nRECURRENCE-ID:20260101T100000Z",
      "UID:odd\r\nRECURRENCE-ID:never", "UID:\"quoted\"",
    ]
    let items = lines.map { "BEGIN:VTODO\r\n\($0)\r\nEND:VTODO\r\n" }
    let text = "BEGIN:VCALENDAR\r\n" + items.joined() + "END:VCALENDAR\r\n"
    let file = try CalendarFile(reading: MemorySource(Array(text.utf8)), file: "a.ics")
    let calendar = try #require(file.calendars.first)
    #expect(calendar.names.count == lines.count)
    for (name, reminder) in zip(calendar.names, calendar.reminders) {
      let asked = IdentityInList(reminder)
      #expect(name == asked && name.hasUID == asked.hasUID)
    }
  }
}
