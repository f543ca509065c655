import ICalendar
import Testing

@testable import ListoModel

@Suite struct CanonicalContentTests {
  private func todo(_ lines: String...) throws -> Component {
    try #require(
      Component(Array((["BEGIN:VTODO"] + lines + ["END:VTODO", ""]).joined(separator: "\r\n").utf8)))
  }

  @Test func waysToWriteDoNotCount() throws {
    let plain = try todo(
      "UID:1", "SUMMARY:a, b; c", "DUE:20261201T101500Z", "RELATED-TO:2",
      "ATTENDEE;CN=Ann;RSVP=TRUE:mailto:a@b.c",
      "BEGIN:VALARM", "TRIGGER:-PT15M", "END:VALARM", "BEGIN:VALARM", "ACTION:AUDIO", "END:VALARM")
    let other = try todo(
      "BEGIN:VALARM", "action:AUDIO", "END:VALARM", "BEGIN:VALARM", "TRIGGER;VALUE=DURATION:-PT15M",
      "END:VALARM",
      "attendee;RSVP=TRUE;cn=\"Ann\":mailto:a@b.c", "related-to;reltype=parent:2",
      "due;value=date-time:20261201T1",
      " 01500Z", "Summary:a\\, b\\;", "  c", "UID:another")
    #expect(plain.isEqual(to: other, .canonical))
    #expect(CanonicalContent(plain).digest == CanonicalContent(other).digest)
  }

  @Test(arguments: [
    ("DUE;VALUE=DATE:20261201", "DUE:20261201"), ("DUE:20261201T101500Z", "DUE;TZID=UTC:20261201T101500Z"),
    ("SUMMARY:a", "SUMMARY:A"), ("CATEGORIES:a\\,b", "CATEGORIES:a,b"), ("X-A:a\\,b", "X-A:a,b"),
    ("SUMMARY:a\\nb", "SUMMARY:a\\\\nb"), ("X-A;P=\"a,b\":1", "X-A;P=a,b:1"), ("SUMMARY:", "DESCRIPTION:"),
    ("X-A;B=1:2", "X-A:;B=1:2"), ("RELATED-TO;RELTYPE=CHILD:1", "RELATED-TO:1"), ("no property", "X-A:1"),
  ])
  func whatIsSaidCounts(left: String, right: String) throws {
    #expect(try !todo(left).isEqual(to: todo(right), .canonical))
    #expect(try !todo(left, right).isEqual(to: todo(right), .canonical))
    // A set says no more twice than once.
    let isSet = ["CATEGORIES", "RELATED-TO"].contains(left.prefix { $0.isUppercase || $0 == "-" })
    #expect(try todo(left, left).isEqual(to: todo(left), .canonical) == isSet)
    #expect(try todo(left, right).isEqual(to: todo(right, left), .canonical))
  }

  @Test(arguments: [
    ("CATEGORIES:a\\;b,c\\nd", "CATEGORIES:a;b,c\\Nd"), ("SUMMARY:a\\,b", "SUMMARY:a,b"),
    ("X-A;P=^^:1", "X-A;P=\"^\":1"), ("X-A;VALUE=text:a\\,b", "X-A;VALUE=TEXT:a,b"),
  ])
  func spellingsOfOneValue(left: String, right: String) throws {
    #expect(try todo(left).isEqual(to: todo(right), .canonical))
  }

  /// Values by what they mean (Documentation/Merging.md, *Canonical content*).
  @Test(arguments: [
    ("RRULE:FREQ=WEEKLY;BYDAY=MO,TU", "RRULE:BYDAY=TU,MO,MO;INTERVAL=1;WKST=MO;FREQ=weekly;"),
    (
      "RRULE:FREQ=MONTHLY;BYDAY=1MO;UNTIL=20261201T000000Z",
      "RRULE:UNTIL=20261201T000000Z;BYDAY=+1MO;FREQ=MONTHLY"
    ),
    ("DURATION:P7W", "DURATION:P49D"), ("DURATION:PT60M", "DURATION:PT1H"), ("DURATION:PT0S", "DURATION:P0D"),
    ("TRIGGER:-PT15M", "TRIGGER;RELATED=START:-P0DT0H15M0S"),
    ("TRIGGER:20261201T060000Z", "TRIGGER;VALUE=DATE-TIME:20261201T060000Z"),
    ("REFRESH-INTERVAL;VALUE=DURATION:PT60M", "REFRESH-INTERVAL;value=duration:PT1H"),
    ("GEO:1.0;-2.50", "GEO:+01.000000;-2.5"), ("GEO:0;-0.0", "GEO:0.0;0"),
    ("STATUS:needs-action", "STATUS:NEEDS-ACTION"), ("DURATION:pt1h", "DURATION:PT1H"),
    ("CLASS:Private", "CLASS:PRIVATE"), ("ACTION:display", "ACTION:DISPLAY"),
    ("TRANSP:opaque", "TRANSP:OPAQUE"),
    ("PRIORITY:01", "PRIORITY:+1"), ("X-APPLE-SORT-ORDER:007", "X-APPLE-SORT-ORDER:7"),
    ("TZOFFSETTO:+0100", "TZOFFSETTO:+010000"), ("X-A;VALUE=BOOLEAN:true", "X-A;VALUE=BOOLEAN:TRUE"),
    ("X-A;VALUE=FLOAT:1.50", "X-A;VALUE=float:01.5"),
    (
      "ATTENDEE:mailto:a@b",
      "ATTENDEE;RSVP=false;CUTYPE=Individual;ROLE=REQ-PARTICIPANT;PARTSTAT=needs-action:MAILTO:A@b"
    ),
    ("RELATED-TO;RELTYPE=child:1", "RELATED-TO;RELTYPE=CHILD:1"),
    ("CATEGORIES:a,b,a", "CATEGORIES:b\r\nCATEGORIES:a"),
    ("RESOURCES:a,b", "RESOURCES:b,a"),
    ("EXDATE:20261202T090000Z,20261203T090000Z", "EXDATE:20261203T090000Z\r\nEXDATE:20261202T090000Z"),
    ("RDATE;VALUE=PERIOD:20261202T090000Z/PT60M", "RDATE;VALUE=PERIOD:20261202T090000Z/PT1H"),
    ("EXDATE;VALUE=DATE:20261202", "EXDATE:20261202"),
    ("RELATED-TO:1", "RELATED-TO:1\r\nRELATED-TO;RELTYPE=PARENT:1"),
  ])
  func spellingsOfOneMeaning(left: String, right: String) throws {
    let (one, other) = try (todo(left), todo(right))
    #expect(one.isEqual(to: other, .canonical) && other.isEqual(to: one, .canonical))
    #expect(CanonicalContent(one).digest == CanonicalContent(other).digest)
    // Names read a RELTYPE, and nothing else of these.
    #expect((ContentName(one) == ContentName(other)) == left.hasPrefix("RELATED-TO;"))
  }

  @Test(arguments: [
    ("DURATION:P1D", "DURATION:PT24H"), ("DURATION:P1DT24H", "DURATION:P2D"),
    ("RRULE:FREQ=WEEKLY;X-A=1", "RRULE:X-A=1;FREQ=WEEKLY"),
    ("RRULE:FREQ=WEEKLY;WKST=SU", "RRULE:FREQ=WEEKLY"),
    ("RRULE:FREQ=WEEKLY;INTERVAL=99999", "RRULE:INTERVAL=99999;FREQ=WEEKLY"),
    ("RRULE:FREQ=WEEKLY;COUNT=2", "RRULE:FREQ=WEEKLY"),
    ("GEO:1.0000001;2", "GEO:1;2"), ("GEO:1,2", "GEO:1.0,2"), ("TRIGGER;RELATED=END:-PT5M", "TRIGGER:-PT5M"),
    ("PRIORITY:x", "PRIORITY:X"), ("ORGANIZER:mailto:a@b", "ORGANIZER:mailto:A@b"), ("X-A:01", "X-A:1"),
    ("X-A:TRUE", "X-A:true"),
    ("EXDATE;TZID=Europe/Berlin:20261202T100000", "EXDATE:20261202T090000Z"),
    ("CATEGORIES;LANGUAGE=de:a", "CATEGORIES:a"),
    ("EXDATE;VALUE=DATE:20261202", "EXDATE:20261202T000000"),
    ("TRIGGER;VALUE=DATE-TIME:-PT5M", "TRIGGER:-PT5M"),
    ("COMMENT:a", "COMMENT:a\r\nCOMMENT:a"), ("CATEGORIES:", "X-A:"),
  ])
  func otherMeanings(left: String, right: String) throws {
    let (one, other) = try (todo(left), todo(right))
    #expect(!one.isEqual(to: other, .canonical))
    #expect(CanonicalContent(one).digest != CanonicalContent(other).digest)
  }

  @Test func exceptionsAreInstantsWhereTheirZonesAreKnown() throws {
    let one = try todo("EXDATE;TZID=Europe/Berlin:20261202T100000")
    let other = try todo("EXDATE:20261202T090000Z")
    let zone = { (tzid: String) in Zone.resolve(tzid: tzid)?.zone }
    #expect(one.isEqual(to: other, .canonical, zone: zone))
    #expect(!one.isEqual(to: other, .canonical, zone: { _ in nil }))
    #expect(one.isEqual(to: other, .canonical, zone: zone, otherZone: { _ in nil }))
  }

  @Test(
    arguments: [
      (["SEQUENCE:1"], ["SEQUENCE:2"], EqualityLevel.forPeople),
      (["CREATED:20260101T000000Z"], [], .forPeople),
      (["ORGANIZER:mailto:a@b", "SEQUENCE:1"], ["ORGANIZER:mailto:a@b", "SEQUENCE:2"], nil),
      ([], ["STATUS:needs-action", "PRIORITY:00", "PERCENT-COMPLETE:0", "CLASS:public"], .forPeople),
      (["PERCENT-COMPLETE:50"], ["PERCENT-COMPLETE:50", "STATUS:NEEDS-ACTION"], nil),
      (["COMPLETED:20260101T000000Z"], ["COMPLETED:20260101T000000Z", "STATUS:NEEDS-ACTION"], nil),
      (["X-APPLE-SORT-ORDER:1"], ["X-APPLE-SORT-ORDER:2"], .forKeeping),
      ([], ["X-MOZ-LASTACK:20260101T000000Z"], .forKeeping),
      (
        ["BEGIN:VALARM", "END:VALARM"], ["BEGIN:VALARM", "ACKNOWLEDGED:20260101T000000Z", "END:VALARM"],
        .forKeeping
      ),
      (
        ["BEGIN:VALARM", "END:VALARM"], ["BEGIN:VALARM", "LAST-MODIFIED:20260101T000000Z", "END:VALARM"],
        .forPeople
      ),
      (["BEGIN:VALARM", "END:VALARM"], [], nil),
      (["SUMMARY:a"], ["SUMMARY:a", "X-EVOLUTION-CALDAV-ETAG:1"], .forPeople),
    ] as [([String], [String], EqualityLevel?)])
  func levels(left: [String], right: [String], first: EqualityLevel?) throws {
    let sides = try [left, right].map { lines in
      try #require(
        Component(Array((["BEGIN:VTODO"] + lines + ["END:VTODO", ""]).joined(separator: "\r\n").utf8)))
    }
    for level in EqualityLevel.allCases {
      let isWanted = first.map { level >= $0 } ?? false
      #expect(sides[0].isEqual(to: sides[1], level) == isWanted, "\(level)")
      #expect(sides[1].isEqual(to: sides[0], level) == isWanted, "\(level)")
      #expect(sides[0].isEqual(to: sides[0], level))
    }
  }

  /// Names are kept in files and selections: what counts as equal may change, they may not.
  @Test func namesStayWhatTheyWere() throws {
    let bins = try todo(
      "SUMMARY:Bins", "DTSTAMP:20260101T000000Z", "LAST-MODIFIED:20260101T000000Z", "SEQUENCE:01",
      "DTSTART:20261201T060000Z", "RRULE:INTERVAL=1;FREQ=WEEKLY;BYDAY=TU,MO", "DURATION:PT60M",
      "STATUS:needs-action", "PRIORITY:0", "CATEGORIES:b,a", "CATEGORIES:a", "GEO:1.0;2.50",
      "EXDATE:20261208T060000Z,20261207T060000Z",
      "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=needs-action;RSVP=false:mailto:Ann@example.org",
      "RELATED-TO;RELTYPE=parent:p", "BEGIN:VALARM", "ACTION:display",
      "TRIGGER;RELATED=START:-P0DT0H15M0S", "END:VALARM")
    let name = "2ad6bc73dae26d1a7ea5f2dda85d11fbdf231d5de3e1bff30a98b39099304cb3"
    #expect(ContentName(bins).description == name)
    #expect(ItemKey.uid(of: bins) == ContentName(bins).bytes)
    #expect(bins.derivedUID == "fd5ff738-07f8-5679-ab34-08e0884f456c")
    let other = try todo("UID:1", "SUMMARY:b")
    #expect(bins.sibling(of: other).first(.uid)?.rawText == "e736bf4c-1d57-5378-9c94-768dba007ad4")
  }

  @Test func stampsAreForPrograms() throws {
    let left = try todo("DTSTAMP:20260101T000000Z", "SUMMARY:a")
    let right = try todo("DTSTAMP:20260102T000000Z", "SUMMARY:a")
    #expect(!left.isEqual(to: right, .canonical))
    #expect(left.isEqual(to: right, .forPeople))
  }

  @Test func alarmsCountWithTheirUID() throws {
    let left = try todo("BEGIN:VALARM", "UID:1", "END:VALARM")
    let right = try todo("BEGIN:VALARM", "UID:2", "END:VALARM")
    #expect(!left.isEqual(to: right, .canonical))
  }

  /// The example of RFC 9562 Appendix A.4: the DNS namespace and www.example.com.
  @Test func nameBasedUUID() {
    let dns: [UInt8] = [
      0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
    ]
    #expect(
      UUIDv5.string(namespace: dns, name: Array("www.example.com".utf8))
        == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }
}
