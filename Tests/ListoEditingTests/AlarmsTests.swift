import ICalendar
import ListoEditing
import ListoModel
import Testing

@Suite struct AlarmsTests {
  @Test func alarmsAreAddedOnceAndTakenOut() throws {
    var desk = try Desk(["UID:a\nSUMMARY:A\nDUE:20261205T080000Z", "UID:b\nSUMMARY:B"])
    for _ in 0..<2 { try desk.apply(.addAlarm(.relative(seconds: -90_000)), to: "a") }
    try desk.apply(.addAlarm(.absolute(day("20261204T090000"))), to: "a")
    #expect(
      desk.lines(desk.id("a")).suffix(6) == [
        "ACTION:DISPLAY", "DESCRIPTION:A", "TRIGGER;RELATED=END:-P1DT1H", "ACTION:DISPLAY", "DESCRIPTION:A",
        "TRIGGER;VALUE=DATE-TIME:20261204T080000Z",
      ])
    try desk.apply(.removeAlarm(0), to: "a")
    #expect(desk.lines(desk.id("a")).last == "TRIGGER;VALUE=DATE-TIME:20261204T080000Z")
    try desk.apply(.removeAlarms, to: "a")
    #expect(desk.lines(desk.id("a")) == ["UID:a", "SUMMARY:A", "DUE:20261205T080000Z"])
    #expect(throws: EditError.self) { try desk.apply(.addAlarm(.relative(seconds: 0)), to: "b") }
    #expect(throws: EditError.self) { try desk.apply(.set(.alarms, .texts(["soon"])), to: "a") }
    try desk.apply(.set(.alarms, .texts(["-PT5M"])), to: "a")
    #expect(desk.lines(desk.id("a")).last == "TRIGGER;RELATED=END:-PT5M")
  }

  @Test func aPlaceIsTakenFromAReminderThatHasIt() throws {
    let alarm =
      "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nUID:p\nACKNOWLEDGED:20260101T000000Z\nX-APPLE-PROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Parcel locker:geo:52.5,13.4\nEND:VALARM"
    var desk = try Desk(["UID:a\n" + alarm, "UID:b"])
    try desk.apply(.addAlarm(.proximity(place: "parcel locker", isArrival: false)), to: "b")
    #expect(
      desk.lines(desk.id("b")) == [
        "UID:b", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "UID:NEW-1",
        "X-APPLE-PROXIMITY:DEPART",
        "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Parcel locker:geo:52.5,13.4",
      ])
    #expect(throws: EditError.self) {
      try desk.apply(.addAlarm(.proximity(place: "moon", isArrival: true)), to: "b")
    }
  }

  private static let rang =
    "UID:a\nSUMMARY:A\nDUE:20261201T081000Z\nBEGIN:VALARM\nTRIGGER;RELATED=END:-PT20M\nEND:VALARM\nBEGIN:VALARM\nUID:later\nTRIGGER;RELATED=END:PT20M\nEND:VALARM"

  private static let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT30M\nEND:VALARM"

  private func rings(_ reminders: [String]) throws -> [String] {
    let desk = try Desk(reminders)
    let from = Instant(seconds: Desk.now.seconds - 86_400)
    let to = Instant(seconds: Desk.now.seconds + 86_400)
    let found = AlarmTimes.rings(in: desk.catalog, from: from, to: to, desk.editing.context.view)
    return found.rings.map {
      "\($0.identifier.uid?.text ?? "") \($0.instant.utc.iCalendarText)\($0.isSnooze ? " again" : "")"
    }
  }

  /// Thunderbird's snooze, of a reminder and of one occurrence: 2026-12-01T08:00:00Z is 1796112000 seconds
  /// after 1970.
  @Test func whatThunderbirdSnoozedRingsAgain() throws {
    let heard = "X-MOZ-LASTACK:20261201T073000Z\n"
    #expect(
      try rings([
        "UID:a\nDUE:20261201T080000Z\n" + heard + "X-MOZ-SNOOZE-TIME:20261201T103000Z\n" + Self.alarm
      ]) == ["a 20261201T103000 again"])
    let series = "UID:a\nDUE:20261130T080000Z\nRRULE:FREQ=DAILY\n" + heard
    let snooze = "X-MOZ-SNOOZE-TIME-1796112000000000:20261201T110000Z\n"
    #expect(
      try rings([series + snooze + Self.alarm]) == ["a 20261201T110000 again", "a 20261202T073000"])
    // Heard since, of an excluded occurrence, of one that is done, and without an alarm.
    let silent = [
      [series + snooze.replacing("T110000Z", with: "T070000Z") + Self.alarm],
      [series + "EXDATE:20261201T080000Z\n" + snooze + Self.alarm],
      [series + snooze + Self.alarm, "UID:a\nRECURRENCE-ID:20261201T080000Z\nSTATUS:COMPLETED"],
    ]
    for reminders in silent { #expect(try rings(reminders) == ["a 20261202T073000"]) }
    #expect(try rings(["UID:a\nDUE:20261201T080000Z\nX-MOZ-SNOOZE-TIME:20261201T103000Z"]) == [])
    var desk = try Desk(["UID:a\nDUE:20261201T080000Z\nX-MOZ-SNOOZE-TIME:20261201T073000Z"])
    #expect(throws: EditError.self) { try desk.apply(.dismiss, to: "a") }
    desk = try Desk([series + snooze.replacing("T110000Z", with: "T074000Z") + Self.alarm])
    try desk.apply(.dismiss, to: "a")
    #expect(!desk.lines(desk.id("a")).contains { $0.contains("SNOOZE") })
  }

  /// RFC 5545 wants UTC; some programs write a zone, or none.
  @Test(arguments: [
    ("TRIGGER;VALUE=DATE-TIME;TZID=Europe/Berlin:20261201T113000", "20261201T103000"),
    ("TRIGGER;VALUE=DATE-TIME:20261201T113000", "20261201T103000"),
    ("TRIGGER;TZID=America/New_York:20261201T053000", "20261201T103000"),
  ])
  func aLocalTimeRings(_ trigger: String, _ time: String) throws {
    let reminder =
      "UID:a\nDUE;TZID=Europe/Berlin:20261202T090000\nBEGIN:VALARM\nACTION:DISPLAY\n\(trigger)\nEND:VALARM"
    #expect(try rings([reminder]) == ["a \(time)"])
    // It moves with the date.
    var desk = try Desk([reminder])
    try desk.apply(.set(.due, .moment(day("20261203T090000"))), to: "a")
    #expect(desk.lines(desk.id("a")).last == trigger.replacing("20261201", with: "20261202"))
  }

  @Test func whatRangIsHeard() throws {
    var desk = try Desk([Self.rang, "UID:b\nDUE:20261205T080000Z"])
    try desk.apply(.dismiss, to: "a")
    #expect(
      desk.lines(desk.id("a")).suffix(4) == [
        "TRIGGER;RELATED=END:-PT20M", "ACKNOWLEDGED:20261201T080000Z", "UID:later",
        "TRIGGER;RELATED=END:PT20M",
      ])
    #expect(throws: EditError.self) { try desk.apply(.dismiss, to: "a") }
    #expect(throws: EditError.self) { try desk.apply(.dismiss, to: "b") }
  }

  @Test func aSnoozeTakesThePlaceOfTheLast() throws {
    var desk = try Desk([Self.rang])
    try desk.apply(.snooze(until: day("20261201T093000")), to: "a")
    let lines = desk.lines(desk.id("a"))
    #expect(
      lines.dropFirst(3) == [
        "TRIGGER;RELATED=END:-PT20M", "UID:NEW-1", "ACKNOWLEDGED:20261201T080000Z", "UID:later",
        "TRIGGER;RELATED=END:PT20M", "ACTION:DISPLAY", "DESCRIPTION:A",
        "TRIGGER;VALUE=DATE-TIME:20261201T083000Z",
        "UID:NEW-2", "RELATED-TO;RELTYPE=SNOOZE:NEW-1",
      ])
    #expect(throws: EditError.self) { try desk.apply(.snooze(until: day("20261201T083000")), to: "a") }
    // When the snoozed alarm rings, dismissing it leaves one alarm, which is acknowledged.
    let later = Instant(seconds: Desk.now.seconds + 31 * 60)
    let item =
      lines.joined(separator: "\n").replacing(
        "TRIGGER;RELATED=END:-PT20M\n", with: "BEGIN:VALARM\nTRIGGER;RELATED=END:-PT20M\n"
      )
      .replacing("UID:later\nTRIGGER;RELATED=END:PT20M\n", with: "END:VALARM\nBEGIN:VALARM\n")
      + "\nEND:VALARM"
    let again = try Desk([item])
    var editing = Editing(again.catalog, in: Desk.context(now: later))
    try editing.apply(.dismiss, to: again.id("a"))
    #expect(editing[again.id("a")]?.alarms.count == 1)
    #expect(editing[again.id("a")]?.alarms.first?.acknowledged == .utc(later.utc))
  }

  @Test func eachOccurrenceIsHeardByItself() throws {
    let item =
      "UID:a\nDTSTART:20261128T080000Z\nRRULE:FREQ=DAILY\nBEGIN:VALARM\nTRIGGER:-PT5M\nACKNOWLEDGED:20261130T090000Z\nEND:VALARM"
    var desk = try Desk([item])
    let occurrence = ModelIdentifier(
      source: "/desk", list: desk.list().list, uid: ModelIdentifier.Name("a"),
      recurrenceID: "20261201T080000Z")
    try desk.editing.apply(.dismiss, to: occurrence)
    #expect(desk.lines(desk.id("a")).last == "ACKNOWLEDGED:20261201T080000Z")
    #expect(throws: EditError.self) { try desk.editing.apply(.dismiss, to: desk.id("a")) }
  }

  @Test func nothingIsPutBehindAnAlarmWithoutEnd() throws {
    var desk = try Desk(["UID:a\nDUE:20261205T080000Z\nBEGIN:VALARM\nTRIGGER:PT0S"])
    #expect(throws: EditError.self) { try desk.apply(.addAlarm(.relative(seconds: -60)), to: "a") }
  }

  @Test func ringsAreThoseOfTheTimeInOrder() throws {
    let desk = try Desk([
      "UID:a\nDUE:20261201T081000Z\nBEGIN:VALARM\nTRIGGER;RELATED=END:-PT20M\nREPEAT:2\nDURATION:PT5M\nEND:VALARM",
      "UID:b\nDTSTART;TZID=Europe/Berlin:20261101T090000\nRRULE:FREQ=DAILY\nBEGIN:VALARM\nTRIGGER:-P1D\nEND:VALARM",
      "UID:c\nDUE:20261201T081000Z\nBEGIN:VALARM\nTRIGGER:PT0S\nACKNOWLEDGED:20261201T090000Z\nEND:VALARM",
      "UID:d\nSTATUS:COMPLETED\nBEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:20261201T081000Z\nEND:VALARM",
      "UID:e\nBEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:20261202T075900Z\nEND:VALARM",
      "UID:f\nX-MOZ-LASTACK:20261202T000000Z\nBEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:20261201T090000Z\nEND:VALARM",
      "UID:g\nRRULE:FREQ=DAILY\nDUE:20261101T000000Z\nBEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:20261201T100000Z\nEND:VALARM",
    ])
    let found = AlarmTimes.rings(
      in: desk.catalog, from: Instant(seconds: Desk.now.seconds - 600),
      to: Instant(seconds: Desk.now.seconds + 86_400),
      desk.editing.context.view
    ).rings.map {
      "\($0.identifier.uid?.text ?? "") \($0.identifier.recurrenceID ?? "") \($0.instant.seconds - Desk.now.seconds)"
    }
    let expected = [
      "a  -600", "a  -300", "a  0", "b 20261202T090000 Europe/Berlin 0", "g  7200", "e  86340",
    ]
    #expect(found == expected)
  }
}
