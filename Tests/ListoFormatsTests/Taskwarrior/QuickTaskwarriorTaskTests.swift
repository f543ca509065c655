import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// What is written quickly is what is written in the complete way.
@Suite struct QuickTaskwarriorTaskTests {
  private func write(_ bytes: [UInt8], _ file: String, with writer: TaskwarriorWriter) throws -> (
    output: [UInt8], writer: TaskwarriorWriter
  ) {
    let source = Source(identifier: "/home/ann/tasks", title: "tasks", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks")
    var names = ListNames()
    let survey = try Survey(of: MemorySource(bytes), file: file, fileName: "a.ics", in: folder, names: &names)
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    var (writer, output) = (writer, [] as [UInt8])
    writer.begin(calendars: survey.calendars.count, &output)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        writer.write(item, holder: batch.holder(ordinal), in: calendar, &output)
      }
    }
    writer.end(&output)
    return (output, writer)
  }

  /// Writes a calendar both ways.
  ///
  /// - Returns: how many reminders were written quickly.
  private func compare(_ bytes: [UInt8], _ file: String) throws -> Int {
    var count = 0
    let quick = try write(bytes, file, with: TaskwarriorWriter())
    var writer = TaskwarriorWriter()
    writer.isQuick = false
    let complete = try write(bytes, file, with: writer)
    #expect(
      quick.output == complete.output && quick.writer.losses == complete.writer.losses,
      """
      \(file)
      \(String(decoding: quick.output, as: UTF8.self))
      \(String(decoding: complete.output, as: UTF8.self))
      """)
    count = quick.writer.quickCount
    return count
  }

  @Test func ownFilesAreWrittenTheSame() throws {
    let count = try Corpus.own.reduce(0) { try $0 + compare(Corpus.bytes($1), $1) }
    #expect(count > 0)
  }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func theCorpusIsWrittenTheSame() throws {
    for file in Corpus.others { _ = try compare(Corpus.bytes(file), file) }
  }

  @Test func generatedRemindersAreWrittenTheSame() throws {
    var random = SplitMix64(seed: Seed.fresh())
    var count = 0
    for _ in 0..<60 {
      let text = QuickReminderTests.calendar(&random)
      count += try compare(Array(text.utf8), "seed \(random.seed)")
    }
    #expect(count > 20, "seed \(random.seed)")
  }

  /// Each alone, since beside others most are left to the complete way.
  @Test func singleLinesAreWrittenTheSame() throws {
    for lines in Self.lines {
      let text =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:PUBLISH\r\nBEGIN:VTODO\r\n\(lines.replacing("\n", with: "\r\n"))\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
      #expect(try compare(Array(text.utf8), lines) > 0, "\(lines)")
    }
  }

  private static let lines = [
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
