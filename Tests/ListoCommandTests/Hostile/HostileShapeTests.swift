import Foundation
import Listo
import ListoTestSupport
import Testing

/// Calendars whose shape costs other programs minutes, gigabytes or their stack. One after another, since
/// they would share the cores.
@Suite(
  .serialized,
  .enabled(
    if: Workplace.isRelease || HostileRun.isSanitized,
    "a debug build takes four minutes for them: make test-release"))
struct HostileShapeTests {
  private typealias Calendar = HostileCalendar
  private static let alarm =
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\n"

  static let sizes: [HostileCalendar] = [
    Calendar(
      name: "a line of 64 MB", middle: Calendar.todo("DESCRIPTION:", repeating: "x", 64 << 20, "\r\n"),
      code: .tooLarge, commands: [.list, .filter]),
    Calendar(
      name: "a line of 9 MB", middle: Calendar.todo("DESCRIPTION:", repeating: "x", 9 << 20, "\r\n"),
      code: .lineTooLong),
    Calendar(
      name: "a line folded 100,000 times",
      middle: Calendar.todo("DESCRIPTION:", repeating: "xxxxxxxxxx\r\n ", 100_000, "\r\n"), code: nil),
    Calendar(
      name: "1,000,000 categories",
      middle: Calendar.todo("CATEGORIES:a", repeating: ",word", 1_000_000, "\r\n"),
      code: .tooManyValues),
    Calendar(
      name: "10,000 categories", middle: Calendar.todo("CATEGORIES:a", repeating: ",word", 9999, "\r\n"),
      code: nil, commands: [.list, .convert, .filter]),
    Calendar(
      name: "100,000 parameters", middle: Calendar.todo("ATTENDEE", repeating: ";X=y", 100_000, ":x\r\n"),
      code: .tooManyParameters),
    Calendar(
      name: "twelve items of 7 MB",
      middle: { write in
        for number in 1...12 {
          try write("BEGIN:VTODO\r\nUID:big-\(number)\r\nDTSTAMP:20260101T000000Z\r\nDESCRIPTION:")
          try Calendar.repeating("x", 7 << 20, write)
          try write("\r\nEND:VTODO\r\n")
        }
      }, code: nil, commands: [.list, .json, .filter, .convert, .merge]),
  ]

  static let numbers: [HostileCalendar] = [
    Calendar(
      name: "100,000 alarms", middle: Calendar.todo(repeating: alarm, 100_000), code: nil,
      commands: [.list, .json, .filter, .convert, .check, .merge]),
    Calendar(
      name: "40,000 properties with bad values", middle: Calendar.todo(repeating: "DUE:bad\r\n", 40_000),
      code: .tooManyProperties),
    Calendar(
      name: "40,000 lines that are none", middle: Calendar.todo(repeating: "rubble\r\n", 40_000),
      code: .malformedLine),
    Calendar(
      name: "40,000 alarms and a line in each that is none",
      middle: Calendar.todo(repeating: "BEGIN:VALARM\r\nrubble\r\nEND:VALARM\r\n", 40_000),
      code: .malformedLine,
      commands: [.list, .filter, .convert, .check]),
    Calendar(
      name: "200,000 END lines without BEGIN", middle: Calendar.todo(repeating: "END:X\r\n", 200_000),
      code: .strayEnd, commands: [.list, .filter, .check]),
    Calendar(
      name: "50,000 reminders with one UID",
      middle: {
        try Calendar.repeating(
          "BEGIN:VTODO\r\nUID:one\r\nDTSTAMP:20260101T000000Z\r\nEND:VTODO\r\n", 50_000, $0)
      },
      code: .duplicateIdentifier, commands: [.list, .convert]),
    Calendar(
      name: "10,000 versions of a reminder, each with a tag and an alarm of its own",
      middle: { write in
        for number in 0..<10_000 {
          try write(
            "BEGIN:VTODO\r\nUID:one\r\nDTSTAMP:20260101T000000Z\r\nCATEGORIES:tag \(number)\r\n"
              + "BEGIN:VALARM\r\nUID:\(number)\r\nACTION:DISPLAY\r\nTRIGGER:-PT1M\r\nEND:VALARM\r\nEND:VTODO\r\n"
          )
        }
      }, code: .duplicateIdentifier, commands: [.merge, .unite]),
    Calendar(
      name: "a circle of 20,000 subtasks",
      middle: { write in
        for number in 0..<20_000 {
          try write(
            "BEGIN:VTODO\r\nUID:t\(number)\r\nDTSTAMP:20260101T000000Z\r\nRELATED-TO:t\((number + 1) % 20_000)\r\n"
              + "END:VTODO\r\n")
        }
      }, code: .badValue, isFoundByCheckAlone: true, commands: [.list, .check]),
  ]

