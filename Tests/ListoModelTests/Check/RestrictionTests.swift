import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The restrictions of a METHOD on components; libical is asked once for many that are alike.
@Suite struct RestrictionTests {
  private func todo(_ lines: String) throws -> Component {
    try #require(Component(Array("BEGIN:VTODO\n\(lines)\nEND:VTODO\n".utf8)))
  }

  private func signature(_ lines: String, _ reach: RestrictionReach = .everything) throws
    -> RestrictionSignature
  {
    RestrictionSignature(ComponentLines(try todo(lines))) { _, _ in reach }
  }

  @Test func likeComponents() throws {
    #expect(try signature("UID:1\nSUMMARY:a\nX-A:b") == signature("SUMMARY:b\nUID:2"))
    #expect(try signature("COMMENT:a\nCOMMENT:b") == signature("COMMENT:a\nCOMMENT:b\nCOMMENT:c"))
    #expect(try signature("COMMENT:a\nCOMMENT:b") != signature("COMMENT:a"))
    #expect(try signature("STATUS:COMPLETED") != signature("STATUS:CANCELLED"))
    #expect(try signature("BEGIN:VALARM\nEND:VALARM") != signature("UID:1"))
  }

  /// RFC 5546 §3.4.1: a published reminder may have any number of contacts and one URL or none, and must have
  /// a SUMMARY.
  @Test func whatMakesADifference() throws {
    let reach = RestrictionReach(.init(method: "PUBLISH", kind: .vtodo, outer: nil))
    #expect(try signature("UID:1", reach) == signature("UID:1\nCONTACT:a\nCONTACT:b", reach))
    #expect(try signature("UID:1", reach) == signature("UID:1\nURL:http://a", reach))
    #expect(try signature("URL:http://a", reach) != signature("URL:http://a\nURL:http://a", reach))
    #expect(try signature("SUMMARY:a", reach) != signature("", reach))
    #expect(try signature("SUMMARY:a", reach) != signature("SUMMARY:a\nSUMMARY:a", reach))
  }

  private static let methods = [
    "PUBLISH", "REQUEST", "REPLY", "ADD", "CANCEL", "REFRESH", "COUNTER", "DECLINECOUNTER", "X-OTHER",
  ]
  private static let lines = [
    "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260101T000000Z", "DUE:20260102T000000Z", "DURATION:PT1H",
    "SUMMARY:a", "DESCRIPTION:a", "COMMENT:a", "CATEGORIES:a", "CLASS:PUBLIC", "COMPLETED:20260101T000000Z",
    "CONTACT:a", "CREATED:20260101T000000Z", "GEO:1.0;1.0", "LAST-MODIFIED:20260101T000000Z", "LOCATION:a",
    "ORGANIZER:mailto:a", "ATTENDEE:mailto:b", "ATTACH:http://a", "PERCENT-COMPLETE:1", "PRIORITY:1",
    "RECURRENCE-ID:20260101T000000Z", "RELATED-TO:a", "RESOURCES:a", "RRULE:FREQ=DAILY",
    "RDATE:20260101T000000Z",
    "EXDATE:20260101T000000Z", "REQUEST-STATUS:2.0;a", "SEQUENCE:1", "STATUS:COMPLETED",
    "STATUS:NEEDS-ACTION",
    "STATUS:CANCELLED", "URL:http://a", "X-A:b", "TZID:a", "TRANSP:OPAQUE", "COLOR:red",
    "DTEND:20260101T000000Z",
    "REPEAT:1", "TRIGGER:-PT1H",
  ]
  private static let alarmLines = [
    "ACTION:DISPLAY", "ACTION:AUDIO", "ACTION:EMAIL", "ACTION:PROCEDURE", "TRIGGER:-PT1H", "DESCRIPTION:a",
    "SUMMARY:a",
    "DURATION:PT1H", "REPEAT:1", "ATTACH:http://a", "ATTENDEE:mailto:a", "UID:2", "X-A:b", "COMMENT:a",
  ]

