import Foundation
import ICalendar
import Testing
import ListoTestSupport

/// Listo reads what libical reads, wherever ``LibicalFault`` does not say that libical is wrong.
@Suite struct ReadingOracleTests {
  @Test func ownFiles() throws { try compare(Corpus.own, atLeast: 500) }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func corpus() throws { try compare(Corpus.others, atLeast: 1000) }

  private func compare(_ files: [String], atLeast least: Int) throws {
    var comparison = LibicalComparison()
    for file in files {
      var reader = ItemReader(try Corpus.bytes(file))
      while let item = try reader.next() {
        guard case .component(let component) = item, let theirs = try? component.parsedByLibical() else {
          continue
        }
        let before = comparison.differences.count
        comparison.compare(component, theirs)
        for difference in comparison.differences[before...] where difference.fault == nil {
          Issue.record("\(file.split(separator: "/").suffix(2).joined(separator: "/")): \(difference)")
        }
      }
    }
    #expect(comparison.compared > least)
    let excused = Dictionary(grouping: comparison.differences.compactMap(\.fault), by: \.self)
    print("\(comparison.compared) properties compared; excused: \(excused.map { "\($1.count) × \($0)" })")
  }

  @Test func generated() throws {
    let seed = Seed.current
    var random = ComponentGenerator(seed: seed)
    var comparison = LibicalComparison()
    for _ in 0..<2000 {
      let bytes = random.component()
      let component = try #require(Component(bytes))
      let theirs = try #require(try component.parsedByLibical())
      comparison.compare(component, theirs)
      let unexplained = comparison.differences.filter { $0.fault == nil }
      #expect(unexplained == [], "LISTO_SEED=\(seed): \(String(decoding: bytes, as: UTF8.self))")
      guard unexplained.isEmpty else { break }
    }
    #expect(comparison.compared > 10_000)
  }
}

/// Each row of the table by its smallest input: it fails where another version of libical does otherwise than
/// the table says.
@Suite struct LibicalFaultTests {
  private static let examples: [(fault: LibicalFault, lines: String)] = [
    (.emptyValue, "LOCATION:"), (.unknownName, "FOO:bar"), (.smallX, "x-foo:bar"),
    (.unspeakable, "TASK-MODE:AUTOMATIC-COMPLETION"), (.unreadable, "DUE:tomorrow"),
    (.escapes, "SUMMARY:a\\xb"), (.decimals, "GEO:1.123456789;2.5"), (.quotedLists, "CATEGORIES:a\"b,c"),
    (.emptyElement, "CATEGORIES:a,,b"),
    (.manyValues, "CATEGORIES:" + (0..<600).map { "c\($0)" }.joined(separator: ",")),
    (
      .parameterLists,
      "ATTENDEE;MEMBER=\"mailto:a@example.com\",\"mailto:b@example.com\":mailto:c@example.com"
    ),
    (.parameterWriting, "SUMMARY;X-A=a^^nb:c"),
    (.parameterName, "ATTENDEE;REQUIRED=TRUE:mailto:a@example.com"),
    (.zoneName, "DUE;TZID=a:b:20260101T000000"), (.carriageReturn, "SUMMARY:a\rb"),
    (.emptyStart, "\r\n BEGIN:VALARM\r\nEND:VALARM"), (.byteOrderMark, "\u{FEFF}SUMMARY:a"),
    (.requestStatus, "REQUEST-STATUS:2.0;All went well"), (.typedX, "X-FOO;VALUE=INTEGER:a"),
    (.trigger, "TRIGGER:20260101T000000Z"), (.lowerCase, "DUE:20260101t000000z"),
    (.negativeZero, "DURATION:-PT0S"), (.blanks, "SUMMARY: a"),
    (.ownErrors, "X-LIC-ERROR:abc"), (.malformedLine, "SUMMARY;X-A=\"a:b\""),
    (.writtenComma, "CATEGORIES:a\\,b"), (.noContentLine, "no colon"), (.blankInName, "SUMMARY :a"),
    (.controlCharacter, "SUMMARY:a\u{B}"),
    (.manyParameters, "SUMMARY" + (1...101).map { ";X-\($0)=a" }.joined() + ":b"),
    (.valueType, "DUE:20260101"),
    (.component, "BEGIN:X-FOO\r\nEND:X-FOO"),
  ]

  @Test(arguments: examples.indices)
  func aRowIsNeeded(index: Int) throws {
    let (fault, lines) = Self.examples[index]
    let component = try #require(Component(Array("BEGIN:VTODO\r\nUID:1\r\n\(lines)\r\nEND:VTODO\r\n".utf8)))
    let theirs = try #require(try component.parsedByLibical())
    var comparison = LibicalComparison()
    comparison.compare(component, theirs)
    let isMended = fault.mendedIn.map { LibicalVersion.built >= $0 } ?? false
    #expect(comparison.differences.map(\.fault) == (isMended ? [] : [fault]), "\(comparison.differences)")
  }