  /// Calendars that take a moment for each of few components, and would take hours for many if each were
  /// compared with all others, or had a bound of its own.
  static let crowds: [HostileCalendar] = [
    Calendar(
      name: "250,000 components of one line",
      middle: { try Calendar.repeating("BEGIN:VTODO\r\n", 250_000, $0) }, code: .missingEnd,
      commands: [.check, .filter]),
    Calendar(
      name: "300,000 components of one line, each in a row of its own",
      middle: { try Calendar.repeating("BEGIN:VTODO\r\n", 300_000, $0) }, code: .missingEnd,
      commands: [.list]),
    // Each is a reminder, of which a few hundred bytes are held: thirteen bytes of input cannot be fewer.
    Calendar(
      name: "1,384,615 components of one line",
      middle: { try Calendar.repeating("BEGIN:VTODO\r\n", 1_384_615, $0) }, code: .missingEnd,
      megabytes: 350, commands: [.list, .json, .alarms]),
    Calendar(
      name: "6,000 reminders with one UID",
      middle: { try Calendar.repeating("BEGIN:VTODO\r\nUID:one\r\nSUMMARY:One\r\nEND:VTODO\r\n", 6000, $0) },
      code: .duplicateIdentifier, isFoundByCheckAlone: true, commands: [.taskwarrior]),
    Calendar(
      name: "a text of 1,000,000 characters that XML has not",
      middle: Calendar.todo("DESCRIPTION:", repeating: "\u{FFFE}", 1_000_000, "\r\n"), code: nil,
      commands: [.xcal]),
    Calendar(
      name: "50,000 reminders, each in a zone of its own",
      middle: { write in
        for number in 0..<50_000 {
          try write(
            "BEGIN:VTODO\r\nUID:\(number)\r\nSUMMARY:One\r\nDUE;TZID=Zone \(number):20261201T101500\r\nEND:VTODO\r\n"
          )
        }
      }, code: nil, commands: [.taskwarrior]),
    Calendar(
      name: "1,000 rules that name every second",
      middle: { write in
        for number in 0..<1000 {
          try write(
            "BEGIN:VTODO\r\nUID:\(number)\r\nDTSTART:\(number % 2 == 0 ? 1900 : 2026)0101T000000Z\r\nRRULE:FREQ=SECONDLY\r\n"
              + "SUMMARY:Each second\r\nEND:VTODO\r\n")
        }
      }, code: .tooManySteps, commands: [.expand]),
  ]

  static let depths: [HostileCalendar] = [
    Calendar(
      name: "components 100,000 deep",
      middle: { write in
        try Calendar.repeating("BEGIN:X-A\r\n", 100_000, write)
        try Calendar.repeating("END:X-A\r\n", 100_000, write)
      }, code: .nestedTooDeep),
    Calendar(
      name: "components 100,000 deep without END",
      middle: { try Calendar.repeating("BEGIN:X-A\r\n", 100_000, $0) },
      code: .nestedTooDeep),
    Calendar(
      name: "reminders 20,000 deep", middle: { try Calendar.repeating("BEGIN:VTODO\r\n", 20_000, $0) },
      code: .missingEnd, commands: [.filter, .check]),
  ]

  @Test(arguments: sizes) func size(_ calendar: HostileCalendar) throws { try calendar.run() }
  @Test(arguments: numbers) func number(_ calendar: HostileCalendar) throws { try calendar.run() }
  @Test(arguments: crowds) func crowd(_ calendar: HostileCalendar) throws { try calendar.run() }
  @Test(arguments: depths) func depth(_ calendar: HostileCalendar) throws { try calendar.run() }

  // MARK: Rules and zones

  /// Rules that keep libical busy for seconds, and rules that it reads wrongly (libical 3.0.16).
  private static let bombs = [
    "FREQ=SECONDLY;BYHOUR=1;BYMONTHDAY=30;BYMONTH=2", "FREQ=DAILY;BYMONTHDAY=30;BYMONTH=2",
    "FREQ=MONTHLY;BYSETPOS=366;BYDAY=MO", "FREQ=SECONDLY", "FREQ=MINUTELY;BYMONTHDAY=31;BYMONTH=4",
    "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6", "FREQ=YEARLY;BYDAY=53MO;BYMONTH=2",
    "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1",
    "FREQ=DAILY;INTERVAL=70000", "FREQ=DAILY;UNTIL=20261332", "FREQ=YEARLY;BYDAY=255SU",
    "FREQ=HOURLY;BYSETPOS=-366;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=13",
    "FREQ=DAILY;COUNT=2147483647",
  ]

