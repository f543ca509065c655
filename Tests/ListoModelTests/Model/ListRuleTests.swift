import ICalendar
import Testing

@testable import ListoModel

/// The list that a file belongs to: one of its own, or the folder that the file is a member of. Both ways to
/// read a file must agree.
@Suite struct ListRuleTests {
  static let one = Make.todo("UID:1")
  static let two = Make.todo("UID:2")

  @Test(arguments: [
    ("one reminder", Make.calendar([], one), false),
    (
      "one and its override", Make.calendar([], one, Make.todo("UID:1", "RECURRENCE-ID:20260101T000000Z")),
      false
    ),
    ("no calendar around it", one, false),
    ("a zone beside it", Make.calendar([], "BEGIN:VTIMEZONE\r\nTZID:A\r\nEND:VTIMEZONE\r\n", one), false),
    ("one without UID", Make.calendar([], Make.todo("SUMMARY:a")), false),
    ("nothing in it", Make.calendar([], []), false),
    ("two reminders", Make.calendar([], one, two), true),
    ("a reminder and an event", Make.calendar([], one, "BEGIN:VEVENT\r\nUID:2\r\nEND:VEVENT\r\n"), true),
    ("both of one UID", Make.calendar([], one, "BEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n"), false),
    ("two without UID", Make.calendar([], Make.todo("SUMMARY:a"), Make.todo("SUMMARY:b")), true),
    ("one with and one without UID", Make.calendar([], Make.todo("SUMMARY:a"), one), true),
    ("two calendars", Make.calendar([], one) + Make.calendar([], one), true),
    ("a calendar and a reminder behind it", Make.calendar([], one) + one, true),
    ("NAME", Make.calendar(["NAME:A"], one), true),
    ("X-WR-CALNAME", Make.calendar(["X-WR-CALNAME:A"], one), true),
    ("X-WR-RELCALID", Make.calendar(["X-WR-RELCALID:A"], one), true),
    ("UID of the calendar", Make.calendar(["UID:A"], one), true),
    ("an empty name", Make.calendar(["NAME:", "X-WR-CALNAME:", "UID:"], one), false),
    ("a name behind the reminder", "BEGIN:VCALENDAR\r\n\(one)NAME:A\r\nEND:VCALENDAR\r\n", true),
    ("a name, and no reminder", Make.calendar(["NAME:A"], []), true),
  ])
  func rule(what: String, text: String, isOwn: Bool) throws {
    let file = try CalendarFile(reading: MemorySource(Array(text.utf8)), file: "f")
    #expect(file.isListOfItsOwn == isOwn)
    let folder = TestFolder("/s/folder", [.init("file.ics", text)])
    let survey = try #require(try TestFolder.surveys([folder]).0.first).1
    #expect(survey.calendars.count == file.calendars.count)
    for calendar in survey.calendars {
      #expect(calendar.place.source.identifier == (isOwn ? "/s/folder" : "/s"))
      if !isOwn { #expect(calendar.list.text == "folder") }
    }
  }

  @Test(arguments: [
    (["X-WR-RELCALID:R", "UID:U", "NAME:N"], "R", "N"), (["UID:U", "X-WR-CALNAME:C"], "U", "C"),
    (["NAME:N", "X-WR-CALNAME:C"], "my.list.ics", "N"),
    (["NAME;LANGUAGE=de:D", "NAME:N"], "my.list.ics", "N"),
    (["NAME;LANGUAGE=de:D", "X-WR-CALNAME:C"], "my.list.ics", "D"),
    (["NAME:", "X-WR-CALNAME:C\\, D"], "my.list.ics", "C, D"), (["X-WR-RELCALID:R"], "R", "my.list"),
  ])
  func identifierAndTitle(header: [String], identifier: String, title: String) throws {
    let folder = TestFolder("/s/f", [.init("my.list.ics", Make.calendar(header, Self.one))])
    let list = try #require(try TestFolder.catalog([folder]).0.list(at: .init(source: 0, list: 0)))
    #expect(list.list.identifier == identifier && list.list.title == title)
    #expect(list.identifier.list?.text == identifier)
  }

  @Test(arguments: [
    ("list.ics", "list"), ("a..b.ics", "a..b"), (".ics", ".ics"), ("list", "list"), ("-", "-"),
    ("a.tar.ics", "a.tar"),
  ])
  func titleFromTheFileName(name: String, title: String) throws {
    let folder = TestFolder("/s/f", [.init(name, Make.calendar([], Self.one, Self.two))])
    #expect(try TestFolder.catalog([folder]).0.list(at: .init(source: 0, list: 0))?.list.title == title)
  }

  @Test func aCollectionIsNamedByItsFolder() throws {
    let plain = TestFolder(
      "/s/groceries",
      [.init("1.ics", Make.calendar([], Self.one)), .init("2.ics", Make.calendar([], Self.two))])
    var named = plain
    named.displayName = "Food"
    for (folder, title) in [(plain, "groceries"), (named, "Food")] {
      let catalog = try TestFolder.catalog([folder]).0
      #expect(catalog.sources.count == 1 && catalog.sources[0].source.identifier == "/s")
      let list = try #require(catalog.list(at: .init(source: 0, list: 0)))
      #expect(list.list.title == title && list.list.identifier == "groceries" && list.reminders.count == 2)
    }
  }

  @Test(arguments: [
    ("COLOR:red", "#FF0000"), ("COLOR:Dark Red", nil), ("COLOR:RebeccaPurple", "#663399"),
    ("X-APPLE-CALENDAR-COLOR:#12ab34", "#12AB34"), ("X-APPLE-CALENDAR-COLOR:#12AB34FF", "#12AB34"),
    ("COLOR:#abc", "#AABBCC"), ("COLOR:#ab", nil), ("COLOR:", nil),
    ("X-APPLE-CALENDAR-COLOR:none\r\nCOLOR:lime", "#00FF00"),
    ("COLOR:lime\r\nX-APPLE-CALENDAR-COLOR:#000000", "#000000"), ("X-A:1", nil),
  ])
  func colour(header: String, expected: String?) throws {
    let folder = TestFolder("/s/f", [.init("a.ics", Make.calendar(["NAME:A", header], Self.one))])
    let list = try TestFolder.catalog([folder]).0.list(at: .init(source: 0, list: 0))
    #expect(list?.list.color?.description == expected)
  }
}
