import ICalendar
import ListoRepairs
import ListoTestSupport

/// A fault that is put into a valid calendar: one for each row of the table of profiles, and some in more
/// than one way.
struct Fault: Sendable {
  let code: Diagnostic.Code
  /// Who must find it.
  let profile: Profile
  /// Breaks the lines; the index of the line that must be named.
  let make: @Sendable (inout [String]) -> Int

  init(_ code: Diagnostic.Code, _ profile: Profile, _ make: @escaping @Sendable (inout [String]) -> Int) {
    (self.code, self.profile, self.make) = (code, profile, make)
  }

  /// A line more at the end of the VTODO's own.
  static func line(_ code: Diagnostic.Code, _ profile: Profile, _ line: String, without names: [String] = [])
    -> Fault
  {
    Fault(code, profile) { lines in
      lines.removeAll { present in names.contains { present.hasPrefix($0) } }
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(line, at: place)
      return place
    }
  }

  /// A line more, and the component is what is named.
  static func component(
    _ code: Diagnostic.Code, _ profile: Profile, _ more: [String], without names: [String]
  ) -> Fault {
    Fault(code, profile) { lines in
      lines.removeAll { present in names.contains { present.hasPrefix($0) } }
      lines.insert(contentsOf: more, at: lines.firstIndex(of: "END:VTODO") ?? 0)
      return lines.firstIndex(of: "BEGIN:VTODO") ?? 0
    }
  }

  /// A weekly series, and an override of it.
  private static func ofSeries(_ code: Diagnostic.Code, _ id: String) -> Fault {
    Fault(code, .rfc) { lines in
      lines.removeAll { line in times.contains { line.hasPrefix($0) } }
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      let uid = lines.first { $0.hasPrefix("UID:") } ?? "UID:1"
      let series = ["DTSTART:20260303T100000Z", "DUE:20260303T110000Z", "RRULE:FREQ=WEEKLY"]
      let override = ["BEGIN:VTODO", uid, "DTSTAMP:20260301T000000Z", "SUMMARY:moved", id, "END:VTODO"]
      lines.insert(contentsOf: series + ["END:VTODO"] + override.dropLast(), at: place)
      return place + 8
    }
  }

  /// A rule or date of a reminder with a start.
  private static func rule(_ code: Diagnostic.Code, _ profile: Profile, _ line: String) -> Fault {
    Fault(code, profile) { lines in
      lines.removeAll { line in times.contains { line.hasPrefix($0) } }
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(contentsOf: ["DTSTART:20260303T100000Z", line], at: place)
      return place + 1
    }
  }

  /// A component behind the VTODO.
  private static func beside(_ code: Diagnostic.Code, _ profile: Profile, _ component: [String]) -> Fault {
    Fault(code, profile) { lines in
      let place = (lines.lastIndex(of: "END:VTODO") ?? 0) + 1
      lines.insert(contentsOf: component, at: place)
      return place
    }
  }

  private static let observance = [
    "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD",
  ]

  private static let times = ["DTSTART", "DUE", "RRULE", "STATUS", "PERCENT-COMPLETE", "COMPLETED"]
  private static let alarm = [
    "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:a", "TRIGGER:-PT5M", "END:VALARM",
  ]

