import ListoTestSupport
import Testing

@testable import ICalendar

/// Bytes that are compared where they stand.
@Suite struct SpanComparisonTests {
  @Test func partsAreTheSameWhereTheirBytesAre() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var same = 0
    for _ in 0..<5000 {
      let left = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...1, using: &random)
      }
      var right = [UInt8](repeating: 9, count: Int.random(in: 0...9, using: &random)) + left
      let shift = right.count - left.count
      if let place = left.indices.randomElement(using: &random), Bool.random(using: &random) {
        right[shift + place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      let start = Int.random(in: 0...left.count, using: &random)
      let count = Int.random(in: 0...(left.count - start), using: &random)
      let isSame = left[start..<start + count] == right[start + shift..<start + shift + count]
      #expect(
        left.span.isSame(count, from: start, as: right.span, from: start + shift) == isSame, "seed \(seed)")
      same += isSame ? 1 : 0
    }
    #expect(same > 500 && same < 4500, "seed \(seed)")
  }
}
