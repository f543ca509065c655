import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct VCalendarTests {
  private func read(_ bytes: [UInt8]) throws -> (
    calendar: Component, components: [Component], problems: [Diagnostic]
  ) {
    let (made, problems) = try Format.vCalendar.iCalendar(of: bytes, file: "a.vcs")
    var reader = ItemReader(made)
    var calendar: Component?
    var components: [Component] = []
    while let item = try reader.next() {
      switch item {
      case .open(let found): calendar = calendar ?? found
      case .component(let found): components.append(found)
      case .problem(let problem): Issue.record("\(problem)")
      default: break
      }
    }
    return (try #require(calendar), components, problems.filter { $0.code != .inventedStamp })
  }

  /// The lines of the only component, but for UID and DTSTAMP.
  private func todo(_ lines: String, kind: String = "VTODO") throws -> (
    lines: [String], problems: [Diagnostic]
  ) {
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:\(kind)\r\n\(lines)\r\nEND:\(kind)\r\nEND:VCALENDAR\r\n"
    let (_, components, problems) = try read(Array(text.utf8))
    let component = try #require(components.first)
    return (
      component.properties.filter { $0.id != .uid && $0.id != .dtstamp }.map {
        String(decoding: $0.unfolded, as: UTF8.self)
      },
      problems
    )
  }

  @Test(arguments: [
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Gr=C3=BCn=\r\n und blau", "SUMMARY:Grün und blau"),
    ("SUMMARY;QUOTED-PRINTABLE:a=3Db=\r\nc", "SUMMARY:a=bc"),
    ("DESCRIPTION;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo", "DESCRIPTION:one\\ntwo"),
    ("SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Stra=DFe =80", "SUMMARY:Straße \u{80}"),
    ("SUMMARY;CHARSET=windows-1252;ENCODING=QUOTED-PRINTABLE:=80 5", "SUMMARY:€ 5"),
    ("SUMMARY;ENCODING=BASE64;CHARSET=UTF-8:R3LDvG4gdW5kIGJsYXU=", "SUMMARY:Grün und blau"),
    ("SUMMARY;BASE64:R3LDvG4g\r\n dW5kIGJsYXU=\r\n", "SUMMARY:Grün und blau"),
    ("DESCRIPTION;ENCODING=b;CHARSET=ISO-8859-1:U3RyYd9l", "DESCRIPTION:Straße"),
    ("CATEGORIES;ENCODING=BASE64:QTtC", "CATEGORIES:A,B"),
    ("DUE;ENCODING=BASE64:MTk5NjA0MDE=", "DUE;VALUE=DATE:19960401"),
    (
      "ATTACH;TYPE=JPEG;ENCODING=BASE64:/9j/\r\n  4AAQ\r\n",
      "ATTACH;TYPE=JPEG;ENCODING=BASE64;VALUE=BINARY:/9j/4AAQ"
    ),
    ("SUMMARY:folded\r\n here", "SUMMARY:folded here"), ("SUMMARY:a\\;b\\nc,d", "SUMMARY:a\\;b\\\\nc\\,d"),
    ("A.SUMMARY:grouped", "SUMMARY:grouped"), ("STATUS:NEEDS ACTION", "STATUS:NEEDS-ACTION"),
    ("STATUS:SENT", "X-VCAL-STATUS:SENT"), ("CATEGORIES:A;B,C", "CATEGORIES:A,B\\,C"),
    ("DUE:19960401", "DUE;VALUE=DATE:19960401"), ("DUE:1996-04-01T07:30:00Z", "DUE:19960401T073000Z"),
    ("DUE:19960401T073000", "DUE:19960401T073000"), ("DCREATED:19960401T073000Z", "CREATED:19960401T073000Z"),
    ("EXDATE:19960402T010000Z;19960403", "EXDATE;VALUE=DATE:19960403"),
    ("RRULE:D1 #0", "X-LISTO-RRULE:FREQ=DAILY"),
    ("DUE:19960401T073000Z\r\nRRULE:D1 #0", "RRULE:FREQ=DAILY"),
    ("DUE:19960401T073000Z\r\nRRULE:D1 #0", "DTSTART;X-LISTO-COPY=DUE:19960401T073000Z"),
    (
      "ATTENDEE;ROLE=OWNER;STATUS=CONFIRMED;RSVP=YES:Joe <joe@example.org>",
      "ATTENDEE;CN=Joe;ROLE=X-OWNER;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:joe@example.org"
    ),
    ("X-FOO;X-A=1:b,c", "X-FOO:b\\,c"), ("SUMMARY;LANGUAGE=\u{5BA}:a", "SUMMARY;LANGUAGE=\u{5BA}:a"),
    ("RNUM:5", "X-VCAL-RNUM:5"), ("PRIORITY:1", "PRIORITY:1"),
    ("URL:javascript:x", "URL:javascript:x"),
  ])
  func propertiesBecomeICalendars(line: String, written: String) throws {
    let lines = try todo(line).lines
    #expect(lines.contains(written), "\(lines)")
  }

  @Test(arguments: ["R3Ld*", "R", "QQ=", "QQ==QQ==", "Q"])
  func whatIsNoBase64IsKept(text: String) throws {
    let (lines, problems) = try todo("SUMMARY;ENCODING=BASE64:\(text)")
    #expect(lines == ["X-VCAL-SUMMARY;ENCODING=BASE64:\(text)"] && problems.map(\.code) == [.badValue])
  }

  @Test func base64IsThatOfFoundation() {
    var random = SplitMix64(seed: Seed.current)
    for count in 0..<200 {
      let octets = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Data(octets).base64EncodedString(options: .lineLength64Characters)
      #expect(Base64.decode(text.utf8) == octets, "seed \(random.seed)")
    }
  }

  @Test(arguments: [
    ("D1", "FREQ=DAILY;COUNT=2"), ("D2 #10", "FREQ=DAILY;INTERVAL=2;COUNT=10"),
    ("W1 MO #0", "FREQ=WEEKLY;BYDAY=MO"),
    ("W2 TU TH 19961224T000000Z", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=19961224T000000Z"),
    ("MP1 1+ SU #0", "FREQ=MONTHLY;BYDAY=1SU"),
    ("MP6 1- FR 2+ MO TU #5", "FREQ=MONTHLY;INTERVAL=6;BYDAY=-1FR,2MO,2TU;COUNT=5"),
    ("MD1 15 #0", "FREQ=MONTHLY;BYMONTHDAY=15"),
    ("MD1 1+ 2- LD #3", "FREQ=MONTHLY;BYMONTHDAY=1,-2,-1;COUNT=3"),
    ("YM1 6 7 #0", "FREQ=YEARLY;BYMONTH=6,7"), ("YM1 #0", "FREQ=YEARLY"),
    ("YD1 1 100 200 #0", "FREQ=YEARLY;BYYEARDAY=1,100,200"),
    ("D1 0900 #0", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0"), ("M15 #4", "FREQ=MINUTELY;INTERVAL=15;COUNT=4"),
    ("d1 #5 19970101", "FREQ=DAILY;UNTIL=19970101"), ("FREQ=DAILY", "FREQ=DAILY"),
  ])
  func rulesAreTranslated(rule: String, written: String) throws {
    #expect(VCalendarRule.rule(rule) == written)
    _ = try RecurrenceRule.parse(Array(written.utf8)[...])
  }

  @Test(arguments: [
    "", "X1", "D", "D0", "W1 XX", "MP1 SU", "MD1 32", "D1 0600 M15 #6", "D1 0900 1000 #0", "W1 #x", "YD1 400",
  ])
  func rulesThatHaveNoRRULEAreKept(rule: String) throws {
    #expect(VCalendarRule.rule(rule) == nil)
    let (lines, problems) = try todo("RRULE:\(rule)")
    #expect(lines == ["X-VCAL-RRULE:\(rule)"])
    #expect(problems.map(\.code) == [.badValue] && problems.first?.line == 4)
  }

  @Test func alarmsBecomeComponents() throws {
    let text = """
      BEGIN:VCALENDAR
      VERSION:1.0
      BEGIN:VTODO
      SUMMARY:Taxes
      DALARM:19960415T235000;PT5M;2;Your taxes\\; now!
      AALARM;TYPE=WAVE:19960415T225959Z;;;file:///taps.wav
      MALARM:19960414T000000Z;;;ann@example.org;Taxes
      DUE:19960416T000000
      END:VTODO
      BEGIN:VTODO
      DUE:19960416T000000Z
      DALARM:19960415T235000
      END:VTODO
      END:VCALENDAR

      """
    let (_, components, problems) = try read(Array(text.utf8))
    let alarms = components[0].children.map { alarm in
      alarm.properties.map { String(decoding: $0.unfolded, as: UTF8.self) }
    }
    #expect(
      alarms == [
        [
          "ACTION:DISPLAY", "DESCRIPTION:Your taxes\\; now!", "TRIGGER;RELATED=END:-PT10M", "DURATION:PT5M",
          "REPEAT:2",
        ],
        ["ACTION:AUDIO", "ATTACH:file:///taps.wav", "TRIGGER;VALUE=DATE-TIME:19960415T225959Z"],
        [
          "ACTION:EMAIL", "ATTENDEE:mailto:ann@example.org", "SUMMARY:Taxes", "DESCRIPTION:Taxes",
          "TRIGGER;VALUE=DATE-TIME:19960414T000000Z",
        ],
      ])
    // A floating alarm of a time in UTC: nothing is guessed.
    #expect(components[1].children.isEmpty)
    #expect(components[1].all(named: "X-VCAL-DALARM").first?.text == "19960415T235000")
    #expect(problems.map(\.line) == [12])
  }

  @Test func calendarsAndEventsComeAlong() throws {
    let text = """
      BEGIN:VCALENDAR
      VERSION:1.0
      PRODID:-//Nokia//EN
      TZ:-05
      DAYLIGHT:TRUE;-04;19960407T025959;19961027T010000;EST;EDT
      BEGIN:VEVENT
      DTSTART:19960401T073000
      STATUS:CONFIRMED
      TRANSP:0
      END:VEVENT
      BEGIN:VTODO
      SUMMARY:One
      END:VCALENDAR

      """
    for ends in ["\n", "\r\n", "\r"] {
      let (calendar, components, problems) = try read(
        Array(text.replacingOccurrences(of: "\n", with: ends).utf8))
      #expect(components.map(\.name) == ["VEVENT", "VTODO"])
      #expect(calendar.first(.version)?.rawText == "2.0" && calendar.first(.prodid)?.text == "-//Nokia//EN")
      #expect(calendar.all(named: "X-VCAL-TZ").first?.text == "-05")
      #expect(
        calendar.all(named: "X-VCAL-DAYLIGHT").first?.text
          == "TRUE;-04;19960407T025959;19961027T010000;EST;EDT")
      #expect(components[0].first(.dtstart)?.rawText == "19960401T073000")
      #expect(components[0].first(.transp)?.rawText == "OPAQUE")
      #expect(problems.isEmpty)
    }
  }

  @Test func textInAnUnknownCharacterSetIsKept() throws {
    let (lines, problems) = try todo("SUMMARY;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83e")
    #expect(lines == ["X-VCAL-SUMMARY;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83e"])
    #expect(problems.map(\.code) == [.badParameter])
    let bytes =
      Array("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:Gr".utf8) + [0xFC]
      + Array("n\nEND:VTODO\nEND:VCALENDAR\n".utf8)
    let (_, components, broken) = try read(bytes)
    #expect(components.first?.first(.summary)?.text == "Gr\u{FFFD}n" && broken.map(\.code) == [.invalidUTF8])
    let raw = Array("BEGIN:VTODO\nSUMMARY;CHARSET=ISO-8859-1:Gr".utf8) + [0xFC] + Array("n\nEND:VTODO\n".utf8)
    #expect(try read(raw).components.first?.first(.summary)?.text == "Grün")
  }

  @Test(arguments: [
    "BEGIN", "BEGIN:", "BEGIN:VTODO", "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY;ENCODING=QUOTED-PRINTABLE:a=",
    "END:VTODO", ":", ";:",
    "BEGIN:VTODO\nno colon\nSUMMARY:x\nEND:VTODO", "BEGIN:VTODO\nBEGIN:VTODO\nEND:VTODO\nEND:VTODO",
    "BEGIN:X\nBEGIN:Y\nEND:X\nBEGIN:VTODO\nEND:VTODO",
    "BEGIN:VTODO\nDUE:19961331\nPRIORITY:x\nTRANSP:\nEND:VTODO",
    "BEGIN:VTODO\nDALARM:\nAALARM:;;;\nATTENDEE:nobody\nEXDATE:\nEND:VTODO",
  ])
  func whatIsBrokenIsReadAsFarAsItGoes(text: String) throws {
    let (bytes, _) = try Format.vCalendar.iCalendar(of: Array(text.utf8))
    let file = try CalendarFile(reading: MemorySource(bytes), file: "a")
    #expect(file.problems.isEmpty, "\(file.problems)")
  }

  @Test func nestingAndLongLinesEnd() throws {
    let deep = String(repeating: "BEGIN:X\n", count: 10_000) + String(repeating: "END:X\n", count: 10_000)
    #expect(try read(Array((deep + "BEGIN:VTODO\nEND:VTODO\n").utf8)).components.count == 1)
    let soft =
      "BEGIN:VTODO\nSUMMARY;QUOTED-PRINTABLE:" + String(repeating: "a=\n", count: 100_000) + "b\nEND:VTODO\n"
    #expect(try read(Array(soft.utf8)).components.first?.first(.summary)?.text.count == 100_001)
  }

  @Test func randomBytesNeverTrip() throws {
    var random = SplitMix64(seed: Seed.current)
    let pieces = [
      "BEGIN:", "END:", "VTODO", "VEVENT", "VCALENDAR", "\n", "\n", "\r\n", " ", "SUMMARY",
      ";QUOTED-PRINTABLE", ":", "=", "=41", "DALARM:1",
      "RRULE:D1 #2", "DUE:19960401", "\\;", "\u{0}", "é", "ATTENDEE:a@b", "X-A:1",
    ]
    for _ in 0..<500 {
      let text = (0..<60).map { _ in pieces.pick(using: &random) }.joined()
      let (bytes, _) = try Format.vCalendar.iCalendar(of: Array(text.utf8))
      let problems = try CalendarFile(reading: MemorySource(bytes), file: "a").problems
      #expect(problems.allSatisfy { $0.code == .nulByte }, "LISTO_SEED=\(random.seed)")
    }
  }

  @Test func theSample() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "Samples/Phone/Todo.vcs")
    let bytes = [UInt8](try Data(contentsOf: url))
    guard case .format(let format) = Recognition(name: "Todo.vcs", beginning: bytes[...]) else {
      Issue.record("it is not recognised")
      return
    }
    #expect(format.name == "vcalendar")
    let (_, components, problems) = try read(bytes)
    #expect(problems.isEmpty, "\(problems)")
    let tasks = components.filter { $0.kind == .vtodo }.map { Reminder($0, in: .none) }
    #expect(
      tasks.map(\.title) == [
        "Knöpfe für den blauen Mantel", "Wind the kitchen clock", "Café with Uncle Theo: return his umbrella",
        "Top up the old phone's card",
      ])
    #expect(tasks[0].notes == "vier große,\nzwei kleine; Haberdasher in the Marktgasse")
    #expect(tasks[0].tags == ["ERRAND", "PERSONAL"] && tasks[0].alarms.count == 1)
    #expect(tasks[1].recurrence == "FREQ=WEEKLY;BYDAY=TU" && tasks[1].alarms.count == 1)
    #expect(tasks[1].due?.description == "2026-12-01T19:00:00")
    #expect(tasks.map(\.isOpen) == [true, true, true, false])
  }
}
