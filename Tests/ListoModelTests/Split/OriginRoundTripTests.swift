import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// A merge that writes down where each component came from, taken apart by that, gives the inputs back.
@Suite struct OriginRoundTripTests {
  private static let rounds = Rounds.times(40)

  /// Merges inputs, which are named `a.ics` and `b.ics`, and takes the result apart.
  private func thereAndBack(_ a: [UInt8], _ b: [UInt8]) throws -> [String: String] {
    var options = MergeOptions.oneList
    options.keepsOrigin = true
    let merged = try Merging(
      [MemoryInput(name: "a.ics", a), MemoryInput(name: "b.ics", b)], options: options)
    let parts = try SplitTests().split([merged.output], by: .origin).parts
    return Dictionary(
      parts.map { ($0, String(decoding: $1, as: UTF8.self)) }, uniquingKeysWith: { first, _ in first })
  }

  private func file(_ items: [String]) -> [UInt8] {
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:Asia/Tokyo", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0900",
      "TZOFFSETTO:+0900", "END:STANDARD", "END:VTIMEZONE",
    ]
    let zones = items.contains { $0.contains("TZID=") } ? zone : []
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "X-WR-CALNAME:L", "COLOR:red"]
    return Array((lines + zones + items + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
  }

  /// Where nothing conflicts each part is to the byte what a merge writes of that input alone.
  @Test func inputsComeBackToTheByte() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<Self.rounds {
      let all = (0..<9).map { number in
        let text = todo(
          "UID:\(number)", "DTSTAMP:20260101T00000\(number)Z", "SUMMARY:\(number), with ü",
          number % 2 == 0 ? "DUE;TZID=Asia/Tokyo:20260101T090000" : "DUE:20260101T000000Z",
          "X-APPLE-SORT-ORDER:\(Int.random(in: 0..<3, using: &random))",
          number % 4 == 0 ? "RECURRENCE-ID;TZID=Asia/Tokyo:20260101T090000" : "STATUS:COMPLETED")
        let folded = text.replacingOccurrences(of: "SUMM", with: "SUMM\r\n ")
        return (text: number % 3 == 1 ? folded : text, place: Int.random(in: 0..<3, using: &random))
      }
      let sides = [1, 2].map { other in file(all.filter { $0.place != other }.map(\.text)) }
      let back = try thereAndBack(sides[0], sides[1])
      for (name, side) in zip(["a", "b"], sides) where !all.allSatisfy({ $0.place == (name == "a" ? 1 : 2) })
      {
        let alone = try Merging([MemoryInput(name: name, side)]).text
        #expect(back[name] == alone, "seed \(seed), round \(round), \(name)")
      }
      #expect(back.keys.allSatisfy { ["a", "b"].contains($0) })
    }
  }

  /// A reminder that conflicted comes back to each of its inputs as the version that was kept, all else to
  /// the byte.
  @Test func theWinnerComesBackToBoth() throws {
    let old = todo("UID:1", "LAST-MODIFIED:20260101T000000Z", "SUMMARY:old")
    let new = todo("UID:1", "LAST-MODIFIED:20260102T000000Z", "SUMMARY:new")
    let (mine, yours) = (todo("UID:2", "SUMMARY:mine"), todo("UID:3", "summary:yours"))
    let back = try thereAndBack(file([old, mine]), file([new, yours]))
    let alone = [try Merging([file([new, mine])]).text, try Merging([file([new, yours])]).text]
    #expect(back["a"] == alone[0])
    #expect(back["b"] == alone[1])
  }

  /// Where zones collide, each input gets its own clock back under the name that the merge gave it.
  @Test func zonesComeBackAsTheyAreCalledNow() throws {
    let zone = { (offset: String) in
      [
        "BEGIN:VTIMEZONE", "TZID:Z", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:\(offset)",
        "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
      ].joined(separator: "\r\n")
    }
    let sides = ["+0100", "+0500"].enumerated().map { number, offset in
      Array(calendar(zone(offset), todo("UID:\(number)", "DUE;TZID=Z:20260101T090000")).utf8)
    }
    let back = try thereAndBack(sides[0], sides[1])
    #expect(
      back["a"]?.contains("TZOFFSETTO:+0100") == true && back["a"]?.contains("TZOFFSETTO:+0500") == false)
    #expect(
      back["b"]?.contains("TZOFFSETTO:+0500") == true && back["b"]?.contains("TZOFFSETTO:+0100") == false)
  }
}
