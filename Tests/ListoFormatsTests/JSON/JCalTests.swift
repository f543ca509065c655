import ICalendar
import Testing

@testable import ListoFormats

@Suite struct JCalTests {
  @Test(arguments: [
    // RFC 7265 §3.4 and §3.6, and what real files add.
    ("SUMMARY:Meeting\\, with \\\"Fred\\\"", #"["summary",{},"text","Meeting, with \\\"Fred\\\""]"#),
    (
      "ATTENDEE;CUTYPE=GROUP;MEMBER=\"mailto:a@x\",\"mailto:b@x\":mailto:c@x",
      #"["attendee",{"cutype":"GROUP","member":["mailto:a@x","mailto:b@x"]},"cal-address","mailto:c@x"]"#
    ),
    ("CATEGORIES:a,b\\,c,d", #"["categories",{},"text","a","b,c","d"]"#),
    ("GEO:48.123456789;-011.10", #"["geo",{},"float",[48.123456789,-11.10]]"#),
    ("GEO:48", #"["geo",{},"unknown","48"]"#),
    ("REQUEST-STATUS:2.0;Success", #"["request-status",{},"text",["2.0","Success"]]"#),
    (
      "EXDATE;TZID=Europe/Berlin:20261201T101500,20261202T101500",
      #"["exdate",{"tzid":"Europe/Berlin"},"date-time","2026-12-01T10:15:00","2026-12-02T10:15:00"]"#
    ),
    ("EXDATE;VALUE=DATE:20261201,20261202", #"["exdate",{},"date","2026-12-01","2026-12-02"]"#),
    (
      "RDATE;VALUE=PERIOD:20261201T100000Z/PT1H,20261202T100000Z/20261202T110000Z",
      #"["rdate",{},"period",["2026-12-01T10:00:00Z","PT1H"],["2026-12-02T10:00:00Z","2026-12-02T11:00:00Z"]]"#
    ),
    ("FREEBUSY:20261201T100000Z/PT1H", #"["freebusy",{},"period",["2026-12-01T10:00:00Z","PT1H"]]"#),
    (
      "RRULE:FREQ=YEARLY;COUNT=5;BYDAY=-1SU,2MO;BYMONTH=10",
      #"["rrule",{},"recur",{"freq":"YEARLY","count":5,"byday":["-1SU","2MO"],"bymonth":10}]"#
    ),
    (
      "RRULE:FREQ=MONTHLY;UNTIL=20271231T230000Z;BYSETPOS=-1",
      #"["rrule",{},"recur",{"freq":"MONTHLY","until":"2027-12-31T23:00:00Z","bysetpos":-1}]"#
    ),
    (
      "RRULE:RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;SKIP=FORWARD",
      #"["rrule",{},"recur",{"rscale":"HEBREW","freq":"YEARLY","bymonth":"5L","skip":"FORWARD"}]"#
    ),
    ("RRULE:each monday", #"["rrule",{},"unknown","each monday"]"#),
    ("TZOFFSETFROM:+0100", #"["tzoffsetfrom",{},"utc-offset","+01:00"]"#),
    ("TZOFFSETFROM:-053020", #"["tzoffsetfrom",{},"utc-offset","-05:30:20"]"#),
    ("TRIGGER:-PT15M", #"["trigger",{},"duration","-PT15M"]"#),
    ("TRIGGER;VALUE=DATE-TIME:20261201T100000Z", #"["trigger",{},"date-time","2026-12-01T10:00:00Z"]"#),
    (
      "ATTACH;VALUE=BINARY;ENCODING=BASE64:AAECAw==", #"["attach",{"encoding":"BASE64"},"binary","AAECAw=="]"#
    ),
    ("X-A:a\\,b", #"["x-a",{},"unknown","a\\,b"]"#),
    ("X-A;VALUE=TEXT:a\\,b", #"["x-a",{},"text","a,b"]"#),
    ("X-A;VALUE=BOOLEAN:True", #"["x-a",{},"boolean",true]"#),
    ("X-A;VALUE=TIME:101500Z", #"["x-a",{},"time","10:15:00Z"]"#),
    ("X-A;VALUE=X-Kind:raw\\n", #"["x-a",{},"x-kind","raw\\n"]"#),
    ("x-a;x-p=1;X-P=\"2:3\":v", #"["x-a",{"x-p":["1","2:3"]},"unknown","v"]"#),
    ("X-A;X-P=a^nb^'c:v", #"["x-a",{"x-p":"a\nb\"c"},"unknown","v"]"#),
  ])
  func properties(line: String, expected: String) throws {
    let component = try #require(Component(Array("BEGIN:VTODO\r\n\(line)\r\nEND:VTODO\r\n".utf8)))
    var json = JSONText()
    var unparsed: [ArraySlice<UInt8>] = []
    JCal.write(component.properties, to: &json, unparsed: &unparsed)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "[\(expected)]")
    #expect(unparsed.isEmpty)
    // By the places of its lines, as a component is written.
    var whole = JSONText()
    JCal.write(component, to: &whole, unparsed: &unparsed)
    #expect(String(decoding: whole.bytes, as: UTF8.self) == "[\"vtodo\",[\(expected)],[]]")
    #expect(unparsed.isEmpty)
  }
}
