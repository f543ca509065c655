import ICalendar
import Testing

@Suite struct SmallValueTests {
  @Test(arguments: [
    ("P1D", "P1D", 86_400), ("-PT15M", "-PT15M", -900), ("+PT5M", "PT5M", 300), ("P1W", "P1W", 604_800),
    ("P1DT2H3M4S", "P1DT2H3M4S", 93_784), ("PT1H1S", "PT1H1S", 3601), ("P1W2D", "P1W2D", 777_600),
    ("PT0S", "PT0S", 0), ("P0D", "PT0S", 0), ("-PT0S", "-PT0S", 0), ("PT24H", "PT24H", 86_400),
  ])
  func durations(_ text: String, _ written: String, _ seconds: Int64) throws {
    let duration = try CalendarDuration.parse(bytes(text))
    #expect(duration.description == written)
    #expect(duration.totalSeconds == seconds)
  }

  /// The first seven are read by libical as something.
  @Test(arguments: [
    "P", "PT", "PT1H30", "PT1S1M", "P99999999999D", "P1DT", "-P", "", "P1Y", "P1H", "PT5M5M", " P1D",
    "P1D ",
    "--P1D", "P-1D", "PT-5M", "1D", "PTM", "PT1D", "P1M", "P1D2", "PT1H\u{0}",
  ])
  func notDurations(_ text: String) {
    let error = #expect(throws: ValueError.self) { try CalendarDuration.parse(bytes(text)) }
    #expect(error?.code == .duration)
  }

  @Test func triggers() throws {
    #expect(try Trigger.parse(bytes("-PT15M")).description == "-PT15M")
    #expect(try Trigger.parse(bytes("20261201T101500Z")).description == "20261201T101500Z")
    #expect(
      try Trigger.parse(bytes("20261201T101500Z"), valueIsDateTime: true).description == "20261201T101500Z")
    for (text, isDateTime) in [
      ("P", nil), ("20261201T101500", nil), ("20261201", nil), ("20261332T100000Z", nil), ("junk", nil),
      ("-PT15M", true), ("20261201T101500Z", false),
    ] as [(String, Bool?)] {
      let error = #expect(throws: ValueError.self) {
        try Trigger.parse(bytes(text), valueIsDateTime: isDateTime)
      }
      #expect(error?.code == .trigger)
    }
  }

  @Test func periods() throws {
    for text in [
      "20261201T100000Z/PT1H", "20261201T100000Z/20261201T110000Z", "20261201T100000/20261202T100000",
    ] {
      #expect(try PeriodValue.parse(bytes(text)).description == text)
    }
    // The first four pass libical.
    for text in [
      "20261301T100000Z/PT1H", "20261201T100000Z/-PT1H", "20261201T110000Z/20261201T100000Z", "20261201/P1D",
      "20261201T100000Z/", "20261201T100000Z", "20261201T100000Z/20261201T110000",
      "20261201T100000Z/PT1H/PT2H", "/",
    ] {
      let error = #expect(throws: ValueError.self) { try PeriodValue.parse(bytes(text)) }
      #expect(error?.code == .period)
    }
  }

  @Test func offsets() throws {
    for (text, seconds) in [
      ("+0100", 3600), ("-0530", -19_800), ("-053020", -19_820), ("+0000", 0), ("-0000", 0),
    ] {
      #expect(try UTCOffset.parse(bytes(text)).seconds == seconds)
    }
    #expect(try UTCOffset.parse(bytes("-053020")).description == "-053020")
    #expect(try UTCOffset.parse(bytes("+0100")).description == "+0100")
    for text in [
      "+1", "+010", "+01:00", "+2460", "0100", "+9999", "+01000", "Z", "+0099", "+2400", "", "+0100 ",
    ] {
      #expect(throws: ValueError.self) { try UTCOffset.parse(bytes(text)) }
    }
  }

  @Test func integers() throws {
    for (text, number) in [
      ("0", 0), ("9", 9), ("-1", -1), ("+5", 5), ("2147483647", 2_147_483_647), ("007", 7),
    ] {
      #expect(try IntegerValue.parse(bytes(text)) == number)
    }
    // libical: 1215752191 and 0.
    for text in [
      "99999999999", "junk", "", "-", "5 ", " 5", "5.0", "2147483648", "99999999999999999999999999", "５",
    ] {
      let error = #expect(throws: ValueError.self) { try IntegerValue.parse(bytes(text)) }
      #expect(error?.code == .integer)
    }
  }

  @Test func positions() throws {
    let position = try GeoPosition.parse(bytes("48.123456789;-11.1"))
    #expect(position.description == "48.123456789;-11.1")
    #expect(position.latitude == 48.123456789 && position.longitude == -11.1)
    #expect(try GeoPosition.parse(bytes("+90;180.0")).description == "+90;180.0")
    for text in [
      "", "48", "48;", "48,11", "48;11;1", "91;0", "0;180.1", "1e1;0", "nan;0", "48. ;1", ".5;1", "5.;1",
    ] {
      let error = #expect(throws: ValueError.self) { try GeoPosition.parse(bytes(text)) }
      #expect(error?.code == .geo)
    }
  }
}
