import Foundation
import Listo
import Testing

/// Checks as apps ask for them.
@Suite struct CatalogCheckTests {
  private static let bytes = Array(
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:a\r\nDUE:soon\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
      .utf8)

  @Test func bytesAreChecked() throws {
    let found = try Catalog.check(Self.bytes, named: "a.ics")
    #expect(
      found.map { "\($0.file ?? ""):\($0.line ?? 0) \($0.code.rawValue)" } == [
        "a.ics:4 missing-property", "a.ics:7 bad-value",
      ])
    let forNextcloud = try Catalog.check(Self.bytes, for: [.nextcloud])
    #expect(!forNextcloud.contains { $0.code == .missingProperty })
  }

  @Test func filesAreCheckedLikeBytes() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.bytes).write(to: folder.appending(path: "a.ics"))
    let place = folder.appending(path: "a.ics").path
    let inMemory = try Catalog.check(Self.bytes, named: place)
    #expect(try Catalog.check([place]) == inMemory && !inMemory.isEmpty)
    #expect(throws: WorkError.self) { try Catalog.check([place + ".none"]) }
  }

  @Test func nothingIsFoundInWhatIsRight() throws {
    let right = String(decoding: Self.bytes, as: UTF8.self)
      .replacing("DUE:soon", with: "DTSTAMP:20260101T000000Z\r\nDUE:20260101T000000Z")
    #expect(try Catalog.check(Array(right.utf8)) == [])
    let json = try Catalog.check(Array("{ \"a\": 1 }".utf8))
    #expect(json.map(\.code) == [.noCalendar])
  }
}

/// The next occurrences of a repeating reminder.
@Suite struct NextOccurrenceTests {
  private static let bytes = Array(
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:x
    BEGIN:VTODO
    UID:r
    DTSTAMP:20260101T000000Z
    SUMMARY:Water
    DTSTART:20260101T090000
    DUE:20260101T100000
    RRULE:FREQ=DAILY;COUNT=5
    END:VTODO
    BEGIN:VTODO
    UID:r
    RECURRENCE-ID:20260104T090000
    DTSTAMP:20260101T000000Z
    SUMMARY:Water twice
    DTSTART:20260104T120000
    DUE:20260104T130000
    END:VTODO
    BEGIN:VTODO
    UID:plain
    SUMMARY:Once
    DUE:20260104T130000
    END:VTODO
    END:VCALENDAR

    """.utf8)

  @Test func theyBeginToday() throws {
    let catalog = try Catalog.read(Self.bytes, named: "a.ics").catalog
    let view = ViewContext(
      now: Instant(seconds: 1_767_463_200), zone: .utc)
    func next(_ uid: String, _ count: Int) throws -> [String] {
      let path = try #require(catalog.reminderPaths.first { catalog.reminder(at: $0)?.uid == uid })
      let identifier = try #require(catalog.modelIdentifier(at: path))
      return catalog.occurrences(of: identifier, next: count, in: view).map {
        "\($0.title ?? "") \($0.due?.day.description ?? "")"
      }
    }
    #expect(try next("r", 2) == ["Water 2026-01-03", "Water twice 2026-01-04"])
    #expect(try next("r", 9) == ["Water 2026-01-03", "Water twice 2026-01-04", "Water 2026-01-05"])
    #expect(try next("r", 0) == [] && next("plain", 3) == [])
  }

  @Test func instantsAndDurations() {
    let instant = Instant(seconds: 100)
    #expect(
      instant + .seconds(20) == Instant(seconds: 120) && instant - .seconds(120) == Instant(seconds: -20))
    #expect(instant + .seconds(20) - instant == .seconds(20))
    #expect(
      ModelIdentifier(rawValue: "a/b/c~2")?.rawValue == "a/b/c~2" && ModelIdentifier(rawValue: "") == nil)
  }
}
