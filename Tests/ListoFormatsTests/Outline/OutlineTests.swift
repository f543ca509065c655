import Foundation
import ICalendar
import ListoModel
import Testing

@testable import ListoFormats

@Suite struct OutlineTests {
  private func rows(_ rows: [(name: String, parent: String?, order: Int?)], deepest: Int = 100) -> [String] {
    var outline = Outline()
    for row in rows { outline.add(row.name, uid: row.name, parent: row.parent, order: row.order) }
    var result: [String] = []
    outline.drain(deepest: deepest) { row, depth, isInPlace in
      result.append("\(depth) \(row.uid ?? "")\(isInPlace ? "" : row.hasParent ? " lost" : "")")
    }
    #expect(outline.isEmpty)
    return result
  }

  @Test func childrenStandBehindTheirParentsInManualOrder() {
    #expect(
      rows([("c", "p", 2), ("d", "p", nil), ("b", "p", 1), ("p", nil, nil), ("first", nil, 5)])
        == ["0 first", "0 p", "1 b", "1 c", "1 d"])
  }

  @Test func circlesAndOrphansComeOnce() {
    let found = rows([
      ("a", "b", nil), ("b", "a", nil), ("c", "nowhere", nil), ("d", "d", nil), ("e", "a", nil),
    ])
    #expect(found.count == 5 && Set(found.map { $0.split(separator: " ")[1] }).count == 5)
    #expect(found.contains("0 c lost") && found.contains("0 d lost"))
  }

  /// Names are compared as texts are, whichever way they are written.
  @Test func namesAreTexts() {
    #expect(rows([("e\u{301}", nil, nil), ("a", "\u{E9}", nil)]) == ["0 e\u{301}", "1 a"])
    #expect(rows([("a", nil, nil), ("a", nil, nil), ("b", "a", 1)]) == ["0 a", "1 b", "0 a"])
  }

  @Test func aChainOfManyIsLinear() {
    let chain = (0..<100_000).map { (name: "\($0)", parent: $0 > 0 ? "\($0 - 1)" : nil, order: Int?.none) }
    let found = rows(chain, deepest: 10)
    #expect(found.count == 100_000 && found[10] == "10 10" && found[11] == "10 11 lost")
  }

  @Test func whatIsGatheredIsBounded() throws {
    var losses = Losses()
    var writer = OutlineWriter(MarkdownPage(.plain), losses: losses, bound: 2000)
    var output: [UInt8] = []
    var biggest = 0
    let text = (0..<1000).map { "BEGIN:VTODO\nUID:\($0)\nSUMMARY:Task\nEND:VTODO\n" }.joined()
    let conversion = try Conversion("BEGIN:VCALENDAR\n" + text + "END:VCALENDAR\n", to: .markdown)
    let calendar = try #require(conversion.survey.calendars.first)
    for index in 0..<1000 {
      let bytes = Array("BEGIN:VTODO\nUID:\(index)\nSUMMARY:Task\nEND:VTODO\n".utf8)
      let component = try #require(Component(bytes))
      let before = output.count
      writer.write(component, holder: 1, in: calendar, &output)
      biggest = max(biggest, output.count - before)
    }
    writer.end(&output)
    losses = writer.losses
    #expect(output == conversion.output)
    #expect(biggest > 0 && biggest < 2200)
  }

  // MARK: Rules

  private static let weekly = Conversion.calendar(
    "UID:w\nSUMMARY:Bins\nDUE;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20261208")

  @Test(arguments: [Format.html, .markdown])
  func aRuleIsExpandedWhereItWasAskedFor(format: Format) throws {
    let three = try Conversion(
      Array(Self.weekly.utf8), to: format, options: FormatOptions(recurrence: .expand(3)))
    #expect(three.text.components(separatedBy: "Bins").count - 1 == (format.name == "html" ? 6 : 3))
    let rule = format.name == "html" ? "weekly" : "every week"
    #expect(three.losses.counts["recurrence rule"] == 1)
    #expect(!three.text.contains(rule))
    let next = try Conversion(Array(Self.weekly.utf8), to: format, options: FormatOptions(recurrence: .next))
    #expect(!next.text.contains(rule) && next.losses.counts["recurrence rule"] == 1)
    let words = try Conversion(Array(Self.weekly.utf8), to: format)
    #expect(words.text.contains(rule) && words.losses.counts["recurrence rule"] == nil)
    if format.name == "html" {
      for day in ["2026-12-01", "2026-12-15"] { #expect(three.text.contains("datetime=\"\(day)\"")) }
      #expect(!three.text.contains("datetime=\"2026-12-08\""))
    }
  }

  @Test func formatsThatHoldRulesKeepThem() throws {
    let org = try Conversion(
      Array(Self.weekly.utf8), to: .org, options: FormatOptions(recurrence: .expand(3)))
    #expect(org.text.contains("+1w") && org.losses.counts["recurrence rule"] == nil)
  }

  @Test func aZoneThatNoOneElseKnowsIsCounted() throws {
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Custom\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0300\nEND:STANDARD\nEND:VTIMEZONE"
    let calendar = Conversion.calendar("UID:1\nDUE;TZID=Custom:20261201T101500", before: zone)
    #expect(try Conversion(calendar, to: .org).losses.counts["time zone"] == 1)
  }
}

extension Outline {
  /// Adds a row of its own passage.
  mutating func add(_ text: String, uid: String?, parent: String?, order: Int?) {
    var rows = Outline.Rows()
    rows.bytes += text.utf8
    let place = Outline.Rows.Place(
      uid: uid.map { Array($0.utf8)[...] }, parent: parent.map { Array($0.utf8)[...] }, order: order)
    rows.add(from: 0, to: rows.bytes.count, place)
    add(0..<1, of: rows)
  }
}
