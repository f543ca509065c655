import ICalendar
import Testing

@testable import Listo

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
    #expect(plain.isEqual(to: other))
    #expect(CanonicalContent(plain).digest == CanonicalContent(other).digest)
  }

  @Test(arguments: [
    ("DUE;VALUE=DATE:20261201", "DUE:20261201"), ("DUE:20261201T101500Z", "DUE;TZID=UTC:20261201T101500Z"),
    ("SUMMARY:a", "SUMMARY:A"), ("CATEGORIES:a\\,b", "CATEGORIES:a,b"), ("X-A:a\\,b", "X-A:a,b"),
    ("SUMMARY:a\\nb", "SUMMARY:a\\\\nb"), ("X-A;P=\"a,b\":1", "X-A;P=a,b:1"), ("SUMMARY:", "DESCRIPTION:"),
    ("X-A;B=1:2", "X-A:;B=1:2"), ("RELATED-TO;RELTYPE=CHILD:1", "RELATED-TO:1"), ("no property", "X-A:1"),
  ])
  func whatIsSaidCounts(left: String, right: String) throws {
    #expect(try !todo(left).isEqual(to: todo(right)))
    #expect(try !todo(left, right).isEqual(to: todo(right)))
    #expect(try !todo(left, left).isEqual(to: todo(left)))
    #expect(try todo(left, right).isEqual(to: todo(right, left)))
  }

  @Test(arguments: [
    ("CATEGORIES:a\\;b,c\\nd", "CATEGORIES:a;b,c\\Nd"), ("SUMMARY:a\\,b", "SUMMARY:a,b"),
    ("X-A;P=^^:1", "X-A;P=\"^\":1"), ("X-A;VALUE=text:a\\,b", "X-A;VALUE=TEXT:a,b"),
  ])
  func spellingsOfOneValue(left: String, right: String) throws {
    #expect(try todo(left).isEqual(to: todo(right)))
  }

  @Test func stampsAreForPrograms() throws {
    let left = try todo("DTSTAMP:20260101T000000Z", "SUMMARY:a")
    let right = try todo("DTSTAMP:20260102T000000Z", "SUMMARY:a")
    #expect(!left.isEqual(to: right))
    #expect(left.isEqual(to: right, forPeople: true))
  }

  @Test func alarmsCountWithTheirUID() throws {
    let left = try todo("BEGIN:VALARM", "UID:1", "END:VALARM")
    let right = try todo("BEGIN:VALARM", "UID:2", "END:VALARM")
    #expect(!left.isEqual(to: right))
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
