import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// The task that is written of a reminder.
@Suite struct TaskwarriorObjectTests {
  /// Five hours east of UTC, and no name that a system knows.
  static let zone = """
    BEGIN:VTIMEZONE
    TZID:Home
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:+0500
    TZOFFSETTO:+0500
    END:STANDARD
    END:VTIMEZONE
    """

  /// `<85>` as U+0085.
  private static func decoded(_ text: String) -> String {
    var result = ""
    for part in text.split(separator: "<", omittingEmptySubsequences: false) {
      let digits = part.prefix { $0 != ">" }
      if part.count > 2, digits.count == 2, let code = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(code)
      {
        result.unicodeScalars.append(scalar)
        result += part.dropFirst(3)
      } else {
        result += part
      }
    }
    return result
  }

  /// The tasks of a calendar, one a line.
  private static func tasks(_ calendar: String) throws -> [Substring] {
    try Conversion(calendar, to: .taskwarrior, options: FormatOptions(names: ["lines"])).lines
  }

  @Test(arguments: TaskwarriorGolden.tasks)
  func theTaskOfAReminder(reminder: String, task: String) throws {
    let calendar = Conversion.calendar(Self.decoded(reminder), before: Self.zone)
    #expect(try Self.tasks(calendar) == [task[...]])
  }

  /// Bytes that are not UTF-8 are shown as U+FFFD in every place, and a fold may split a character.
  @Test func whatIsNoUTF8IsShown() throws {
    var bytes = Array("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:a\r\nSUMMARY:x ".utf8)
    bytes += [0xFC, 0x20, 0xC3] + Array("\r\n ".utf8) + [0xA9]
    bytes += Array("\r\nCOMMENT:".utf8) + [0xFC] + Array("\r\nDESCRIPTION:".utf8) + [0xE2, 0x80]
    bytes += Array("\\n".utf8) + [0xFC] + Array("\r\nEND:VTODO\r\nEND:VCALENDAR\r\n".utf8)
    let task = try Conversion(bytes, to: .taskwarrior, options: FormatOptions(names: ["lines"])).text
    #expect(task.contains(#""description":"x \#u{FFFD} é""#))
    #expect(task.contains(#"[{"entry":"19800101T000000Z","description":"\#u{FFFD}"},"#))
    #expect(task.contains(#""listo_rest":"COMMENT:\#u{FFFD}"}"#))
  }

  // MARK: There and back

