import ListoTestSupport
import Testing

@testable import ListoModel

/// A search of hashes in shares has the same result as one of all hashes, sorted.
@Suite struct HashSharesTests {
  @Test(arguments: [Seed.current, Seed.current])
  func sharesAreOne(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for size in [0, 1, 40, 6_000] {
      var shares = (0..<4).map { _ in (0..<size).map { _ in random.next() >> (random.next() % 8) } }
      let sorted = shares.joined().sorted()
      var common = 0
      for (left, right) in zip(sorted, sorted.dropFirst()) where left != right {
        common = max(common, (left ^ right).leadingZeroBitCount)
      }
      let found = HashShares.commonBits(shares, on: SerialPipeline())
      // Hashes that differ in the first four bits are not compared.
      #expect(found / 4 == common / 4, "seed \(seed)")
      let repeated = Set(Dictionary(grouping: sorted) { $0 }.filter { $0.value.count > 1 }.keys)
      #expect(HashShares.repeated(shares, on: SerialPipeline()) == repeated, "seed \(seed)")
      guard let any = sorted.randomElement(using: &random) else { continue }
      shares[3].append(any)
      #expect(HashShares.repeated(shares, on: SerialPipeline()) == repeated.union([any]), "seed \(seed)")
    }
  }
}