  static let all: [Fault] = [
    Fault(.byteOrderMark, .radicale) { lines in
      lines[0] = "\u{FEFF}" + lines[0]
      return 0
    },
    // A byte of its own where the test makes bytes of the lines.
    line(.invalidUTF8, .xandikos, "COMMENT:caf\u{E0E9}"),
    line(.nulByte, .cyrus, "COMMENT:a\0b"), line(.controlCharacter, .xandikos, "COMMENT:a\u{1}b\u{7F}"),
    line(.controlCharacter, .sabre, "COMMENT:a\rb"),
    // The character é, and a fold between its two bytes.
    line(.cutCharacter, .radicale, "COMMENT:caf\u{E0C3}\u{E00D}\u{E00A} \u{E0A9}"),
    line(.cutCharacter, .xandikos, "COMMENT:caf\u{E00A}\t\u{E0C3}\u{E00A}\t\u{E0A9}s"),
    line(.emptyFold, .apple, "COMMENT:caf\u{E00D}\u{E00A} "),
    line(.emptyFold, .apple, "COMMENT:caf\u{E00A} \u{E00A}\ts"),
    line(.malformedLine, .cyrus, "..."), line(.malformedLine, .rfc, "no line at all"),
    Fault(.lowerCaseBegin, .sabre) { lines in
      let place = lines.firstIndex(of: "BEGIN:VTODO") ?? 0
      lines[place] = "begin:vtodo"
      return place
    },
    Fault(.lowerCaseBegin, .sabre) { lines in
      lines[lines.count - 2] = "end:VTodo"
      return lines.count - 2
    },
    line(.badParameter, .xandikos, "COMMENT;X-A=\"b:c"), line(.badParameter, .cyrus, "COMMENT;LANGUAGE:c"),
    line(.badParameter, .xandikos, "COMMENT;:c"),
    line(.badParameter, .xandikos, "COMMENT;X-A=b;X-C=\"d\"e:c"),
    Fault(.storedMethod, .cyrus) { lines in
      lines.insert("METHOD:PUBLISH", at: 3)
      return 3
    },
    Fault(.storedMethod, .caldav) { lines in
      lines.insert("method:request", at: 1)
      return 1
    },
    Fault(.storedMessage, .cyrus) { lines in
      lines.insert("METHOD:COUNTER", at: 3)
      return 3
    },
    Fault(.severalCalendars, .caldav) { lines in
      let count = lines.count
      lines += lines
      return count
    },
    Fault(.missingProperty, .rfc) { lines in
      lines.removeAll { $0.hasPrefix("VERSION") }
      return 0
    },
    Fault(.missingProperty, .rfc) { lines in
      lines.removeAll { $0.hasPrefix("PRODID") }
      return 0
    },
    component(.missingUID, .radicale, [], without: ["UID"]),
    line(.missingUID, .cyrus, "UID:", without: ["UID"]),
    component(.missingStamp, .apple, [], without: ["DTSTAMP"]),
    Fault(.identicalProperty, .radicale) { lines in
      let place = lines.firstIndex { $0.hasPrefix("SUMMARY") } ?? 0
      lines.insert(lines[place], at: lines.firstIndex(of: "END:VTODO") ?? 0)
      return (lines.firstIndex(of: "END:VTODO") ?? 0) - 1
    },
    line(.repeatedProperty, .nextcloud, "SUMMARY:another"), line(.repeatedProperty, .cyrus, "UID:another"),
    Fault(.repeatedProperty, .radicale) { lines in
      lines.insert("PRODID:-//another", at: 3)
      return 3
    },
    line(.emptyValue, .radicale, "DUE:", without: times),
    line(.emptyValue, .cyrus, "STATUS:", without: times),
    line(.emptyValue, .xandikos, "PRIORITY:", without: ["PRIORITY"]), line(.emptyValue, .cyrus, "CLASS:"),
    line(.emptyValue, .cyrus, "DTSTAMP:", without: ["DTSTAMP"]),
    line(.badDate, .cyrus, "DTSTAMP:1997090T1300Z", without: ["DTSTAMP"]),
    line(.badDate, .radicale, "DUE:20260231T100000Z", without: times),
    line(.badDate, .xandikos, "EXDATE:20260301T100000Z,soon"), line(.badDate, .radicale, "CREATED:20260101"),
    line(.badDate, .rfc, "DTSTART:", without: times).with(.emptyValue),
    line(.badRecurrenceID, .cyrus, "RECURRENCE-ID:soon"),
    line(.badNumber, .xandikos, "PRIORITY:high", without: ["PRIORITY"]),
    line(.badNumber, .davical, "SEQUENCE:x"),
    line(.badNumber, .rfc, "PERCENT-COMPLETE:101", without: times),
    line(.badPosition, .cyrus, "GEO:1,2,3"),
    line(.misspelledValue, .radicale, "DUE:2026-03-03T10:00:00Z", without: times),
    line(.misspelledValue, .caldav, "DUE:2026-03-03 10:00", without: times),
    line(.misspelledValue, .rfc, "DUE:2026-03-03", without: times),
    line(.misspelledValue, .cyrus, "DUE:2026-03-03T10:00:00.000+01:00", without: times),
    line(.misspelledValue, .xandikos, "DTSTAMP:19970901T1300Z", without: ["DTSTAMP"]),
    line(.misspelledValue, .radicale, "COMPLETED: 20260303T100000Z ", without: times),
    line(.misspelledValue, .cyrus, "EXDATE:20260301T100000Z,2026-03-08T10:00:00Z"),
    line(.misspelledValue, .cyrus, "GEO:48.1,11.5"), line(.misspelledValue, .rfc, "GEO:48.1; 11.5"),
    line(.misspelledValue, .xandikos, "PRIORITY: 5", without: ["PRIORITY"]),
    line(.misspelledValue, .rfc, "PRIORITY:5.0", without: ["PRIORITY"]),
    line(.misspelledValue, .rfc, "DURATION: PT1H", without: times),
    rule(.misspelledValue, .radicale, "RRULE:FREQ=DAILY;COUNT=2;"),
    rule(.misspelledValue, .cyrus, "RRULE:FREQ=DAILY; COUNT=2"),
    rule(.misspelledValue, .cyrus, "RRULE:FREQ=WEEKLY;BYDAY=TU,"),
    rule(.misspelledValue, .rfc, "RRULE:FREQ=DAILY;UNTIL=2026-04-01T00:00:00Z"),
    line(.lowerCaseTime, .cyrus, "DUE:20260303t100000z", without: times),
    rule(.periodDate, .radicale, "RDATE;VALUE=PERIOD:20260401T100000Z/PT1H,20260402T100000Z/PT1H"),
    line(.taskTransparency, .cyrus, "TRANSP:OPAQUE"),
    beside(.severalTypes, .radicale, ["BEGIN:X-THING", "X-A:1", "END:X-THING"]),
    beside(.misplacedComponent, .rfc, alarm),
    beside(.misplacedComponent, .radicale, observance),
    beside(.incompleteZone, .radicale, ["BEGIN:VTIMEZONE", "TZID:Here", "END:VTIMEZONE"]),
    beside(.incompleteZone, .cyrus, ["BEGIN:VTIMEZONE"] + observance + ["END:VTIMEZONE"]),
    beside(
      .incompleteZone, .radicale,
      ["BEGIN:VTIMEZONE", "TZID:Here"] + observance.filter { $0 != "TZOFFSETTO:+0100" } + ["END:VTIMEZONE"]),
    line(.badDuration, .cyrus, "DURATION:1h", without: times),
    Fault(.badDuration, .radicale) { lines in
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(contentsOf: alarm, at: place)
      lines[place + 3] = "TRIGGER:soon"
      return place + 3
    },
    Fault(.badDuration, .radicale) { lines in
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(contentsOf: alarm, at: place)
      lines[place + 3] = "TRIGGER;VALUE=DATE-TIME;TZID=Europe/Berlin:20260303T100000"
      return place + 3
    },
    line(.badRule, .cyrus, "RRULE:FREQ=SOMETIMES", without: ["RRULE"]),
    line(.badRule, .apple, "RRULE:INTERVAL=2", without: ["RRULE"]),
    line(.valueType, .radicale, "DUE;VALUE=TEXT:20260303T100000Z", without: times),
    line(.valueType, .rfc, "DUE;VALUE=DATE:20260303T100000Z", without: times),
    line(.valueType, .rfc, "DUE;VALUE=DATE-TIME:20260303", without: times),
    line(.valueType, .cyrus, "X-A;VALUE=BOOLEAN:MAYBE"), line(.emptyValue, .cyrus, "ATTACH:"),
    line(.dateWithoutValue, .rfc, "DUE:20260303", without: times),
    line(.completedDate, .radicale, "COMPLETED;VALUE=DATE:20260303", without: times),
    line(.localCompleted, .tasksOrg, "COMPLETED;TZID=Europe/Berlin:20260303T100000", without: times),
    line(.localCompleted, .rfc, "COMPLETED:20260303T100000", without: times),
    Fault(.dueAndDuration, .radicale) { lines in
      lines.removeAll { line in times.contains { line.hasPrefix($0) } }
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(
        contentsOf: ["DTSTART:20260303T100000Z", "DUE:20260303T110000Z", "DURATION:PT1H"], at: place)
      return place + 2
    },
    line(.inlineBinary, .radicale, "IMAGE;VALUE=BINARY;ENCODING=BASE64;FMTTYPE=image/png:iVBORw0KGgo="),
    line(.overrideAlone, .radicale, "RECURRENCE-ID:20260301T100000Z"),
    line(.overrideAlone, .rfc, "RECURRENCE-ID;VALUE=DATE:20260301"),
    ofSeries(.overrideWithoutOccurrence, "RECURRENCE-ID:20260304T100000Z"),
    ofSeries(.overrideDate, "RECURRENCE-ID;VALUE=DATE:20260310"),
    Fault(.severalMasters, .radicale) { lines in
      let start = lines.firstIndex(of: "BEGIN:VTODO") ?? 0
      let end = (lines.lastIndex(of: "END:VTODO") ?? 0) + 1
      lines.insert(
        contentsOf: lines[start..<end].map { $0.hasPrefix("SUMMARY") ? "SUMMARY:second" : $0 }, at: end)
      return end
    },
    line(.ruleWithoutDays, .apple, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", without: ["RRULE"]),
    Fault(.untilBeforeStart, .radicale) { lines in
      lines.removeAll { line in times.contains { line.hasPrefix($0) } }
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(
        contentsOf: ["DTSTART:20260303T100000Z", "RRULE:FREQ=DAILY;UNTIL=20250101T000000Z"], at: place)
      return place + 1
    },
    line(.largeCount, .radicale, "RRULE:FREQ=DAILY;COUNT=10001", without: ["RRULE"]),
    Fault(.ruleWithoutStart, .thunderbird) { lines in
      lines.removeAll { line in times.contains { line.hasPrefix($0) } }
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(contentsOf: ["DUE;TZID=Europe/Berlin:20260303T100000", "RRULE:FREQ=DAILY"], at: place)
      return place + 1
    },
    line(.ruleWithoutStart, .thunderbird, "RRULE:FREQ=DAILY", without: times),
    component(.durationWithoutStart, .tasksOrg, ["DURATION:PT1H"], without: times),
    Fault(.mixedTypes, .nextcloud) { lines in
      lines.removeAll { line in times.contains { line.hasPrefix($0) } }
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(contentsOf: ["DTSTART;VALUE=DATE:20260301", "DUE:20260303T100000Z"], at: place)
      return place
    },
    Fault(.dueBeforeStart, .nextcloud) { lines in
      lines.removeAll { line in times.contains { line.hasPrefix($0) } }
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(contentsOf: ["DTSTART:20260401T100000Z", "DUE:20260303T100000Z"], at: place)
      return place + 1
    },
    component(.incompleteCompletion, .nextcloud, ["STATUS:COMPLETED"], without: times),
    component(.incompleteCompletion, .outlook, ["PERCENT-COMPLETE:100"], without: times),
    line(.statusConflict, .nextcloud, "PERCENT-COMPLETE:100", without: times).after("STATUS:NEEDS-ACTION"),
    line(.statusConflict, .outlook, "PERCENT-COMPLETE:50", without: times).after("STATUS:COMPLETED"),
    line(.statusConflict, .outlook, "COMPLETED:20260101T000000Z", without: times).after("STATUS:IN-PROCESS"),
    line(.childRelation, .nextcloud, "RELATED-TO;RELTYPE=CHILD:another", without: ["RELATED-TO"]),
    Fault(.severalReminders, .tasksOrg) { lines in
      let start = lines.firstIndex(of: "BEGIN:VTODO") ?? 0
      let end = (lines.lastIndex(of: "END:VTODO") ?? 0) + 1
      lines.insert(
        contentsOf: lines[start..<(end - 1)] + ["RECURRENCE-ID:20260301T100000Z", "END:VTODO"], at: end)
      return end
    },
    line(.midnightInUTC, .apple, "DUE:20260303T000000Z", without: times),
    line(.relationNotShown, .apple, "RELATED-TO:another", without: ["RELATED-TO"]),
    Fault(.alarmWithoutStart, .cyrus) { lines in
      lines.removeAll { line in times.contains { line.hasPrefix($0) } }
      let place = lines.firstIndex(of: "END:VTODO") ?? 0
      lines.insert(contentsOf: ["DUE:20260303T100000Z"] + alarm, at: place)
      return place + 1
    },
    Fault(.noReminders, .google) { _ in 0 },
    line(.timeOfDay, .outlook, "DUE:20260303T103000Z", without: times),
  ]

  /// The same line, found as something else.
  private func with(_ code: Diagnostic.Code) -> Fault { Fault(code, profile, make) }

  /// With another line before it.
  private func after(_ line: String) -> Fault {
    Fault(code, profile) { lines in
      let place = make(&lines)
      lines.insert(line, at: place)
      return place + 1
    }
  }
}

/// Damage that generated lines never have: bytes put in, taken out and put elsewhere, at random.
enum Mangled {
  /// A file of some calendars, each of some components with faults, and then mangled.
  static func bytes(using random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0...Int(random.next() % 2) {
      var lines: [String] = []
      for _ in 0...Int(random.next() % 3) {
        var item = ValidCalendar.lines(using: &random)
        if random.next() % 3 > 0 { _ = Fault.all.randomElement(using: &random)?.make(&item) }
        // Of one calendar, mostly.
        if !lines.isEmpty, random.next() % 4 > 0 {
          let begin = item.firstIndex { $0.uppercased() == "BEGIN:VTODO" } ?? 0
          lines.insert(contentsOf: item[begin...].dropLast(), at: lines.count - 1)
        } else {
          lines += item
        }
      }
      if random.next() % 4 == 0 {
        lines.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place(lines, &random))
      }
      let end = ["\r\n", "\r\n", "\n", "\r"].randomElement(using: &random) ?? "\n"
      bytes += ValidCalendar.bytes(lines, lineEnd: end)
    }
    for _ in 0..<Int(random.next() % 4) where !bytes.isEmpty { mangle(&bytes, &random) }
    return bytes
  }

