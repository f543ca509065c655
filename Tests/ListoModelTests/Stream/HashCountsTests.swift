import ListoTestSupport
import Testing

@testable import ListoModel

/// Counting names by hashes, before and after one table becomes many.
@Suite struct HashCountsTests {
  @Test func countsAsADictionaryDoes() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var counts = HashCounts()
    var expected: [UInt64: Int] = [:]
    for _ in 0..<150_000 {
      // Of so many that a third come again.
      let name = random.next() % 200_000
      expected[name, default: 0] += 1
      #expect(counts.count(name) == expected[name], "seed \(seed)")
    }
  }

  @Test func scopesAreApart() {
    var counts = HashCounts()
    #expect(counts.count(7, in: 1) == 1)
    #expect(counts.count(7, in: 2) == 1)
    #expect(counts.count(7, in: 1) == 2)
  }
}