  /// Rules that no date satisfies: the 30th or 31st of months that have none, with whatever else.
  private static func impossibleRule(_ random: inout SplitMix64) -> String {
    let frequencies = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "MONTHLY", "YEARLY"]
    var parts = ["FREQ=" + frequencies.pick(using: &random)]
    parts.append(
      "BYMONTH=" + (Bool.random(using: &random) ? "2" : ["4", "6", "9", "11"].pick(using: &random)))
    parts.append("BYMONTHDAY=" + ["31", "-31"].pick(using: &random))
    if Bool.random(using: &random) { parts.append("BYHOUR=\(Int.random(in: 0...23, using: &random))") }
    if Bool.random(using: &random) { parts.append("BYDAY=" + ["MO", "SU,SA", "1TU"].pick(using: &random)) }
    if Bool.random(using: &random) { parts.append("INTERVAL=\(Int.random(in: 1...999, using: &random))") }
    return parts.shuffled(using: &random).joined(separator: ";")
  }

  /// In reminders, and in time zones that reminders use.
  @Test(arguments: [false, true]) func rules(inZones: Bool) throws {
    var random = SplitMix64(seed: Seed.current)
    let rules = Self.bombs + (0..<100).map { _ in Self.impossibleRule(&random) }
    try HostileCalendar(
      name: "impossible rules\(inZones ? " of zones" : ""), seed \(random.seed)",
      middle: { write in
        for (number, rule) in rules.enumerated() {
          if inZones {
            try write(
              "BEGIN:VTIMEZONE\r\nTZID:Z\(number)\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\n"
                + "TZOFFSETTO:+0200\r\nRRULE:\(rule)\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n")
          }
          try write(
            "BEGIN:VTODO\r\nUID:r\(number)\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Bad\r\n"
              + (inZones
                ? "DUE;TZID=Z\(number):20260101T000000\r\n"
                : "DTSTART:20260101T000000Z\r\nRRULE:\(rule)\r\n") + "END:VTODO\r\n")
        }
      }, code: .badValue, isFoundByCheckAlone: true
    ).run()
  }

  private static func date(_ number: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(1900 + number / 8064)\(two(number / 672 % 12 + 1))\(two(number / 24 % 28 + 1))T\(two(number % 24))0000"
  }

  static let zones: [HostileCalendar] = [
    Calendar(
      name: "a zone with 100,000 RDATEs",
      middle: Calendar.zone { write in for number in 0..<100_000 { try write("RDATE:\(date(number))\r\n") } },
      code: .tooManyProperties),
    Calendar(
      name: "a zone with an RDATE of 100,000 values",
      middle: Calendar.zone { write in
        try write("RDATE:\(date(0))")
        for number in 1..<100_000 { try write(",\(date(number))") }
        try write("\r\n")
      }, code: .tooManyValues),
    Calendar(
      name: "a zone with 9,000 RDATEs",
      middle: Calendar.zone { write in for number in 0..<9000 { try write("RDATE:\(date(number))\r\n") } },
      code: .tooManyZoneChanges, isFoundByCheckAlone: true),
    Calendar(
      name: "a zone that changes every day", middle: Calendar.zone { try $0("RRULE:FREQ=DAILY\r\n") },
      code: .tooManyZoneChanges, isFoundByCheckAlone: true),
    Calendar(
      name: "a zone that changes every second", middle: Calendar.zone { try $0("RRULE:FREQ=SECONDLY\r\n") },
      code: .badValue, isFoundByCheckAlone: true),
    Calendar(
      name: "a zone with 4,000 rare rules",
      middle: { write in
        let observance =
          "BEGIN:STANDARD\r\nDTSTART:00010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n"
          + "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=\r\nEND:STANDARD\r\n"
        try write("BEGIN:VTIMEZONE\r\nTZID:Bomb\r\n")
        try Calendar.repeating(observance.replacing(";BYHOUR=", with: ""), 4000, write)
        try write("END:VTIMEZONE\r\n")
        try Calendar.todo("DUE;TZID=Bomb:20261201T100000\r\n")(write)
      }, code: .tooManySteps, isFoundByCheckAlone: true, commands: [.list, .filter, .convert, .check]),
    Calendar(
      name: "a zone that never ends", middle: Calendar.zone(end: "") { _ in }, code: .missingEnd),
  ]

  @Test(arguments: zones) func zone(_ calendar: HostileCalendar) throws { try calendar.run() }
}