  /// Lines that a reminder may have but once, and any others.
  private static let single = [
    ["SUMMARY:Water", "SUMMARY:a\\, b\\; c\\n\\\\ \"q\" ünï", "SUMMARY;LANGUAGE=de:Blumen", "SUMMARY:"],
    [
      "STATUS:COMPLETED", "STATUS:NEEDS-ACTION", "STATUS:IN-PROCESS", "STATUS:CANCELLED", "STATUS:FAILED",
      "STATUS:Doing", "STATUS;X-A=1:COMPLETED",
    ],
    [
      "DESCRIPTION:one", "DESCRIPTION:two\\nlines\\n\\nand more", "DESCRIPTION:   ", "DESCRIPTION:\\n",
      "DESCRIPTION:a\\n \\nb", "DESCRIPTION;ALTREP=\"x:y\":a", "DESCRIPTION:\u{2028}\\n\u{A0}",
    ],
    [
      "DUE:20261201T101500Z", "DUE;VALUE=DATE:20261231", "DUE;TZID=Europe/Berlin:20260701T101500",
      "DUE;TZID=Home:20260701T101500", "DUE;TZID=Nowhere/City:20260701T101500", "DUE:20260701T101500",
      "DUE:19700101T000000Z", "DUE:99991231T235959Z", "DUE:00010101T000000Z", "DUE:garbage",
      "DUE;VALUE=DATE:20280229", "DURATION:PT1H", "DUE;X-P=1:20260701T101500",
    ],
    [
      "DTSTART:20260101T000000Z", "DTSTART;VALUE=DATE:99991231", "DTSTART;TZID=Home:19791231T235959",
      "DTSTART;TZID=America/New_York:20261101T013000",
    ],
    [
      "CREATED:20240229T000000Z", "CREATED;VALUE=DATE:20240301", "CREATED:19700101T000000Z",
      "CREATED;TZID=Home:20240229T000000", "CREATED:20261201T000000",
    ],
    [
      "LAST-MODIFIED:20260131T235959Z", "LAST-MODIFIED:99991231T000000Z",
      "LAST-MODIFIED;TZID=Europe/Berlin:20240229T000000",
    ],
    [
      "COMPLETED:20260228T101500Z", "COMPLETED;VALUE=DATE:20260228", "COMPLETED:20260228T101500",
      "COMPLETED;TZID=No/Such:20260228T101500", "COMPLETED:19010101T000000Z",
    ],
    ["PRIORITY:5", "PRIORITY:0", "PRIORITY:3", "PRIORITY:-3", "PRIORITY:12", "PRIORITY:x"],
    ["PERCENT-COMPLETE:40", "PERCENT-COMPLETE:100", "PERCENT-COMPLETE:140"],
    [
      "CATEGORIES:Home,garden", "CATEGORIES:a\\,b,\"q\",a b", "CATEGORIES:é,a:b,a_b", "CATEGORIES:a\\\\b",
      "CATEGORIES;LANGUAGE=en:Work", "CATEGORIES:Home,Home",
    ],
    [
      "RECURRENCE-ID:20260701T101500Z", "RECURRENCE-ID;TZID=Europe/Berlin:20260701T101500",
      "RECURRENCE-ID;VALUE=DATE:20280229",
    ],
    ["RRULE:FREQ=DAILY;COUNT=3", "RRULE:FREQ=NEVER"], ["GEO:48.1;11.5", "GEO:north"],
    ["RELATED-TO:p"], ["CLASS:odd one"], ["LOCATION;ALTREP=\"x:y\":Room\\, two"],
    ["URL:https://example.com/a?b=\"c\"", "URL:data:text/plain,hello"], ["SEQUENCE:7"],
    ["X-APPLE-SORT-ORDER:-7"],
  ]
  private static let others = [
    "RELATED-TO;RELTYPE=DEPENDS-ON:d-1", "RELATED-TO;RELTYPE=DEPENDS-ON:b0114795-7b60-4774-b561-ed9a2d02ad92",
    "RELATED-TO;RELTYPE=SIBLING:s", "COMMENT:a \"comment\"", "X-FOO;X-P=\"a:b\":bar", "no line",
    "EXDATE:20260702T101500Z", "X-TASKWARRIOR;X-NAME=estimate:3\\,5h", "X-TASKWARRIOR;X-NAME=recur:weekly",
    "ATTACH:https://example.com/f", "BEGIN:VALARM\nTRIGGER:-PT15M\nX-WR-ALARMUID:A\nUID:A\nEND:VALARM",
    "BEGIN:X-SUB\nX-A:1\nDUE;TZID=Own:20260101T000000\nEND:X-SUB",
  ]
  private static let uids = [
    "4711", "a b\\,c", "ü", "B0114795-7B60-4774-B561-ED9A2D02AD92", "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  ]

  /// By the strictest rule for content: no value is spelled anew.
  @Test func oddRemindersComeBack() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var calendar = "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:House\n\(Self.zone)\n"
    var reminders: [String] = []
    for number in 0..<1500 {
      var lines: [String] = []
      if Int.random(in: 0..<8, using: &random) > 0 {
        lines.append("UID:\(Self.uids.pick(using: &random))\(number)")
      }
      if number < Self.uids.count { lines = ["UID:\(Self.uids[number])"] }
      let most = [1, 3, 8].pick(using: &random)
      for some in Self.single where Int.random(in: 0..<10, using: &random) < most {
        lines.append(some.pick(using: &random))
      }
      for line in Self.others where Int.random(in: 0..<12, using: &random) == 0 { lines.append(line) }
      lines.append("DTSTAMP:20260301T000000Z")
      reminders.append("BEGIN:VTODO\n\(lines.joined(separator: "\n"))\nEND:VTODO\n")
    }
    calendar += reminders.joined() + "END:VCALENDAR\n"
    let tasks = try Self.tasks(calendar)
    try #require(tasks.count == reminders.count)
    for (reminder, json) in zip(reminders, tasks) {
      let task = TaskwarriorTask(try #require(JSONNode(whole: Array(json.utf8))))
      var problems: [String] = []
      let back = task.reminder(problems: &problems).component()
      let (old, new) = (try #require(Component(Array(reminder.utf8))), try #require(Component(back.bytes)))
      let isSame =
        ContentName(old) == ContentName(new)
        && old.first(.dtstamp)?.rawText == new.first(.dtstamp)?.rawText
        && (old.first(.uid) == nil || old.first(.uid)?.text == new.first(.uid)?.text)
      #expect(
        isSame && problems.isEmpty,
        "seed \(seed)\n\(reminder)\n\(json)\n\(String(decoding: back.bytes, as: UTF8.self))\(problems)")
      guard isSame else { return }
    }
  }

  /// A task of more bytes than were thought of.
  @Test func whatGrowsIsWritten() throws {
    let notes = String(repeating: "a\\n", count: 5000)
    let task = try #require(try Self.tasks(Conversion.calendar("UID:1\nDESCRIPTION:\(notes)")).first)
    let read = TaskwarriorTask(try #require(JSONNode(whole: Array(task.utf8))))
    #expect(read.annotations.count == 5000 && read.text(.listo_notes)?.utf8.count == 10_000)
    #expect(read.entries.last == "19800101T012319Z")
  }
}
