import ICalendar
import ListoFormats
import ListoModel
import ListoTestSupport
import Testing

/// Components of xCal that are read many at a time say what they say where Expat reads all.
struct XMLPassageTests {
  private static let names = ["vtodo", "vevent", "vjournal", "vtimezone"]

  /// The text put between components, and inside them.
  private static let pieces = [
    "", "\n", "\t\n ", "&amp;", "&lt;&gt;", "&quot;", "&#13;", "&#x41;", "&nbsp;", "]]>", "]]", ">", "\r\n",
    "\u{1}",
    "<!-- </vtodo> -->", "<![CDATA[</vtodo>]]>", "<?a </vtodo>?>", "<x/>", "<x><y>a</y></x>", "<x a=\"b\"/>",
    "<x xmlns=\"urn:x\"><y/></x>", "<x xmlns=\"\"/>", "</vtodo>", "</components>", "<vtodo>", "</vcalendar>",
    "<",
    "<vtodo xmlns=\"urn:x\"></vtodo>", "</components></vcalendar><vcalendar><components>",
  ]

  /// - Parameter isPlain: it is not left to Expat.
  private static func text(_ components: [String], isPlain: Bool) -> String {
    // Nothing else tells the two apart: what is said to be in another encoding is all read by Expat.
    "<?xml version=\"1.0\" encoding=\"\(isPlain ? "UTF-8" : "ISO-8859-1")\"?>\n"
      + "<icalendar xmlns=\"urn:ietf:params:xml:ns:icalendar-2.0\"><vcalendar><components>\n"
      + components.joined(separator: "\n") + "</components></vcalendar></icalendar>"
  }

  private static func reading(_ text: String) throws -> (bytes: [UInt8], problems: [String]) {
    let read = try Format.xCal.iCalendar(of: Array(text.utf8))
    return (read.bytes, read.problems.map { "\($0.line ?? 0) \($0.code) \($0.message)" })
  }

  @Test func passagesSayWhatExpatSays() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<400 {
      let components = (0..<Int.random(in: 1...12, using: &random)).map { number in
        let name = number == 0 ? "vtodo" : Self.names.pick(using: &random)
        func piece(_ odds: Int) -> String {
          guard Int.random(in: 0..<odds, using: &random) == 0 else { return "" }
          return Self.pieces.pick(using: &random)
        }
        return """
          \(piece(9))<\(name)><properties>\(piece(20))<uid><text>\(number)</text></uid>
          <summary><text>a\(piece(6))b\(piece(6))</text></summary><due><parameters><tzid><text>A/B</text></tzid></parameters>
          <date-time>2026-12-01T10:00:00</date-time></due><categories><text>a,b</text><text>c</text></categories>
          <geo><latitude>1.5</latitude><longitude>2</longitude></geo><request-status><code>2.0</code></request-status>
          <rrule><recur><freq>WEEKLY</freq><byday>MO</byday><byday>TU</byday></recur></rrule><x-raw>\n raw\(piece(6)) \n</x-raw>
          </properties><components><valarm/>\(piece(20))</components></\(name)>
          """
      }
      let plain = try Self.reading(Self.text(components, isPlain: true))
      let whole = try Self.reading(Self.text(components, isPlain: false))
      #expect(plain.bytes == whole.bytes, "LISTO_SEED=\(seed): \(components)")
      #expect(plain.problems == whole.problems, "LISTO_SEED=\(seed): \(components)")
    }
  }

  /// A broken component behind many others is reported with its line, and those behind it are read.
  @Test func aBreakBehindAPassage() throws {
    func todo(_ number: Int) -> String {
      "<vtodo><properties><summary><text>\(number)</text></summary></properties></vtodo>"
    }
    let broken = "<vtodo><properties></vtodo>"
    let components = (1...50).map(todo) + [broken] + (51...100).map(todo)
    let back = try Self.reading(Self.text(components, isPlain: true))
    #expect(back.problems.count == 1)
    #expect(back.problems.first?.hasPrefix("53 ") ?? false, "\(back.problems)")
    let titles = try DeclarationTests.reminders(back.bytes).compactMap(\.title)
    #expect(titles == (1...100).map { "\($0)" })
  }
}
