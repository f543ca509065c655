import ListoTestSupport

/// Generated calendars of components that have much at once, odd things among it.
struct OddCalendar {
  /// Lines of one kind: any of the names, which blanks part, with any of the parameters and any of the
  /// values.
  private struct Row {
    let names, parameters, values: [String]

    init(_ names: String, with parameters: [String] = [""], _ values: [String]) {
      self.names = names.split(separator: " ").map(String.init)
      (self.parameters, self.values) = (parameters, values)
    }

    /// - Parameter number: stands in the parameters where these have a percent sign.
    func line(_ random: inout SplitMix64, _ number: Int) -> String {
      let parameters = parameters.pick(using: &random).replacing("%", with: "\(number)")
      return names.pick(using: &random) + parameters + ":" + values.pick(using: &random)
    }
  }

  private static let texts = [
    "Water the plants", "a\\, b\\; c\\n\\\\ \\x", "\u{FC}n\u{EF} \u{1F6D2} \"q\"", "tab\there", "",
    "e\u{301}",
    "\u{E9}", "bell \u{7} delete \u{7F} next line \u{85}", String(repeating: "long ", count: 40), "a\\",
    "x/y~z",
  ]
  private static let languages = [
    "", "", ";LANGUAGE=de", ";X-A=b", ";ALTREP=\"http://x/\"", ";VALUE=TEXT", ";X-L=a,b", ";X-Q=\"a:b;c\"",
  ]
  private static let zones = [
    ";VALUE=DATE:%", ":%", ":%T101500Z", ":%T013000", ";TZID=Europe/Berlin:%T023000",
    ";TZID=America/New_York:%T013000", ";TZID=W. Europe Standard Time:%T101500",
    ";TZID=\"/freeassociation.sourceforge.net/Europe/Berlin\":%T101500",
    ";TZID=Nowhere:%T101500", ";TZID=Europe/Berlin;VALUE=DATE:%",
    ";VALUE=DATE-TIME;TZID=Europe/Berlin:%T101500", ";X-A=b;TZID=Europe/Berlin:%T235959",
    ";VALUE=DATE:%T101500",
    ":garbage",
  ]
  private static let looseZones = [";TZID=Etc/UTC:%T101500", ";TZID=Europe/Berlin:%T101500Z", ":%T235960Z"]
  private static let days = ["20261201", "20240229", "20261101", "20270328", "20261025"]

  private static let people = [
    "", "", ";CN=\"Bob; B\";X-M=a,b", ";ROLE=CHAIR;PARTSTAT=COMPLETED;RSVP=TRUE", ";CUTYPE=ROOM;EMAIL=a@b",
    ";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED", ";ROLE=NON-PARTICIPANT;RSVP=false;CN=Bob", ";ROLE=OWNER",
    ";ROLE=REQUIRED,OWNER;CN=\"\"", ";PARTSTAT=in-process;LANGUAGE=de", ";JSID=a1;CN=Bob", ";ROLE=ATTENDEE",
    ";DELEGATED-TO=\"mailto:a@example.com\",\"mailto:b@example.com\";MEMBER=x;CN=Bob,Ann", ";CN=Bob;CN=Ann",
    ";VALUE=CAL-ADDRESS;CN=Bob", ";VALUE=URI;DELEGATED-FROM=\"mailto:a@example.com\"",
  ]

