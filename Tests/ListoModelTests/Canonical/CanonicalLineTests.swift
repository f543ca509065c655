import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

@Suite struct CanonicalLineTests {
  private static let names = [
    "SUMMARY", "DESCRIPTION", "STATUS", "DUE", "PRIORITY", "CATEGORIES", "UID", "URL", "RRULE", "X-A",
    "RELATED-TO", "TRIGGER",
  ]
  private static let pieces = [
    "a", "b", "A", " ", "\t", "\\n", "\\N", "\\,", "\\;", "\\\\", "\\", "\\x", "\\:", ":", ",", ";", "\r\n ",
    "\r\n\t",
    "\n ", "\u{E9}", "e\u{301}",
    "20261201", "T101500", "Z", "5", "05", "FREQ=DAILY", "-PT15M",
  ]

  private static func value(_ random: inout SplitMix64) -> [String] {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.pick(using: &random) }
  }

  private static func place(_ line: String) throws -> CanonicalLine.Placed? {
    guard let component = Component(Array("BEGIN:VTODO\r\n\(line)\r\nEND:VTODO\r\n".utf8)) else { return nil }
    var places: [LinePlace] = []
    component.places(into: &places)
    return places.count == 1 && places[0].id != .malformed ? (places[0], component, nil) : nil
  }

  /// Lines are compared by their bytes where these say enough: with the same answer as in canonical form.
  @Test func linesAreTheSameWhereTheirCanonicalFormIs() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var (same, different) = (0, 0)
    for _ in 0..<20_000 {
      let name = Self.names.pick(using: &random)
      let one = Self.value(&random)
      var other = one
      // Mostly a value that differs in one piece.
      if Bool.random(using: &random), !other.isEmpty {
        other[Int.random(in: other.indices, using: &random)] = Self.pieces.pick(using: &random)
      } else {
        other = Self.value(&random)
      }
      guard let left = try Self.place("\(name):\(one.joined())"),
        let right = try Self.place("\(name):\(other.joined())")
      else { continue }
      let properties = [left, right].map { $0.component.property(at: $0.place) }
      let isSame = CanonicalLine.bytes(of: properties[0]) == CanonicalLine.bytes(of: properties[1])
      let note = "seed \(seed): \(name) \(one) \(other)"
      #expect(CanonicalLine.areSame(left, right, .canonical) == isSame, "\(note)")
      let meanings = zip(properties, [left, right]).map { property, line in
        CanonicalLine.meanings(of: property, in: line.component, zone: nil)
      }
      #expect(CanonicalLine.areSame(left, right, .forPeople) == (meanings[0] == meanings[1]), "\(note)")
      if isSame { same += 1 } else { different += 1 }
    }
    #expect(same > 500 && different > 500, "seed \(seed): \(same), \(different)")
  }
}
