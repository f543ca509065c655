import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The excerpts held of small files for a listing give the same rows as the whole files.
@Suite struct RowExcerptsTests {
  @Test func rowsOfTheCorpus() throws {
    let rows = try Self.rows()
    var read = 0
    for (path, bytes) in try Corpus.small(Corpus.own + Corpus.others, below: 1 << 15) {
      guard let whole = try? CalendarFile(reading: MemorySource(bytes), file: path) else { continue }
      let held = try Self.held(bytes, path, rows)
      #expect(Self.words(held) == Self.words(whole), "\(path)")
      read += 1
    }
    #expect(read > 5)
  }

  @Test func whatIsAlikeIsHeldOnce() throws {
    let rows = try Self.rows()
    let (first, second) = (
      try Self.held(Self.calendar(uid: "a"), "a.ics", rows),
      try Self.held(Self.calendar(uid: "b"), "b.ics", rows)
    )
    #expect(first.calendars.map(\.context.zones).first === second.calendars.map(\.context.zones).first)
    // Where it stands elsewhere, it is told from where.
    let below = try Self.held(Array("\r\n".utf8) + Self.calendar(uid: "c"), "c.ics", rows)
    #expect(below.calendars.first?.context.header?.lineNumber == 2)
    #expect(second.calendars.first?.context.header?.lineNumber == 1)
  }

  @Test func linesThatNoRowNeeds() throws {
    let held = try Self.held(Self.calendar(uid: "a"), "a.ics", Self.rows())
    let reminder = try #require(held.calendars.first?.reminders.first)
    #expect(reminder.title == "Tea")
    #expect(reminder.first(.description) == nil)
    // A reminder without UID is named by all its content.
    let nameless = try Self.held(Self.calendar(uid: nil), "b.ics", Self.rows())
    #expect(nameless.calendars.first?.reminders.first?.first(.description) != nil)
  }

  private static func rows() throws -> RowExcerpts {
    let context = ViewContext(now: Instant(seconds: 0), zone: .utc)
    let selection = try #require(CatalogSelection(.all, context, isForFinished: true, fields: []))
    return try #require(RowExcerpts(selection))
  }

  private static func held(_ bytes: [UInt8], _ file: String, _ rows: RowExcerpts) throws -> CalendarFile {
    try CalendarFile(
      reading: MemorySource(bytes), file: file, limits: ReadingLimits(), zones: ZoneCache(),
      on: SerialPipeline(), rows: rows)
  }

  private static func words(_ file: CalendarFile) -> [String] {
    let fields = CatalogSelection.rowFields.sorted { "\($0)" < "\($1)" }
    return ["\(file.problems) \(file.isEmpty) \(file.isListOfItsOwn)"]
      + file.calendars.flatMap { calendar in
        let context = calendar.context
        let own = ([context.header].compactMap(\.self) + context.trailing).map {
          "\($0.lineNumber) \($0.bytes)"
        }
        let zones = context.zones.definitions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.bytes)" }
        let reminders = zip(calendar.reminders, calendar.names).map { reminder, name in
          "\(reminder.component.lineNumber) \(name)"
            + fields.map { " \(String(describing: Field[$0].get(reminder)))" }.joined()
        }
        return own + zones + reminders + calendar.others.map(\.component.name)
      }
  }

  private static func calendar(uid: String?) -> [UInt8] {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTIMEZONE", "TZID:Here", "BEGIN:STANDARD",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0100", "DTSTART:19700101T000000", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VTODO",
      uid.map { "UID:\($0)" }, "SUMMARY:Tea", "DESCRIPTION:Green", "DUE;TZID=Here:20261201T090000",
      "END:VTODO",
      "END:VCALENDAR",
    ].compactMap(\.self)
    return Array(lines.map { $0 + "\r\n" }.joined().utf8)
  }
}