  private static func some(_ lines: [String], _ random: inout SplitMix64) -> [String] {
    let share = Int.random(in: 1...8, using: &random)
    return lines.flatMap { line in
      let isThere = Int.random(in: 0..<8, using: &random) < share
      // Mostly once.
      let count = isThere ? max(1, Int.random(in: -3...3, using: &random)) : 0
      return Array(repeating: line, count: count)
    }
  }

  /// The answer of one cache for all is what a fresh one, that asks libical about this component, says.
  @Test(arguments: methods) func answersAreLibicals(method: String) throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let cache = RestrictionCache()
    var asked = RestrictionCache.Asked()
    for round in 0..<400 {
      var lines = Self.some(Self.lines, &random)
      for _ in 0..<max(0, Int.random(in: -1...2, using: &random)) {
        lines += ["BEGIN:VALARM"] + Self.some(Self.alarmLines, &random) + ["END:VALARM"]
      }
      let kind = ["VTODO", "VTODO", "VEVENT", "VJOURNAL"][Int.random(in: 0..<4, using: &random)]
      let text = (["BEGIN:\(kind)"] + lines + ["END:\(kind)", ""]).joined(separator: "\n")
      let component = try #require(Component(Array(text.utf8)))
      // Each batch begins with nothing that it asked before.
      if round % 50 == 0 { asked = RestrictionCache.Asked() }
      #expect(
        try cache.breach(ComponentLines(component), method, &asked)
          == RestrictionCache().breach(ComponentLines(component), method),
        "seed \(seed), METHOD:\(method)\n\(text)")
    }
  }

  /// Threads that come upon the same kinds at the same time are given the same answers, at once or at the
  /// end.
  @Test func onSeveralThreads() async throws {
    let some = ["SUMMARY:a", "PRIORITY:1", "DTSTART:20260101T000000Z", "STATUS:COMPLETED", "URL:http://a"]
    let components = try (0..<1 << some.count).map { kind in
      try todo(some.indices.map { kind >> $0 & 1 == 1 ? some[$0] : "X-A:\($0)" }.joined(separator: "\n"))
    }
    let alone = RestrictionCache()
    let expected = try components.map { try alone.breach(ComponentLines($0), "PUBLISH") }
    let cache = RestrictionCache()
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          var asked = RestrictionCache.Asked()
          var told: [Int: String?] = [:]
          for (index, component) in components.enumerated() {
            // Its line tells which it is.
            let numbered = try #require(Component(Array(component.bytes), firstLine: index + 1))
            if let answer = try cache.breachUnlessAsking(ComponentLines(numbered), "PUBLISH", &asked) {
              told[index] = .some(answer)
            }
          }
          for (lines, method) in cache.putOff(&asked) {
            #expect(told[lines.component.lineNumber - 1] == nil)
            told[lines.component.lineNumber - 1] = .some(try cache.breach(lines, method, &asked))
          }
          #expect(cache.putOff(&asked).isEmpty)
          for index in expected.indices { #expect(told[index] == .some(expected[index])) }
        }
      }
      try await group.waitForAll()
    }
  }

  /// A hostile input names as many METHODs as it likes: each would cost milliseconds.
  @Test func manyMethods() throws {
    let cache = RestrictionCache()
    for number in 0..<200 {
      let component = try todo("UID:1\nSUMMARY:\(number)")
      _ = try cache.breach(ComponentLines(component), "X-\(number)")
    }
    #expect(1...16 ~= cache.methodCount)
    #expect(
      try cache.breach(ComponentLines(try todo("UID:1")), "PUBLISH")
        == RestrictionCache().breach(ComponentLines(try todo("UID:1")), "PUBLISH"))
  }
}

extension RestrictionCache {
  /// The breaches of a component in one sentence, for a caller that asked about none before; nil where there
  /// are none.
  fileprivate func breach(_ lines: ComponentLines, _ method: String) throws(ValueError) -> String? {
    var asked = Asked()
    return try breach(lines, method, &asked)
  }
}
