import ICalendar
import Testing

@testable import ListoModel

/// The meaning of queries; most of all for dates, seen from a zone.
@Suite struct QueryTests {
  static let place = Query.Place(
    source: Source(identifier: "/data/iCloud", title: "iCloud", kind: .folder), listIdentifier: "L-1",
    listTitle: "Home")
  static let berlin = Zone.resolve(tzid: "Europe/Berlin")?.zone ?? .utc

  private func matches(
    _ query: Query, _ lines: String..., now: String = "20260101T000000Z", zone: Zone = berlin
  ) throws -> Bool {
    let reminder = Reminder(try #require(Component(Array(Make.todo(lines).utf8))), in: .none)
    guard case .utc(let local) = try Moment.decode(Array(now.utf8)[...]) else { return false }
    return query.matches(reminder, at: Self.place, in: ViewContext(now: Instant(utc: local), zone: zone))
  }

  private static func moment(_ text: String) throws -> Moment {
    let parts = text.split(separator: " ")
    return try Moment.decode(
      Array(parts[0].utf8)[...], valueIsDate: parts[0].count == 8 ? true : nil,
      tzid: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Each pair compared by each operator, seen from Berlin: how the held value stands to the one asked for.
  @Test(arguments: [
    // A day asked for has a length: all of it is equal to it.
    ("DUE;VALUE=DATE:20260115", "20260115", "="), ("DUE;VALUE=DATE:20260114", "20260115", "<"),
    ("DUE;VALUE=DATE:20260116", "20260115", ">"),
    ("DUE:20260115T000000", "20260115", "="), ("DUE:20260115T235959", "20260115", "="),
    ("DUE:20260116T000000", "20260115", ">"),
    ("DUE:20260114T225959Z", "20260115", "<"), ("DUE:20260114T230000Z", "20260115", "="),
    ("DUE:20260115T225959Z", "20260115", "="), ("DUE:20260115T230000Z", "20260115", ">"),
    ("DUE;TZID=America/New_York:20260114T180000", "20260115", "="),
    ("DUE;TZID=America/New_York:20260115T175959", "20260115", "="),
    ("DUE;TZID=America/New_York:20260115T180000", "20260115", ">"),
    ("DUE;TZID=Nowhere/None:20260115T120000", "20260115", "="),
    // A time asked for is an instant; a day held begins at its midnight.
    ("DUE;VALUE=DATE:20260115", "20260115T000000", "="), ("DUE;VALUE=DATE:20260115", "20260115T120000", "<"),
    ("DUE;VALUE=DATE:20260116", "20260115T235959", ">"),
    ("DUE:20260115T120000", "20260115T110000Z", "="), ("DUE:20260115T120000", "20260115T110001Z", "<"),
    ("DUE:20260115T110000Z", "20260115T060000 America/New_York", "="),
    // The days on which clocks change: 23 hours on 29 March, 25 on 25 October.
    ("DUE:20260328T225959Z", "20260329", "<"), ("DUE:20260328T230000Z", "20260329", "="),
    ("DUE:20260329T215959Z", "20260329", "="), ("DUE:20260329T220000Z", "20260329", ">"),
    ("DUE:20261024T215959Z", "20261025", "<"), ("DUE:20261024T220000Z", "20261025", "="),
    ("DUE:20261025T225959Z", "20261025", "="), ("DUE:20261025T230000Z", "20261025", ">"),
    // DTSTART and DURATION are a due date.
    ("DTSTART:20260115T100000\r\nDURATION:PT14H", "20260115", ">"),
    ("DTSTART;VALUE=DATE:20260114\r\nDURATION:P1D", "20260115", "="),
  ])
  func dates(line: String, asked: String, relation: String) throws {
    let value = FieldValue.moment(try Self.moment(asked))
    let expected: [Query.Operator: Bool] = [
      .less: relation == "<", .lessOrEqual: relation != ">", .equal: relation == "=",
      .notEqual: relation != "=",
      .greaterOrEqual: relation != "<", .greater: relation == ">",
    ]
    for (test, answer) in expected {
      #expect(try matches(.test(.due, test, value), line) == answer, "\(test.rawValue)")
    }
  }

  @Test(arguments: [
    ("DUE;VALUE=DATE:20260115", "20260115T225959Z", false),
    ("DUE;VALUE=DATE:20260115", "20260115T230000Z", true),
    ("DUE:20260115T120000", "20260115T110000Z", false), ("DUE:20260115T120000", "20260115T110001Z", true),
    ("DUE:20260115T120000Z", "20260115T120000Z", false), ("DUE:20260115T120000Z", "20260115T120001Z", true),
    ("DUE:20260115T120000Z\r\nSTATUS:COMPLETED", "20270101T000000Z", false),
    ("DUE:20260115T120000Z\r\nSTATUS:CANCELLED", "20270101T000000Z", false),
    ("DUE:20260115T120000Z\r\nSTATUS:IN-PROCESS", "20270101T000000Z", true),
    ("DUE:20260115T120000Z\r\nCOMPLETED:20260101T000000Z", "20270101T000000Z", false),
    ("DUE:nonsense", "20270101T000000Z", false), ("X-A:1", "20270101T000000Z", false),
  ])
  func overdue(lines: String, now: String, expected: Bool) throws {
    #expect(try matches(.isOverdue, lines, now: now) == expected)
  }

  @Test(arguments: [
    (Query.test(.title, .contains, .text("MILK")), true), (.test(.title, .contains, .text("")), true),
    (.test(.title, .contains, .text("bread")), false), (.test(.title, .equal, .text("buy milk")), true),
    (.test(.title, .equal, .text("milk")), false), (.test(.title, .notEqual, .text("milk")), true),
    (.test(.tags, .equal, .text("food")), true), (.test(.tags, .contains, .text("FOOD")), true),
    (.test(.tags, .contains, .text("foo")), false), (.test(.tags, .notEqual, .text("food")), false),
    (.test(.tags, .notEqual, .text("x")), true),
    (.test(.priority, .less, .integer(4)), true), (.test(.priority, .greaterOrEqual, .integer(4)), false),
    (.test(.status, .equal, .text("completed")), true),
    // A field that is not set.
    (.test(.notes, .equal, .text("")), false), (.test(.notes, .notEqual, .text("x")), true),
    (.test(.due, .less, .moment(.date(Day(daysSince1970: 0)))), false),
    // A value of another type.
    (.test(.title, .equal, .integer(1)), false), (.test(.title, .notEqual, .integer(1)), true),
    (.has(.title), true), (.has(.notes), false), (.has(.due), false), (.hasPriority(.high), true),
    (.hasPriority(.none), false),
    (.isOpen, false), (.inList("home"), true), (.inList("L-1"), true), (.inList("l-1"), false),
    (.inList("hom"), false),
    (.inSource("ICLOUD"), true), (.inSource("/data/iCloud"), true), (.inSource("/data"), false),
    (.all, true), (.and([]), true), (.or([]), false), (.not(.all), false), (.and([.all, .isOpen]), false),
    (.or([.isOpen, .all]), true),
  ])
  func meaning(query: Query, expected: Bool) throws {
    let lines = "SUMMARY:Buy Milk\r\nCATEGORIES:Food,b\r\nPRIORITY:3\r\nSTATUS:COMPLETED\r\nDUE:nonsense"
    #expect(try matches(query, lines) == expected)
    #expect(try matches(.not(query), lines) == !expected)
  }
}