  private static func place(_ lines: [String], _ random: inout SplitMix64) -> Int {
    Int(random.next() % UInt64(lines.count + 1))
  }

  private static let pieces = [
    ["BEGIN:VTODO", "SUMMARY:inside", "END:VTODO"],
    ["BEGIN:VALARM", "BEGIN:VALARM", "END:VALARM", "END:VALARM"],
    ["BEGIN:X-COMPONENT", "X-A:", "DUE:no date", "END:X-COMPONENT"], ["END:VTODO"], ["BEGIN:VTODO"],
    ["END:VCALENDAR", "BEGIN:VCALENDAR"], ["METHOD:PUBLISH"], [""], ["UID:"],
    ["DTSTAMP;VALUE=\"DATE\":20260101"],
    [
      "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:19700101T000000", "broken",
      "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
    ],
    ["BEGIN:VEVENT", "SUMMARY:no UID", "RRULE:FREQ=NEVER", "END:VEVENT"], ["RECURRENCE-ID:20260301T090000Z"],
  ]

  private static func mangle(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = Int(random.next() % UInt64(bytes.count))
    switch random.next() % 9 {
    case 0: bytes.insert(0x0D, at: place)
    case 1: bytes.insert(contentsOf: [0x0D, 0x0A, 0x20], at: place)
    case 2: bytes.insert(contentsOf: [0x0A, 0x09], at: place)
    case 3: bytes.insert([0xC3, 0xE9, 0x80, 0xFF, 0, 1, 0x7F].randomElement(using: &random) ?? 0, at: place)
    case 4: bytes.remove(at: place)
    case 5: bytes.removeSubrange(place...)
    case 6: bytes.insert(0x0A, at: place)
    case 7: bytes.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: random.next() % 2 == 0 ? 0 : place)
    default:
      let end = min(bytes.count, place + Int(random.next() % 80))
      bytes.insert(contentsOf: Array(bytes[place..<end]), at: end)
    }
  }
}

