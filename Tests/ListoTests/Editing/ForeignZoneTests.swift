import ICalendar
import Listo
import Testing

/// A reminder that brings a definition of its time zone moves no reminder of the list that it comes to.
@Suite struct ForeignZoneTests {
  /// A clock that is always two and a half hours ahead of UTC, as none of these zones is.
  private static func definition(_ name: String) -> String {
    """
    BEGIN:VTIMEZONE
    TZID:\(name)
    BEGIN:STANDARD
    DTSTART:19961027T040000
    TZOFFSETFROM:+0230
    TZOFFSETTO:+0230
    TZNAME:X
    END:STANDARD
    END:VTIMEZONE

    """
  }

  private static func calendar(_ list: String, _ zone: String, _ uid: String, _ name: String) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Test//EN
    X-WR-CALNAME:\(list)
    \(zone)BEGIN:VTODO
    UID:\(uid)
    DTSTAMP:20261101T000000Z
    SUMMARY:\(uid)
    DUE;TZID=\(name):20261210T090000
    END:VTODO
    END:VCALENDAR

    """
  }

  private func instants(_ catalog: Catalog) -> [String: Instant] {
    let view = ViewContext(now: Instant(seconds: 1_800_000_000), zone: .utc)
    var result: [String: Instant] = [:]
    for reminder in catalog.sources.flatMap(\.lists).flatMap(\.reminders) {
      guard let due = reminder.due else { continue }
      result[reminder.title ?? ""] = view.instant(of: due, zones: reminder.calendar.zones)
    }
    return result
  }

  private static let names = [
    "Europe/Istanbul", "America/Mexico_City", "Europe/Moscow", "America/Sao_Paulo", "W. Europe Standard Time",
  ]

  @Test(arguments: names, [false, true])
  func noOtherReminderMoves(_ name: String, _ isCopied: Bool) throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.calendar("Home", "", "local", name))
    try folder.write("Work.ics", Self.calendar("Work", Self.definition(name), "foreign", name))
    let store = try folder.store()
    let before = instants(store.catalog)
    #expect(before["local"] != before["foreign"])
    let lists = store.catalog.sources.flatMap(\.lists)
    let home = try #require(lists.first { $0.list.title == "Home" }).identifier
    let work = try #require(lists.first { $0.list.title == "Work" })
    let foreign = try #require(work.identifiers.first)
    let context = EditContext(ViewContext(now: Instant(seconds: 1_800_000_000), zone: .utc))
    _ = try store.apply("move", in: context) { (editing) throws(EditError) in
      try editing.apply(isCopied ? .copy(toList: home) : .move(toList: home), to: foreign)
    }
    // As other programs read the files.
    #expect(instants(try folder.store().catalog) == before)
  }
}
