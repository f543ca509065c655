import Foundation
import ICalendar
import Testing

/// The tables of Documentation/Libical.md, a row a test: what libical does to a component, and what Listo
/// keeps of it. A libical that does otherwise than its version says fails, so that someone looks.
@Suite struct LossTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var lines: String
    var asked: Asked
    /// The answer of libical 3.0.16, and that of one that loses nothing.
    var damaged: String
    var mended: String
    /// The first version that gives the second answer, or another.
    var mendedIn: Int?
    var mendedAnswer: String?
    var testDescription: String { String(lines.prefix(60)) }

    init(
      _ lines: String, _ asked: Asked, damaged: String, mended: String, mendedIn: Int? = nil,
      mendedAnswer: String? = nil
    ) {
      (self.lines, self.asked, self.damaged, self.mended) = (lines, asked, damaged, mended)
      (self.mendedIn, self.mendedAnswer) = (mendedIn, mendedAnswer)
    }

    var isMended: Bool { mendedIn.map { LibicalVersion.built >= $0 } ?? false }
  }

  /// A question that both readings of a component can answer with a text.
  enum Asked: Sendable {
    /// The values of the property of this name, decoded, with `|` between them.
    case texts(String)
    /// How many values the property of this name has on all its lines.
    case count(String)
    /// The parameters of the first property but for its VALUE, `NAME=a|b` with blanks between them.
    case parameters
    /// How many parameters the first property has.
    case parameterCount
    /// The names of the properties.
    case names
    /// The names of the components inside.
    case children
  }

  static let many = (1...501).map { "c\($0)" }.joined(separator: ",")
  static let manyDays = (0..<501).map { "\(20_000_101 + $0 * 10_000)" }.joined(separator: ",")
  static let manyParameters = (1...150).map { ";X-P\($0)=a" }.joined()

  static let silent: [Row] = [
    Row("CATEGORIES:a,b\\,c,d", .texts("CATEGORIES"), damaged: "a|b,c,d", mended: "a|b,c|d"),
    Row("X-A:a\\,b", .texts("X-A"), damaged: "a,b", mended: "a\\,b"),
    Row("X-A:a\\;b\\qc", .texts("X-A"), damaged: "a;b c", mended: "a\\;b\\qc"),
    Row("CATEGORIES:\(many)", .count("CATEGORIES"), damaged: "500", mended: "501"),
    Row("EXDATE;VALUE=DATE:\(manyDays)", .count("EXDATE"), damaged: "500", mended: "501"),
    Row("X-A\(manyParameters):b", .parameterCount, damaged: "100", mended: "150"),
    Row(
      "ATTENDEE;DELEGATED-TO=\"mailto:a\",\"mailto:b\":mailto:c", .parameters,
      damaged: "DELEGATED-TO=mailto:a",
      mended: "DELEGATED-TO=mailto:a|mailto:b", mendedIn: LibicalVersion.four),
    Row(
      "ATTENDEE;MEMBER=\"mailto:a\",\"mailto:b\":mailto:c", .parameters, damaged: "MEMBER=mailto:a",
      mended: "MEMBER=mailto:a|mailto:b", mendedIn: LibicalVersion.four),
    Row("X-A;X-P=\"a;b\",\"c\":d", .parameters, damaged: "X-P=a;b", mended: "X-P=a;b|c"),
    Row(
      "BEGIN:VLOCATION\nUID:2\nEND:VLOCATION", .children, damaged: "", mended: "VLOCATION",
      mendedIn: LibicalVersion.four),
    Row(
      "BEGIN:PARTICIPANT\nUID:2\nEND:PARTICIPANT", .children, damaged: "", mended: "PARTICIPANT",
      mendedIn: LibicalVersion.four),
    Row(
      "BEGIN:X-FOO\nUID:2\nEND:X-FOO", .children, damaged: "", mended: "X-FOO", mendedIn: LibicalVersion.four),
    Row(
      "GEO:48.123456789;11.1", .texts("GEO"), damaged: "48.123457;11.100000", mended: "48.123456789;11.1",
      mendedIn: LibicalVersion.four),
    Row("SEQUENCE:99999999999", .texts("SEQUENCE"), damaged: "1215752191", mended: "99999999999"),
    Row("PRIORITY:junk", .texts("PRIORITY"), damaged: "0", mended: "junk"),
    Row("PERCENT-COMPLETE:junk", .texts("PERCENT-COMPLETE"), damaged: "0", mended: "junk"),
    Row("TRIGGER:P", .texts("TRIGGER"), damaged: "PT0S", mended: "P"),
    Row(
      "RRULE:FREQ=DAILY;INTERVAL=70000", .texts("RRULE"), damaged: "FREQ=DAILY;INTERVAL=4464",
      mended: "FREQ=DAILY;INTERVAL=70000", mendedIn: LibicalVersion.four, mendedAnswer: ""),
    Row(
      "RRULE:FREQ=YEARLY;BYDAY=255SU", .texts("RRULE"), damaged: "FREQ=YEARLY;BYDAY=-1SU",
      mended: "FREQ=YEARLY;BYDAY=255SU", mendedIn: LibicalVersion.four, mendedAnswer: ""),
    // Kept, since ICAL_ASSUME_IANA_TOKEN is set; without that setting the first is dropped.
    Row("SUMMARY;FOO=bar:a", .parameters, damaged: "FOO=bar", mended: "FOO=bar"),
    Row("SUMMARY:a\rb", .texts("SUMMARY"), damaged: "ab", mended: "a\rb"),
    Row(
      "SUMMARY;X-P=a^^nb:c", .parameters, damaged: "X-P=a\nb", mended: "X-P=a^nb",
      mendedIn: LibicalVersion.three18),
  ]

  /// Those that leave an X-LIC-ERROR in their place.
  static let reported: [Row] = [
    Row("SUMMARY:", .names, damaged: "", mended: "SUMMARY"),
    Row("DESCRIPTION:", .names, damaged: "", mended: "DESCRIPTION"),
    Row("CATEGORIES:", .names, damaged: "", mended: "CATEGORIES"),
    Row(
      "LINK;VALUE=URI:https://example.com", .names, damaged: "", mended: "LINK", mendedIn: LibicalVersion.four
    ),
    Row("CONCEPT:https://example.com", .names, damaged: "", mended: "CONCEPT", mendedIn: LibicalVersion.four),
    Row("REFID:a", .names, damaged: "", mended: "REFID", mendedIn: LibicalVersion.four),
    Row("STRUCTURED-DATA:a", .names, damaged: "", mended: "STRUCTURED-DATA", mendedIn: LibicalVersion.four),
    Row("PROXIMITY:ARRIVE", .names, damaged: "", mended: "PROXIMITY", mendedIn: LibicalVersion.four),
    Row("RRULE:FREQ=FOO", .names, damaged: "", mended: "RRULE"),
    Row("DURATION:P1Y", .names, damaged: "", mended: "DURATION"),
    Row("DUE:notadate", .names, damaged: "", mended: "DUE"),
  ]

  static func component(_ lines: String) throws -> Component {
    let text = "BEGIN:VTODO\n\(lines)\nEND:VTODO\n".replacing("\n", with: "\r\n")
    let component = try #require(Component(Array(text.utf8)))
    #expect(Array(component.bytes) == Array(text.utf8), "the bytes are kept")
    return component
  }

  /// A mark behind the equals sign makes one character with it.
  @Test func aMarkAtTheStartOfAParameter() throws {
    let theirs = try #require(
      try Self.component("ATTENDEE;CN=\u{5BA}a:mailto:a@example.com").parsedByLibical())
    let parameters = theirs.properties.flatMap(\.parameters).filter { $0.name == "CN" }
    #expect(parameters.map(\.value) == ["\u{5BA}a"])
  }

  @Test(arguments: silent) func whatIsLostInSilence(_ row: Row) throws {
    let component = try Self.component(row.lines)
    let theirs = try #require(try component.parsedByLibical())
    Self.expectDamage(Self.answer(row.asked, theirs), row)
    // A rule that is out of bounds libical 4 reports.
    #expect(theirs.errors.isEmpty == !(row.isMended && row.mendedAnswer == ""))
    #expect(Self.answer(row.asked, component) == row.mended)
  }

  @Test(arguments: reported) func whatIsLostWithAWord(_ row: Row) throws {
    let component = try Self.component(row.lines)
    let theirs = try #require(try component.parsedByLibical())
    Self.expectDamage(Self.answer(row.asked, theirs), row)
    #expect(theirs.errors.isEmpty == (Self.answer(row.asked, theirs) == row.mended))
    #expect(Self.answer(row.asked, component) == row.mended)
    let findings = try #require(try component.libicalFindings())
    #expect(findings.count == theirs.errors.count)
    if let finding = findings.first {
      #expect(finding.property == Self.answer(row.asked, component))
      #expect(!finding.message.contains("Removing"))
    }
  }

  /// libical has no parser for it, and says so on standard error: it is never asked.
  @Test func taskMode() throws {
    let component = try Self.component("UID:1\nTASK-MODE:AUTOMATIC\nSUMMARY:a")
    let theirs = try #require(try component.parsedByLibical())
    #expect(theirs.properties.map(\.name) == ["UID", "SUMMARY"] && theirs.errors.isEmpty)
    #expect(component.all(named: "TASK-MODE").map(\.rawText) == ["AUTOMATIC"])
  }

  // MARK: Accepted though wrong

  @Test func impossibleDates() throws {
    for day in ["20260231", "20261301"] {
      let component = try Self.component("DUE;VALUE=DATE:\(day)")
      let theirs = try #require(try component.parsedByLibical())
      Self.expectDamage(
        theirs.properties.first?.value ?? "", Row(day, .texts("DUE"), damaged: day, mended: ""))
      #expect(throws: ValueError.self) { try component.first(.due)?.moment() }
    }
  }

  @Test func restrictionsWithoutRanges() throws {
    let component = try Self.component(
      "UID:1\nDTSTAMP:20260101T000000Z\nORGANIZER:mailto:a\nDTSTART:20260101T000000Z\nSUMMARY:a\nPRIORITY:99")
    let breaches = try #require(try component.restrictionBreaches(method: "PUBLISH"))
    Self.expectDamage("\(breaches.count)", Row("PRIORITY:99", .names, damaged: "0", mended: "1"))
    #expect(component.first(.priority)?.rawText == "99")
  }

  @Test func invalidText() throws {
    let bytes = Array("BEGIN:VTODO\r\nSUMMARY:a".utf8) + [0xFF] + Array("b\r\nEND:VTODO\r\n".utf8)
    let component = try #require(Component(bytes))
    let theirs = try #require(try component.parsedByLibical())
    #expect(theirs.errors.isEmpty, "libical takes bytes that are not UTF-8 without a word")
    #expect(Array(component.bytes) == bytes && component.first(.summary)?.text == "a\u{FFFD}b")
  }

  @Test func impossibleUntil() throws {
    let component = try Self.component("RRULE:FREQ=DAILY;UNTIL=20261332")
    let theirs = try #require(try component.parsedByLibical())
    #expect(theirs.properties.map(\.value) == ["FREQ=DAILY;UNTIL=20261332"])
    let value = try #require(component.first(.rrule)).value
    #expect(throws: ValueError.self) { try RecurrenceRule.parse(value) }
  }

  // MARK: Whole input lost

  @Test(arguments: [
    "BEGIN:VTODO\r\nUID:1\r\nSUMM", "BEGIN:VTODO\r\nUID:1\r\nBEGIN:VALARM\r\nTRIGGER:PT0S\r\nEND:VTODO\r\n",
    "",
    "BEGIN:VTODO\r\nUID:1\u{0}\r\nSUMMARY:b\r\nEND:VTODO\r\n",
  ])
  func wholeInput(_ text: String) throws {
    let bytes = Array(text.utf8)
    let theirs = try? LibicalComponent.parse(bytes)
    #expect(theirs == nil || text.contains("VALARM"))
    var reader = ItemReader(bytes)
    var kept: [UInt8] = []
    var uids: [String] = []
    while let item = try reader.next() {
      kept += item.bytes
      if case .component(let component) = item { uids += component.all(.uid).map(\.rawText) }
    }
    #expect(kept == bytes)
    #expect(uids.count == (text.isEmpty ? 0 : 1))
  }

  /// libical reads a component that is cut off, once its END is put behind it for libical alone.
  @Test func cutOff() throws {
    let component = try #require(
      Component(Array("BEGIN:VTODO\r\nUID:1\r\nBEGIN:VALARM\r\nTRIGGER:PT0S".utf8)))
    let theirs = try #require(try component.parsedByLibical())
    #expect(theirs.kind == "VTODO" && theirs.children.map(\.kind) == ["VALARM"])
  }

  /// An input whose first line ends with a carriage return alone, and others with both: a fold stays one.
  @Test func returnsAndLineFeeds() throws {
    let text = "BEGIN:VTODO\rUID:1\r\nSUMMARY:fol\r\n ded\rDESCRIPTION:twi\r ce\rEND:VTODO\r\n"
    let component = try #require(Component(Array(text.utf8)))
    #expect(component.first(.summary)?.text == "folded")
    let theirs = try #require(try component.parsedByLibical())
    #expect(theirs.properties.map(\.value) == ["1", "folded", "twice"])
  }

  @Test func markAndLineFeeds() throws {
    let theirs = try LibicalComponent.parse(
      [0xEF, 0xBB, 0xBF] + Array("BEGIN:VTODO\nUID:1\nEND:VTODO\n".utf8))
    #expect(theirs?.properties.map(\.value) == ["1"])
  }

  // MARK: Answers

  static func expectDamage(_ answer: String, _ row: Row) {
    #expect(answer == (row.isMended ? row.mendedAnswer ?? row.mended : row.damaged))
  }

  static func answer(_ asked: Asked, _ component: LibicalComponent) -> String {
    func decoded(_ value: String, _ name: String) -> String {
      name == "CATEGORIES" ? TextValue.decode(Array(value.utf8)[...]) : value
    }
    switch asked {
    case .texts(let name):
      return component.properties.filter { $0.name == name }.map { decoded($0.value, name) }.joined(
        separator: "|")
    case .count(let name): return "\(component.properties.count { $0.name == name })"
    case .parameters:
      return component.properties.first?.parameters.filter { $0.name != "VALUE" }.map { parameter in
        "\(parameter.name)=\(ParameterValue.decode(Array(parameter.value.replacing("\",\"", with: "|").utf8)[...]))"
      }.joined(separator: " ") ?? ""
    case .parameterCount: return "\(component.properties.first?.parameters.count ?? 0)"
    case .names: return component.properties.map(\.name).joined(separator: " ")
    case .children: return component.children.map(\.kind).joined(separator: " ")
    }
  }

  static func answer(_ asked: Asked, _ component: Component) -> String {
    switch asked {
    case .texts(let name):
      return component.all(named: name).flatMap { name == "CATEGORIES" ? $0.texts : [$0.rawText] }
        .joined(separator: "|")
    case .count(let name):
      let values = component.all(named: name).map { $0.value.split(separator: 0x2C).count }
      return "\(values.reduce(0, +))"
    case .parameters:
      return component.properties.map { $0 }.first?.parameters.filter { $0.name != "VALUE" }.map {
        "\($0.name)=\($0.values.joined(separator: "|"))"
      }.joined(separator: " ") ?? ""
    case .parameterCount: return "\(component.properties.map { $0 }.first?.parameters.count ?? 0)"
    case .names: return component.properties.map(\.name).joined(separator: " ")
    case .children: return component.children.map(\.name).joined(separator: " ")
    }
  }
}
