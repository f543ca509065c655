import ICalendar
import ListoModel

@testable import ListoFormats

/// The helpers that tests of quick writers share.
enum QuickWriting {
  /// Writes all of a file.
  static func write<Writer: FormatWriter>(_ bytes: [UInt8], _ file: String, with writer: Writer) throws -> (
    output: [UInt8], writer: Writer
  ) {
    let source = Source(identifier: "/home/ann/tasks", title: "tasks", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks")
    var names = ListNames()
    let survey = try Survey(of: MemorySource(bytes), file: file, fileName: "a.ics", in: folder, names: &names)
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    var (writer, output) = (writer, [] as [UInt8])
    writer.expect([survey])
    writer.begin(calendars: survey.calendars.count, &output)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        writer.write(item, holder: batch.holder(ordinal), in: calendar, &output)
      }
    }
    writer.end(&output)
    return (output, writer)
  }

  /// A calendar of one reminder with these lines.
  static func calendar(of lines: String) -> [UInt8] {
    Array(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:PUBLISH\r\nBEGIN:VTODO\r\n\(lines.replacing("\n", with: "\r\n"))\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        .utf8)
  }

  /// Lines that stand in no other's way, each with which a reminder is in the common case.
  static let lines = [
    "UID:a\nSUMMARY:b\nSUMMARY:c", "UID:a\nCATEGORIES:b,a\nCATEGORIES:c", "UID:a\nCATEGORIES:a,b",
    "UID:a\nDUE:20261201T101500\nDTSTART:20261130T000000", "UID:a\nDUE;TZID=Europe/Berlin:20261201T101500",
    "UID:a\nDUE;VALUE=DATE:20261201\nDTSTART;VALUE=DATE:20261130\nRRULE:FREQ=DAILY;UNTIL=20270101",
    "UID:a\nDUE;TZID=Europe/Berlin:20261201T101500\nRRULE:FREQ=WEEKLY;BYDAY=MO,-1TU;UNTIL=20270101T101500Z",
    "UID:a\nSTATUS:COMPLETED", "UID:a\nSTATUS:IN-PROCESS\nLAST-MODIFIED:20260101T000000Z",
    "UID:a\nSTATUS:NEEDS-ACTION\nCOMPLETED:20260101T000000Z\nDTSTAMP:20260102T000000Z",
    "UID:a\nPERCENT-COMPLETE:30",
    "UID:a\nDESCRIPTION:one\\ntwo\\Nthree\\\\n four\nCREATED:20260101T000059Z",
    "UID:a\nDESCRIPTION:\\none\\n\\ntwo\\n\nLAST-MODIFIED:20260101T235959Z",
    "UID:a\nDESCRIPTION:Ελλάδα\\n日本語",
    "UID:a\nPRIORITY:0", "UID:a\nPRIORITY:3", "UID:a\nURL:https://example.com", "UID:a\nRELATED-TO:b",
    "UID:a\nLAST-MODIFIED:20260101T000000Z\nDTSTAMP:20260101T000000Z",
    "UID:0F0F0F0F-0000-4000-8000-00000000000a",
    "UID:0f0f0f0f-0000-4000-8000-00000000000a\nCOMMENT:b\nCOMPLETED:20260101T000000Z",
    "UID:a\nBEGIN:VALARM\nUID:b\nACTION:AUDIO\nTRIGGER;RELATED=END:-PT5M\nDESCRIPTION:a long text that is fo\n lded\nEND:VALARM\nBEGIN:VALARM\nUID:c\nACTION:EMAIL\nTRIGGER:20260101T000000Z\nACKNOWLEDGED:20260101T000000Z\nEND:VALARM",
  ]
}