/// Valid calendars of one reminder, at random.
enum ValidCalendar {
  static func lines(using random: inout SplitMix64) -> [String] {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y//EN", "BEGIN:VTODO"]
    var own = [
      "UID:\(random.next() % 1000)", "DTSTAMP:20260101T000000Z", "SUMMARY:Milk \(random.next() % 100)",
    ]
    func maybe(_ line: String) { if Bool.random(using: &random) { own.append(line) } }
    maybe("DESCRIPTION:\(String(repeating: "läng ", count: Int(random.next() % 40)))")
    maybe("PRIORITY:\(random.next() % 10)")
    maybe("CATEGORIES:a,b\\,c")
    maybe("LAST-MODIFIED:20260102T000000Z")
    maybe("X-THING;X-P=\"a:b\":c")
    maybe("RELATED-TO:9")
    maybe("CONTACT;ALTREP=\"cid:a;b,c\";LANGUAGE=de:Ann: \\; x")
    maybe("ATTENDEE;MEMBER=\"mailto:a@example.com\",\"mailto:b@example.com\":mailto:c@example.com")
    if Bool.random(using: &random) {
      own.append("DTSTART;TZID=Europe/Berlin:20260301T090000")
      maybe("DUE;TZID=Europe/Berlin:20260302T090000")
      maybe("RRULE:FREQ=WEEKLY;COUNT=5")
    } else {
      maybe("DUE;VALUE=DATE:20260302")
    }
    own.shuffle(using: &random)
    lines += own
    return lines + ["END:VTODO", "END:VCALENDAR"]
  }

  /// The bytes, folded where a line is long; U+E0xx is the byte xx.
  static func bytes(_ lines: [String], lineEnd: String = "\r\n") -> [UInt8] {
    lines.flatMap { line -> [UInt8] in
      var bytes: [UInt8] = []
      for scalar in line.unicodeScalars {
        if (0xE000...0xE0FF).contains(scalar.value) {
          bytes.append(UInt8(scalar.value - 0xE000))
        } else {
          bytes += String(Character(scalar)).utf8
        }
      }
      return ContentLineText.fold(bytes[...], lineEnd: Array(lineEnd.utf8))
    }
  }

  /// The physical line, counted from 1, where a content line begins.
  static func lineNumber(of index: Int, in lines: [String]) -> Int {
    bytes(Array(lines[..<index])).count { $0 == 0x0A } + 1
  }
}
