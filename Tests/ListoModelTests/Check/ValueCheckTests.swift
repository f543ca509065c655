import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// Lines that are told to be right by their bytes are those in which a reading finds nothing, and what is
/// noted of them is the same.
@Suite struct ValueCheckTests {
  private static let lines = [
    "DTSTAMP:20260101T000000Z", "CREATED;VALUE=DATE-TIME:20260101T000000Z", "COMPLETED:20260101T101500",
    "DUE:20260101T101500Z", "DUE:20260101T101500", "DUE:20260101", "DUE;VALUE=DATE:20260101",
    "DUE;VALUE=DATE:20240229", "DTSTART;TZID=Europe/Berlin:20260101T101500", "DTSTART;VALUE=DATE:20260131",
    "DTSTART;TZID=Europe/Berl^in:20260101T101500", "DTSTART;TZID=Nowhere:20260101T101500",
    "DTSTART;TZID=Asia/Tokyo:20260101T101500Z", "DTEND;TZID=\"Asia/Tokyo\":20260101T101500",
    "RECURRENCE-ID;TZID=Asia/Tokyo:20260101T101500", "PRIORITY:9", "PRIORITY:10", "PRIORITY:-1",
    "PERCENT-COMPLETE:100", "PERCENT-COMPLETE:101", "SEQUENCE:0000000003", "SEQUENCE:999999999", "REPEAT:+2",
    "STATUS:NEEDS-ACTION", "STATUS:needs-action", "STATUS:CONFIRMED", "STATUS:CANCELLED", "STATUS:",
    "TRIGGER:-PT15M", "TRIGGER:P1W", "TRIGGER:PT1H30M", "TRIGGER;VALUE=DATE-TIME:20260101T101500Z",
    "TRIGGER:20260101T101500Z", "TRIGGER;RELATED=END:PT5M", "DURATION:-P1D", "DURATION:PT1S1M", "SUMMARY:x",
    "SUMMARY;X-A=\"b:c", "RELATED-TO;RELTYPE=PARENT:2", "X-FOO;:x", "GEO:1;2", "RRULE:FREQ=DAILY",
    "EXDATE:20260101", "VERSION:2.0",
  ]

  private func expectAgreement(_ line: [UInt8], _ seed: UInt64?) throws {
    for kind in ["VTODO", "VEVENT", "VALARM"] {
      let bytes = Array("BEGIN:\(kind)\r\n".utf8) + line + Array("\r\nEND:\(kind)\r\n".utf8)
      guard let component = Component(bytes) else { continue }
      let lines = ComponentLines(component)
      var (quick, plain) = (ValueCheck(file: "a.ics"), ValueCheck(file: "a.ics"))
      var (noted, read) = (ComparedValues(), ComparedValues())
      // Twice: a zone that was met is known.
      for place in lines.places + lines.places where place.id != .malformed {
        quick.check(place, of: lines, in: lines.kind, &noted)
        plain.check(component.property(at: place), in: lines.kind, &read)
      }
      let text = "\(String(decoding: line, as: UTF8.self)) in \(kind), \(seed.map { "seed \($0)" } ?? "")"
      #expect(quick.findings == plain.findings, "\(text)")
      #expect(noted.start == read.start, "\(text)")
      #expect(noted.end?.moment == read.end?.moment && noted.end?.line == read.end?.line, "\(text)")
      #expect(noted.end?.id == read.end?.id && noted.rules.map(\.line) == read.rules.map(\.line), "\(text)")
    }
  }

  @Test(arguments: lines) func usualLines(line: String) throws {
    try expectAgreement(Array(line.utf8), nil)
    try expectAgreement(Array((line.prefix(12) + "\r\n " + line.dropFirst(12)).utf8), nil)
  }

  /// Bytes changed at random.
  @Test func damagedLines() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<4000 {
      var line = Array(Self.lines[Int.random(in: 0..<Self.lines.count, using: &random)].utf8)
      let place = Int.random(in: line.count / 2..<line.count, using: &random)
      let digit = UInt8.random(in: 0x30...0x3A, using: &random)
      line[place] = Bool.random(using: &random) ? digit : UInt8.random(in: 0x20...0x7E, using: &random)
      try expectAgreement(line, seed)
    }
  }
}
