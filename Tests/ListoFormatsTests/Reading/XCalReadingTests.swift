import ICalendar
import ListoModel
import ListoFormats
import Testing

/// xCal as others write it, and XML that must not be trusted.
struct XCalReadingTests {
  private func calendar(_ content: String) -> [UInt8] {
    Array(
      "<?xml version=\"1.0\"?><icalendar xmlns=\"urn:ietf:params:xml:ns:icalendar-2.0\"><vcalendar>\(content)</vcalendar></icalendar>"
        .utf8)
  }

  /// RFC 6321, appendix B.1, with a to-do in the event's place.
  @Test func theExampleOfTheStandard() throws {
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0">
       <vcalendar>
        <properties>
         <calscale><text>GREGORIAN</text></calscale>
         <version><text>2.0</text></version>
        </properties>
        <components>
         <vtodo>
          <properties>
           <dtstamp><date-time>2008-02-05T19:12:24Z</date-time></dtstamp>
           <dtstart><date>2008-10-06</date></dtstart>
           <due><parameters><tzid><text>US/Eastern</text></tzid></parameters><date-time>2008-10-06T12:00:00</date-time></due>
           <summary><text>Planning meeting &amp; more, with; marks</text></summary>
           <categories><text>a,b</text><text>c</text></categories>
           <rrule><recur><freq>WEEKLY</freq><until>2008-12-24T00:00:00Z</until><byday>MO</byday><byday>TU</byday></recur></rrule>
           <geo><latitude>37.386013</latitude><longitude>-122.082932</longitude></geo>
           <request-status><code>2.0</code><description>Success; all</description></request-status>
           <x-thing><parameters><x-param><unknown>p</unknown></x-param></parameters><unknown>a,b;c</unknown></x-thing>
           <uid><text>4088E990AD89CB3DBB484909</text></uid>
          </properties>
         </vtodo>
        </components>
       </vcalendar>
      </icalendar>
      """
    let back = try Format.xCal.iCalendar(of: Array(text.utf8))
    #expect(back.problems.isEmpty)
    #expect(
      String(decoding: back.bytes, as: UTF8.self).split(separator: "\r\n") == [
        "BEGIN:VCALENDAR", "CALSCALE:GREGORIAN", "VERSION:2.0", "BEGIN:VTODO", "DTSTAMP:20080205T191224Z",
        "DTSTART;VALUE=DATE:20081006", "DUE;TZID=US/Eastern:20081006T120000",
        "SUMMARY:Planning meeting & more\\, with\\; marks", "CATEGORIES:a\\,b,c",
        "RRULE:FREQ=WEEKLY;UNTIL=20081224T000000Z;BYDAY=MO,TU", "GEO:37.386013;-122.082932",
        "REQUEST-STATUS:2.0;Success\\; all", "X-THING;X-PARAM=p:a,b;c", "UID:4088E990AD89CB3DBB484909",
        "END:VTODO",
        "END:VCALENDAR",
      ])
  }

  @Test(arguments: [
    "<!DOCTYPE icalendar [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><icalendar/>",
    "<!DOCTYPE icalendar SYSTEM \"file:///etc/passwd\"><icalendar/>",
    "<!DOCTYPE icalendar [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><icalendar>&x;</icalendar>",
  ])
  func aDocumentTypeIsRefused(text: String) throws {
    let back = try Format.xCal.iCalendar(of: Array(text.utf8))
    #expect(back.problems.map(\.code) == [.badSyntax])
    #expect(back.problems.first?.line == 1)
    #expect(back.problems.first?.message.contains("document type") ?? false)
    #expect(back.bytes.isEmpty)
  }

  @Test func whatStandsBeforeTheBreakIsRead() throws {
    let text = calendar(
      "<components>\n<vtodo><properties><summary><text>a</text></summary></properties></vtodo>\n<vtodo><broken></components>"
    )
    let back = try Format.xCal.iCalendar(of: text)
    #expect(back.problems.map(\.code) == [.badSyntax])
    #expect(back.problems.first?.line == 3)
    #expect(try DeclarationTests.reminders(back.bytes).map(\.title) == ["a"])
  }

  private static func todo(_ title: String) -> String {
    "<vtodo><properties><summary><text>\(title)</text></summary></properties></vtodo>"
  }

  /// Breaks of many kinds, with reminders on either side.
  @Test(arguments: [
    "<vtodo><properties><summary><text>x</summary></properties></vtodo>", "<vtodo x><properties/></vtodo>",
    "<vtodo><properties><summary><text>a < b & c</text></summary></properties></vtodo>",
    "<vtodo>&nbsp;</vtodo>", "<vtodo>\u{1}</vtodo>", "<vevent></vtodo>",
    "<vtodo><vtodo y></vtodo>",
  ])
  func whatComesBehindABreakIsRead(broken: String) throws {
    let text = calendar(
      "<properties>\n<x-wr-calname><unknown>Home</unknown></x-wr-calname></properties>\n<components>\n\(Self.todo("a"))\n\(broken)\n\(Self.todo("b"))\n\(broken)\n\(Self.todo("c"))</components>"
    )
    let back = try Format.xCal.iCalendar(of: text)
    #expect(back.problems.map(\.code).filter { $0 == .badSyntax }.count >= 2)
    #expect(back.problems.first?.line == 5, "\(back.problems)")
    let titles = try DeclarationTests.reminders(back.bytes).compactMap(\.title)
    #expect(["a", "b", "c"].allSatisfy(titles.contains), "\(titles)")
    // They are of one list still.
    let made = String(decoding: back.bytes, as: UTF8.self)
    #expect(made.split(separator: "BEGIN:VCALENDAR", omittingEmptySubsequences: true).count == 1)
    #expect(made.contains("X-WR-CALNAME:Home"))
  }

  /// With a prefix, in blocks of every size, and with a calendar behind the break.
  @Test func breaksWhereverABlockEnds() throws {
    let text = """
      <i:icalendar xmlns:i="urn:ietf:params:xml:ns:icalendar-2.0">
      <i:vcalendar><i:components><i:vtodo><i:oops></i:vtodo></i:components></i:vcalendar>
      <i:vcalendar><i:components>
      <i:vtodo><i:properties><i:summary><i:text>b</i:text></i:summary></i:properties></i:vtodo>
      </i:components></i:vcalendar></i:icalendar>
      """
    for size in 1...80 {
      let sink = MemorySink()
      let source = Trickle(rest: Array(text.utf8)[...], size: size)
      let reading = try Format.xCal.read(source, file: "a.xcal", options: FormatOptions(), into: sink)
      #expect(reading?.problems.map(\.line) == [2], "\(size)")
      #expect(try DeclarationTests.reminders(sink.bytes).map(\.title) == ["b"], "\(size)")
    }
  }

  /// So many bytes at a time.
  private struct Trickle: ByteSource {
    var rest: ArraySlice<UInt8>
    let size: Int

    mutating func read(_ count: Int, into bytes: inout [UInt8]) {
      bytes += rest.prefix(min(count, size))
      rest = rest.dropFirst(min(count, size))
    }
  }

  @Test func manyBreaksAreBounded() throws {
    let text = calendar("<components>" + String(repeating: "<vtodo><x></vtodo>\n", count: 20_000))
    let back = try Format.xCal.iCalendar(of: text)
    #expect(back.problems.contains { $0.code == .badSyntax })
  }

  @Test func tenThousandLevels() throws {
    let deep = String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
    let back = try Format.xCal.iCalendar(
      of: calendar(
        "<components><vtodo>\(deep)</vtodo><vtodo><properties><summary><text>b</text></summary></properties></vtodo></components>"
      ))
    #expect(back.problems.contains { $0.code == .nestedTooDeep && $0.line == 1 })
    #expect(try DeclarationTests.reminders(back.bytes).last?.title == "b")
  }

  @Test func controlCharactersAreCounted() throws {
    let conversion = try Conversion(
      Conversion.calendar("UID:1\nSUMMARY:a\u{07}b\u{0D}c"), to: .xCal, keepingEntries: true)
    #expect(conversion.losses.counts == ["text with control characters": 1])
    #expect(conversion.text.contains("a\u{FFFD}b"))
  }

  /// Elements of other vocabularies are told and left out, wherever they stand.
  @Test func anotherNamespaceIsNoProperty() throws {
    let foreign = "<x:summary xmlns:x=\"urn:x\"><text>no</text><x:due>1</x:due></x:summary>"
    let text = calendar(
      "<properties>\(foreign)<version><text>2.0</text></version></properties>\(foreign)<components>\(foreign)"
        + "<vtodo>\(foreign)<properties>\(foreign)<summary>\(foreign)<text>a\(foreign)b</text></summary>"
        + "<due><parameters>\(foreign)<tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-12-01T10:00:00</date-time></due>"
        + "</properties></vtodo></components>")
    let back = try Format.xCal.iCalendar(of: text)
    #expect(
      String(decoding: back.bytes, as: UTF8.self).split(separator: "\r\n") == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "SUMMARY:ab",
        "DUE;TZID=Europe/Berlin:20261201T100000", "END:VTODO",
        "END:VCALENDAR",
      ])
    #expect(back.problems.map(\.code) == Array(repeating: .unknownKey, count: 8), "\(back.problems)")
    let many = calendar(
      "<components><vtodo>" + String(repeating: "<y xmlns=\"urn:y\"/>", count: 20_000)
        + "</vtodo></components>")
    #expect(try Format.xCal.iCalendar(of: many).bytes.count < 1000)
  }

  @Test func anotherNamespaceIsPassedOver() throws {
    let text = Array(
      "<icalendar xmlns=\"urn:ietf:params:xml:ns:icalendar-2.0\" xmlns:x=\"urn:x\"><x:y><z/></x:y><vcalendar/></icalendar>"
        .utf8)
    let back = try Format.xCal.iCalendar(of: text)
    #expect(back.problems.map(\.code) == [.unknownKey])
    #expect(back.bytes.starts(with: "BEGIN:VCALENDAR".utf8))
  }
}
