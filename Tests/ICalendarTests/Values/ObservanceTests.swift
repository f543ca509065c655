import Testing

@testable import ICalendar

@Suite struct ObservanceTests {
  static func observance(
    _ start: String, _ from: String, _ to: String, rule: String? = nil, rdates: [String] = [],
    name: String? = nil
  ) throws -> Observance {
    Observance(
      isDaylight: false, start: try #require(LocalDateTime(iso: start)),
      offsetFrom: try UTCOffset.parse(bytes(from)),
      offsetTo: try UTCOffset.parse(bytes(to)), name: name,
      rules: try rule.map { [try RecurrenceRule.parse(bytes($0))] } ?? [],
      rdates: try rdates.map { try #require(LocalDateTime(iso: $0)) })
  }

  /// The zone that most calendars of the corpus carry, against the system's data read by other code.
  @Test func berlinAsCalendarsHaveIt() throws {
    let zone = try Zone(
      tzid: "Europe/Berlin",
      observances: [
        Self.observance(
          "1981-03-29T02:00:00", "+0100", "+0200", rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", name: "CEST"),
        Self.observance(
          "1996-10-27T03:00:00", "+0200", "+0100", rule: "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", name: "CET"),
      ])
    let system = try #require(
      ZoneTests.expectations.first { $0.name == "Europe/Berlin" }.flatMap {
        TZif.zone(name: $0.name, $0.file)
      })
    let since = try #require(Instant(iso: "1997-01-01T00:00:00Z"))
    let mine = zone.transitions.filter { $0.instant > since }
    #expect(mine == system.transitions.filter { $0.instant > since })
    #expect(mine.count == 208)
    #expect(zone.initialAbbreviation == "CET")
  }

  /// RFC 5545 §3.6.5: New York with UNTIL in UTC and RDATE.
  @Test func newYorkOfTheRFC() throws {
    let zone = try Zone(
      tzid: "America/New_York",
      observances: [
        Self.observance(
          "1967-04-30T02:00:00", "-0500", "-0400",
          rule: "FREQ=YEARLY;BYMONTH=4;BYDAY=-1SU;UNTIL=19730429T070000Z"),
        Self.observance(
          "1967-10-29T02:00:00", "-0400", "-0500",
          rule: "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z"),
        Self.observance("1974-01-06T02:00:00", "-0500", "-0400", rdates: ["1975-02-23T02:00:00"]),
        Self.observance(
          "1976-04-25T02:00:00", "-0500", "-0400",
          rule: "FREQ=YEARLY;BYMONTH=4;BYDAY=-1SU;UNTIL=19860427T070000Z"),
        Self.observance(
          "1987-04-05T02:00:00", "-0500", "-0400",
          rule: "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z"),
        Self.observance("2007-03-11T02:00:00", "-0500", "-0400", rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
        Self.observance("2007-11-04T02:00:00", "-0400", "-0500", rule: "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
      ])
    let system = try #require(
      ZoneTests.expectations.first { $0.name == "America/New_York" }.flatMap {
        TZif.zone(name: $0.name, $0.file)
      })
    #expect(zone.equivalentOffsets(to: system))
    #expect(zone.canonicalOffsets == system.canonicalOffsets)
  }

  /// UNTIL is UTC whatever the clock of the zone: the onset of that second is the last, east and west of
  /// Greenwich.
  @Test(arguments: [
    ("+0100", "+0200", "20060326T010000Z", 2006), ("+0100", "+0200", "20060326T005959Z", 2005),
    ("-0500", "-0400", "20060326T070000Z", 2006), ("-0500", "-0400", "20060326T065959Z", 2005),
    ("+0100", "+0200", "20060326T020000", 2006), ("+0100", "+0200", "20060326T015959", 2005),
    ("+0100", "+0200", "20060326", 2006), ("+0100", "+0200", "20060325", 2005),
  ])
  func untilOfRules(_ from: String, _ to: String, _ until: String, _ lastYear: Int) throws {
    for place in ["BYDAY=-1SU", "BYDAY=SU;BYSETPOS=-1"] {
      let rule = "FREQ=YEARLY;BYMONTH=3;\(place);UNTIL=\(until)"
      let zone = try Zone(
        tzid: "x", observances: [Self.observance("1990-03-25T02:00:00", from, to, rule: rule)])
      #expect(zone.transitions.last?.instant.utc.day.year == lastYear, "\(rule)")
    }
  }

  @Test func gapsAndOverlaps() throws {
    let zone = try #require(Zone.system(named: "America/New_York"))
    func instant(_ iso: String) throws -> String {
      zone.instant(of: try #require(LocalDateTime(iso: iso))).description
    }
    // RFC 5545 §3.3.5's own examples.
    #expect(try instant("2007-11-04T01:30:00") == "2007-11-04T05:30:00Z")
    #expect(try instant("2007-03-11T02:30:00") == "2007-03-11T07:30:00Z")
    #expect(try instant("2007-03-11T01:59:59") == "2007-03-11T06:59:59Z")
    #expect(try instant("2007-03-11T03:00:00") == "2007-03-11T07:00:00Z")
  }

  /// Outlook's zones begin in 1601.
  @Test func outlook() throws {
    let zone = try Zone(
      tzid: "W. Europe Standard Time",
      observances: [
        Self.observance("1601-01-01T03:00:00", "+0200", "+0100", rule: "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
        Self.observance("1601-01-01T02:00:00", "+0100", "+0200", rule: "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
      ])
    let berlin = try #require(Zone.system(named: "Europe/Berlin"))
    for iso in [
      "1999-03-28T00:59:59Z", "1999-03-28T01:00:00Z", "2012-10-28T00:59:59Z", "2012-10-28T01:00:00Z",
    ] {
      let instant = try #require(Instant(iso: iso))
      #expect(zone.offset(at: instant) == berlin.offset(at: instant))
    }
  }

  /// The usual rules are expanded without libical's iterator; both give the same onsets.
  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "FREQ=YEARLY;BYMONTH=2;BYDAY=5SA",
    "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU", "FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=-1",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYMONTH=10",
    "FREQ=YEARLY;BYMONTH=10,3;BYDAY=2MO,-1FR",
    "FREQ=YEARLY;INTERVAL=3;BYMONTH=6;BYDAY=TU", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=31,30,1",
    "FREQ=YEARLY;WKST=SU;BYMONTH=12;BYDAY=SU",
  ])
  func usualRulesAsLibicalHasThem(_ text: String) throws {
    let rule = try RecurrenceRule.parse(bytes(text))
    guard let libical = LibicalRecurrence(bytes(text)) else {
      Issue.record("libical refuses \(text)")
      return
    }
    for iso in ["1970-01-01T02:00:00", "1981-03-29T02:00:00", "1996-10-27T03:00:00", "2000-02-29T00:30:00"] {
      let start = try #require(LocalDateTime(iso: iso))
      var mine: [LocalDateTime] = []
      var theirs: [LocalDateTime] = []
      #expect(rule.isOnDaysOfMonths)
      var steps = 1_000_000
      rule.occurrencesOnDaysOfMonths(from: start, through: 2100, &steps) {
        mine.append($0)
        return true
      }
      libical.occurrences(from: start) {
        guard $0.day.year <= 2100 else { return false }
        theirs.append($0)
        return true
      }
      #expect(mine == theirs, "from \(iso)")
      #expect(!mine.isEmpty)
    }
  }

  @Test func unusualRulesGoThroughLibical() throws {
    for rule in ["FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYSETPOS=-1", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;COUNT=40"] {
      let zone = try Zone(
        tzid: "x", observances: [Self.observance("1981-03-29T02:00:00", "+0100", "+0200", rule: rule)])
      #expect(zone.transitions.dropFirst(9).first?.instant.description == "1990-03-25T01:00:00Z")
    }
  }

  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=YEARLY;BYDAY=53MO;BYMONTH=2",
    "FREQ=SECONDLY;BYHOUR=1;BYMONTHDAY=30;BYMONTH=2", "FREQ=HOURLY", "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
    "RSCALE=CHINESE;FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=3;BYHOUR=1,2", "FREQ=MONTHLY;BYSETPOS=300;BYDAY=MO",
    "FREQ=YEARLY;BYYEARDAY=200;BYMONTH=2",
  ])
  func endlessSearchesAreNotBegun(_ rule: String) throws {
    let observance = try Self.observance("1970-01-01T02:00:00", "+0100", "+0200", rule: rule)
    let error = #expect(throws: ValueError.self) { try Zone(tzid: "x", observances: [observance]) }
    #expect(error?.code == .recurrenceBound)
  }

  @Test func limits() throws {
    #expect(throws: ValueError.self) { try Zone(tzid: "x", observances: []) }
    let many = try Self.observance("1970-01-01T02:00:00", "+0100", "+0200", rule: "FREQ=DAILY")
    let error = #expect(throws: ValueError.self) { try Zone(tzid: "x", observances: [many]) }
    #expect(error?.code == .zoneChanges)
    var limits = ReadingLimits()
    limits[.zoneChanges] = 100_000
    let all = try Zone(tzid: "x", observances: [many], limits: limits)
    #expect(all.transitions.count > 40_000)
    let unusual = try Self.observance(
      "1970-01-01T02:00:00", "+0100", "+0200", rule: "FREQ=YEARLY;BYDAY=MO;BYSETPOS=300")
    #expect(throws: ValueError.self) {
      try Zone(tzid: "x", observances: Array(repeating: unusual, count: 17))
    }
  }

  /// A rule whose days are far apart: the 29th of February on a Monday comes every 28 years.
  @Test func stepsAreCounted() throws {
    let rare = try Self.observance(
      "0001-01-01T02:00:00", "+0100", "+0200", rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO")
    let one = try Zone(tzid: "x", observances: [rare])
    #expect((60...80).contains(one.transitions.count))
    let error = #expect(throws: ValueError.self) {
      try Zone(tzid: "x", observances: Array(repeating: rare, count: 40))
    }
    #expect(error?.code == .recurrenceSteps)
    // Rules that libical follows are counted alike.
    let unusual = try Self.observance(
      "1981-03-29T02:00:00", "+0100", "+0200", rule: "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;COUNT=40")
    var limits = ReadingLimits()
    limits[.recurrenceSteps] = 20
    let tight = limits
    let other = #expect(throws: ValueError.self) {
      try Zone(tzid: "x", observances: [unusual], limits: tight)
    }
    #expect(other?.code == .recurrenceSteps)
  }
}