  private static let rows = [
    Row("SUMMARY DESCRIPTION COLOR COMMENT X-FOO x-foo", with: languages, texts),
    Row("LOCATION", with: languages, texts),
    Row("LOCATION", with: [";DERIVED=TRUE"], ["Home", "Office"]),
    Row("GEO", with: ["", ";JSID=g1", ";X-A=b"], ["48.1;11.5", "north"]),
    Row(
      "ATTACH URL LINK IMAGE",
      with: [
        "", ";VALUE=URI", ";FMTTYPE=text/html", ";LABEL=Lab", ";FILENAME=a.pdf;SIZE=12",
        ";DISPLAY=BADGE,FULLSIZE", ";DISPLAY=badge", ";JSID=l1", ";X-A=b", ";SIZE=-1",
      ], ["https://example.com/", "https://example.com/a?b=\"c\"", "data:,x", ""]),
    Row("ATTACH", with: [";VALUE=BINARY;ENCODING=BASE64"], ["aGVsbG8="]),
    Row(
      "CONFERENCE", with: [";VALUE=URI", ";VALUE=URI;LABEL=L;FEATURE=AUDIO,VIDEO", ";JSID=c1", ";X-A=b"],
      ["https://meet.example.com", "tel:+1"]),
    Row(
      "RRULE",
      [
        "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,-1TU;UNTIL=20270101T101500Z", "FREQ=DAILY;UNTIL=20270101",
        "FREQ=YEARLY;BYMONTH=5L;RSCALE=CHINESE;SKIP=FORWARD", "FREQ=DAILY;X=1",
        "FREQ=MONTHLY;BYMONTHDAY=1,-1;BYSETPOS=1;WKST=SU;INTERVAL=2",
      ]),
    Row("RDATE", with: [";VALUE=PERIOD"], ["20261201T101500Z/PT1H"]),
    Row(
      "RELATED-TO", with: ["", ";RELTYPE=PARENT", ";RELTYPE=CHILD", ";RELTYPE=A,B"],
      ["p", "q", "a/b~c", "\u{E9}"]),
    Row(
      "CATEGORIES", with: ["", "", ";LANGUAGE=en"],
      ["a", "b,c", "d\\,e", "\u{E9}", "x\\y", "n,o,p,q,r,s,t,u,v,w,z,1,2,3,4,5,6,7"]),
    Row("CONCEPT", ["http://example.com/1", "http://example.com/2", "a,b"]),
    Row("STYLED-DESCRIPTION", with: [";FMTTYPE=text/html", ";FMTTYPE=text/html;X-A=b", ""], texts),
    Row("CREATED DTSTAMP LAST-MODIFIED COMPLETED", ["20240229T000000Z", "20260101T000059Z", "x"]),
    Row("SEQUENCE PRIORITY PERCENT-COMPLETE", with: ["", ";X-A=b"], ["0", "5", "100", "-1", "x"]),
    Row(
      "STATUS CLASS TRANSP", with: ["", ";X-A=b"],
      ["PRIVATE", "OPAQUE", "CONFIRMED", "CANCELLED", "COMPLETED", "IN-PROCESS", "x"]),
    Row("DURATION ESTIMATED-DURATION", with: ["", ";X-A=b"], ["PT1H", "P1DT2H3M4S", "-PT1H", "PT"]),
    Row("JSPROP", with: [";JSPTR=example.com-%"], ["\"x\"", "1.50", "oops"]),
    Row("SHOW-WITHOUT-TIME", with: [";VALUE=BOOLEAN", ";X-A=b"], ["TRUE", "FALSE"]),
    Row("RELATED-TO", with: [";RELTYPE=PARENT;X-A=b"], ["r"]),
    Row("LINK", with: [";LINKREL=next"], ["https://example.com/"]),
    Row(
      "ATTENDEE ATTENDEE ORGANIZER", with: people.flatMap { [$0, $0 + ";SENT-BY=\"mailto:x@example.com\""] },
      ["mailto:bob@example.com", "mailto:ann@example.com", "MAILTO:c@example.com", "https://example.com/d"]),
    Row("ATTENDEE", with: ["", ";RSVP=TRUE", ";CN=Eve"], (1...9).map { "mailto:p\($0)@example.com" }),
    Row("REQUEST-STATUS RESOURCES X-APPLE-SORT-ORDER", ["2.0;ok", "a,b", "7"]),
  ]
  /// The lines that do not come back unchanged: their value is also stored elsewhere, or has another
  /// spelling in an object.
  private static let looseRows = [
    Row("LOCATION", with: [";DERIVED=TRUE;JSID=v1"], ["Home", "Office"]),
    Row("GEO", with: [";JSID=v1"], ["48.1;11.5"]),
    Row("ATTACH URL IMAGE", with: [";LINKREL=next"], ["https://example.com/"]),
    Row("RRULE", ["FREQ=DAILY;COUNT=03", "freq=daily;"]),
    Row("RELATED-TO", with: ["", ";RELTYPE=CHILD;X-A=b"], ["\u{E9}", "e\u{301}", "q"]),
    Row(
      "JSPROP",
      with: ["title", "example.com", "example.com/x", "recurrenceId", "alerts/A/x", "iCalendar", "due"].map {
        ";JSPTR=\($0)"
      }, ["\"2026-12-01T00:00:00\"", "{\"a\":1}"]),
    Row("SHOW-WITHOUT-TIME", ["TRUE"]),
  ]
  private static let alarmRows = [
    Row(
      "TRIGGER", with: ["", ";RELATED=START", ";RELATED=END", ";X-A=b"],
      ["-PT15M", "+PT5M", "P1DT2H", "20260131T101500Z", "20240229T101500Z", "oops"]),
    Row("ACTION", with: ["", ";X-A=b"], ["DISPLAY", "EMAIL", "AUDIO", "display"]),
    Row("ACKNOWLEDGED", ["20260131T101500Z", "20260131T101500", "x"]),
    Row("UID", with: ["", "", ";X-A=b"], ["A", "B", "e\u{301}", "\u{E9}", "a\\,b"]),
    Row("RELATED-TO", with: [";RELTYPE=SNOOZE", "", ";RELTYPE=SNOOZE;X-A=b"], ["A", "B", "other"]),
    Row("DESCRIPTION SUMMARY X-WR-ALARMUID X-FOO", with: languages, texts),
    Row("JSPROP", with: [";JSPTR=example.com-%"], ["{\"a\":1}", "oops"]),
    Row("COMMENT", [String(repeating: "\u{1}", count: 900)]),
  ]

