import ListoTestSupport

/// Calendars by chance, of lines as programs write them, and of such as no program should.
enum OddFields {
  private static let lines = [
    "SUMMARY:Water the plants", "SUMMARY:a\\, b\\; c\\n\\\\ \\x \"q\" ünï 🛒", "SUMMARY:x done",
    "SUMMARY:(A) letter +list @tag key:value",
    "SUMMARY: blank ahead", "SUMMARY:Nap (every day)", "SUMMARY:=1+2", "SUMMARY:", "SUMMARY",
    "SUMMARY:tab\there",
    "SUMMARY;LANGUAGE=de:Blumen", "STATUS:COMPLETED", "STATUS:NEEDS-ACTION", "STATUS:IN-PROCESS",
    "STATUS:CANCELLED", "STATUS:FAILED", "STATUS:completed", "STATUS:NOT NOW", "STATUS;X-A=1:COMPLETED",
    "DESCRIPTION:folded li\r\n ne and\r\n\tanother", "DESCRIPTION:two\\nlines\\n\\Nand 100% or %41",
    "DESCRIPTION:\\,\\;\\\\\\",
    "DUE:20261201T101500Z", "DUE;VALUE=DATE:20240229", "DUE;TZID=Europe/Berlin:20260701T101560",
    "DUE;TZID=Own:20260701T101500", "DUE;TZID=\"Customized, Time: 100%41\":20260701T101500",
    "DUE:20260701T250000Z", "DUE:garbage", "DTSTART;TZID=America/New_York:20261101T013000",
    "DTSTART;VALUE=DATE:20260101", "DURATION:PT1H", "PRIORITY:5", "PRIORITY:0", "PRIORITY:+5", "PRIORITY:-3",
    "PRIORITY:05", "PRIORITY:12", "PERCENT-COMPLETE:40", "PERCENT-COMPLETE:100", "PERCENT-COMPLETE:x",
    "CATEGORIES:Home,Gar\\,den", "CATEGORIES:Home", "CATEGORIES:Home,Home", "CATEGORIES:a,,b",
    "CATEGORIES: lead,trail ,ü",
    "CATEGORIES:+plus,@at", "CATEGORIES:back\\\\slash", "CATEGORIES:1,2,3,4,5,6,7,8,9,10",
    "RELATED-TO:parent",
    "RELATED-TO;RELTYPE=SIBLING:s", "related-to;reltype=parent:lower", "URL:https://example.com/a?b=\"c\"",
    "URL:data:text/plain,he llo\\n", "RRULE:FREQ=WEEKLY", "RRULE:FREQ=WEEKLY;INTERVAL=2",
    "RRULE:FREQ=MONTHLY;BYDAY=2MO;UNTIL=20271231", "RRULE:FREQ=NEVER", "RRULE:freq=daily",
    "EXDATE:20260702T101500Z", "X-APPLE-SORT-ORDER:-7", "CREATED:20240229T000000Z",
    "CREATED;TZID=Europe/Berlin:20240228T000000", "CREATED;TZID=Own:20240228T000000",
    "LAST-MODIFIED:20260131T235960Z",
    "LAST-MODIFIED:20260131T235959Z", "DTSTAMP:19700101T000000Z", "DTSTAMP:20260131T235959Z",
    "DTSTAMP;TZID=Own:20260131T235959", "SEQUENCE:7", "LOCATION;ALTREP=\"http://x/\":Room\\, two",
    "GEO:48.1;11.5",
    "GEO:north", "CLASS:odd\\, one", "COMPLETED:20260228T101500Z", "COMPLETED;VALUE=DATE:20260228",
    "COMMENT:a comment", "ATTACH:https://example.com/f.pdf", "X-FOO;X-P=1:baz",
    "RECURRENCE-ID;TZID=Europe/Berlin:20260701T101500", "malformed line",
  ]

  private static let alarms = [
    "TRIGGER:-PT15M\r\nACTION:DISPLAY\r\nDESCRIPTION:Water the plants",
    "TRIGGER;RELATED=END:PT0S\r\nX-WR-ALARMUID:A",
    "TRIGGER;VALUE=DATE-TIME:20260131T101500Z\r\nACTION:DISPLAY\r\nDESCRIPTION:Reminder",
    "TRIGGER:-P1W\r\nACTION:AUDIO",
    "TRIGGER;VALUE=DATE-TIME:19760401T005545Z\r\nACTION:NONE", "TRIGGER:oops", "ACTION:DISPLAY",
    "TRIGGER:-PT15M\r\nACTION:display\r\nBEGIN:VLOCATION\r\nNAME:Home\r\nEND:VLOCATION",
  ]

  private static let zone = [
    "BEGIN:VTIMEZONE", "TZID:Own", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0130", "END:STANDARD", "END:VTIMEZONE",
  ]

  /// - Parameter count: of reminders.
  static func calendar(_ count: Int, _ random: inout SplitMix64) -> String {
    var text = ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:Ho\\,me \"q\" 5%41"] + zone
    for number in 0..<count {
      let uid = [
        "UID:u\(number)", "UID:e\\,\(number)", "UID:00000000-1234-5ABC-8DEF-0123456789ab", "X-NONE:1",
      ]
      text += ["BEGIN:VTODO", uid.pick(using: &random)]
      var names: Set<Substring> = []
      // Of half of the reminders each property stands once.
      let isUsual = Bool.random(using: &random)
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let line = lines.pick(using: &random)
        if names.insert(line.prefix { $0 != ":" && $0 != ";" }).inserted || !isUsual { text.append(line) }
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) where Bool.random(using: &random) {
        text += ["BEGIN:VALARM", alarms.pick(using: &random), "END:VALARM"]
      }
      text.append("END:VTODO")
    }
    return (text + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }
}

// MARK: Golden ones

extension OddFields {
  /// Lines that no field holds as they are, and values that few programs write.
  static let few = Conversion.calendar(
    #"""
    UID:e\,1
    SUMMARY:(A) +House @plus key:value\nnext
    STATUS:waiting for 100%41
    DUE;TZID="Own: 5%41":20240229T101560
    CREATED;TZID=Europe/Berlin:20240229T000000
    DTSTAMP;TZID=Europe/Berlin:20240229T000000
    PRIORITY:-3
    CATEGORIES:plus, lead,trail ,a\,b,back\\slash,+more,ü,1,2,3,4
    URL:data:x\,y\n
    RRULE:FREQ=DAILY;BYDAY=SU
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER:PT0S
    END:VALARM
    END:VTODO
    BEGIN:VTODO
    UID:2
    DESCRIPTION:semi\;colon\, comma\\n\nnext "quoted" 50%zz 50%41
    COMPLETED:garbage
    PERCENT-COMPLETE:40
    X-APPLE-SORT-ORDER:-7
    CLASS:odd\, one
    GEO:48.1;11.5
    LOCATION:a\#u{3000}b
    RELATED-TO:p:1
    END:VTODO
    BEGIN:VTODO
    UID:3
    SUMMARY:Nap (every day)
    STATUS:FAILED
    COMPLETED:20260228T101500
    CREATED;VALUE=DATE:20260228
    LAST-MODIFIED:20260131T235959Z
    DTSTAMP:20260131T235959Z
    PRIORITY:12
    """#)
}