  @Test func everyRowHasAnExample() {
    #expect(Set(Self.examples.map(\.fault)) == Set(LibicalFault.allCases))
  }
}

/// Components of all kinds of properties, written in all the ways that a content line may be.
struct ComponentGenerator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func component() -> [UInt8] {
    var lines = ["BEGIN:VTODO", "UID:\(number(0...999_999))"]
    for _ in 0..<number(3...15) { lines.append(property()) }
    if number(0...2) == 0 {
      lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:\(duration())", "END:VALARM"]
    }
    lines.append("END:VTODO")
    let end: [UInt8] = number(0...3) == 0 ? [0x0A] : [0x0D, 0x0A]
    return lines.flatMap { ContentLineText.fold(Array($0.utf8)[...], lineEnd: end) }
  }

  private mutating func property() -> String {
    switch number(0...13) {
    case 0: return "SUMMARY\(parameters()):\(text())"
    case 1: return "DESCRIPTION\(parameters()):\(text())"
    case 2: return "DUE\(moment())"
    case 3: return "DTSTART\(moment())"
    case 4: return "\(pick(["CREATED", "LAST-MODIFIED", "COMPLETED", "DTSTAMP"])):\(time())Z"
    case 5: return "DURATION:\(duration())"
    case 6: return "RRULE:\(rule())"
    case 7: return "PRIORITY:\(number(0...9))"
    case 8: return "SEQUENCE:\(number(0...2_147_483_647))"
    case 9:
      return "CATEGORIES\(parameters()):\((0...number(0...3)).map { _ in word() }.joined(separator: ","))"
    case 10: return "EXDATE;VALUE=DATE:\((0...number(0...5)).map { _ in day() }.joined(separator: ","))"
    case 11: return "X-\(pick(["APPLE-SORT-ORDER", "FOO", "MOZ-LASTACK"]))\(parameters()):\(word())"
    case 12: return "ATTENDEE\(parameters()):mailto:\(word())@example.com"
    default: return "STATUS:\(pick(["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"]))"
    }
  }

  private mutating func parameters() -> String {
    let all = [
      "LANGUAGE=de", "X-A=b", "X-LONG=\"\(word()):\(word());,\"", "FOO=\(word())",
      "CN=\"\(word()) \(word())\"",
    ]
    return number(0...2) == 0 ? ";" + pick(all) : ""
  }

  private mutating func text() -> String {
    (0...number(0...12)).map { _ in
      pick([word(), word(), "\\,", "\\;", "\\n", "\\\\", "ü", "日本", "🛒", "\"", ":"])
    }
    .joined(separator: pick([" ", ""]))
  }

  private mutating func word() -> String {
    pick(["milk", "bread", "Zürich", "ab", "x", "call", "日本語", "a-b", "1"])
  }

  private mutating func moment() -> String {
    switch number(0...3) {
    case 0: ";VALUE=DATE:\(day())"
    case 1: ":\(time())"
    case 2: ":\(time())Z"
    default: ";TZID=\(pick(["Europe/Berlin", "America/New_York", "Nowhere/At All"])):\(time())"
    }
  }

  private mutating func day() -> String {
    padded(number(1970...2100), 4) + padded(number(1...12), 2) + padded(number(1...28), 2)
  }

  private mutating func time() -> String {
    day() + "T" + padded(number(0...23), 2) + padded(number(0...59), 2) + padded(number(0...59), 2)
  }

  private mutating func duration() -> String {
    let body = pick([
      "PT\(number(1...999))M", "P\(number(1...60))D", "P\(number(1...9))W", "P1DT2H3M4S", "PT0S",
    ])
    return pick(["", "-", "+"]) + body
  }

  private mutating func rule() -> String {
    var parts = ["FREQ=\(pick(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]))"]
    if number(0...1) == 0 { parts.append("INTERVAL=\(number(1...32_767))") }
    if number(0...2) == 0 {
      parts.append(pick(["COUNT=\(number(1...1000))", "UNTIL=\(time())Z", "UNTIL=\(day())"]))
    }
    if number(0...2) == 0 { parts.append("BYDAY=\(pick(["MO", "MO,WE,FR", "SU", "TU,MO"]))") }
    if number(0...3) == 0 { parts.append("BYMONTH=\(number(1...12)),\(number(1...12))") }
    if number(0...4) == 0 { parts.append("WKST=\(pick(["SU", "MO"]))") }
    return parts.joined(separator: ";")
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func pick(_ all: [String]) -> String { all.randomElement(using: &random) ?? "" }
  private func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
  }
}