  /// The lines of a component, but for BEGIN and END.
  let lines: [String]
  let kind: String

  /// - Parameter comesBack: all that it says comes back as it is.
  init(_ random: inout SplitMix64, number: Int, comesBack: Bool = false) {
    kind = ["VTODO", "VTODO", "VEVENT"].pick(using: &random)
    var lines: [String] = []
    if Int.random(in: 0..<10, using: &random) > 0 { lines.append("UID:\(number)") }
    let end = kind == "VTODO" ? "DUE" : "DTEND"
    let zones = Self.zones + (comesBack ? [] : Self.looseZones)
    for name in ["DTSTART", end, "EXDATE", "RECURRENCE-ID"] where Int.random(in: 0..<3, using: &random) == 0 {
      // An occurrence without a start says a zone.
      if comesBack, name == "RECURRENCE-ID", !lines.contains(where: { $0.hasPrefix("DTSTART") }) { continue }
      let day = Self.days.pick(using: &random)
      lines.append(name + zones.pick(using: &random).replacing("%", with: day))
    }
    let count = [0, 2, 5, 12, 70].pick(using: &random)
    let rows = Self.rows + (comesBack ? [] : Self.looseRows)
    lines += (0..<count).map { rows.pick(using: &random).line(&random, $0) }
    lines.shuffle(using: &random)
    lines = lines.map { Self.folded($0, &random) }
    for _ in 0..<Int.random(in: 0...3, using: &random) { lines += Self.alarm(&random) }
    for name in ["Home", "Office"] where Int.random(in: 0..<6, using: &random) == 0 {
      lines += [
        "BEGIN:VLOCATION", "NAME:\(name)", "COORDINATES\(["", ";VALUE=URI"].pick(using: &random)):geo:1,2",
        "END:VLOCATION",
      ]
    }
    self.lines = lines
  }

  private static func alarm(_ random: inout SplitMix64) -> [String] {
    let lines = (0..<Int.random(in: 0...6, using: &random)).map {
      folded(alarmRows.pick(using: &random).line(&random, $0), &random)
    }
    let inner =
      Int.random(in: 0..<8, using: &random) == 0 ? ["BEGIN:VLOCATION", "NAME:x", "END:VLOCATION"] : []
    return ["BEGIN:VALARM"] + lines + inner + ["END:VALARM"]
  }

  /// Some are folded, now and then within their names.
  private static func folded(_ line: String, _ random: inout SplitMix64) -> String {
    guard line.utf8.count > 14, Int.random(in: 0..<12, using: &random) == 0 else { return line }
    let place = Int.random(in: Bool.random(using: &random) ? 2...8 : 8...12, using: &random)
    return "\(line.prefix(place))\r\n \(line.dropFirst(place))"
  }

  var component: String {
    (["BEGIN:" + kind] + lines + ["END:" + kind]).map { $0 + "\r\n" }.joined()
  }

  static func calendar(of components: [OddCalendar], method: Bool = false) -> [UInt8] {
    Array(
      ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + (method ? "METHOD:PUBLISH\r\n" : "")
        + components.map(\.component).joined() + "END:VCALENDAR\r\n").utf8)
  }
}
