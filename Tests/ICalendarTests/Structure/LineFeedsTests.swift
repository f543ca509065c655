import ListoTestSupport
import Testing

@testable import ICalendar

/// Line feeds that are found 64 bytes at a time are those that stand there.
@Suite struct LineFeedsTests {
  @Test func asOneByOne() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<400 {
      // Near to each other and far apart; bytes that differ from a line feed by one bit among them.
      let others: [UInt8] = [0x0B, 0x0D, 0x8A, 0x00, 0xFF, 0x41]
      let share = Int.random(in: 1...100, using: &random)
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        Int.random(in: 0..<share, using: &random) == 0 ? 0x0A : others.pick(using: &random)
      }
      let start = Int.random(in: 0...bytes.count, using: &random)
      var feeds = LineFeeds(from: start)
      var found: [Int] = []
      while let feed = feeds.next(in: bytes.span) { found.append(feed) }
      #expect(found == bytes.indices.filter { $0 >= start && bytes[$0] == 0x0A }, "LISTO_SEED=\(seed)")
      #expect(bytes[start...].lineFeedCount == found.count, "LISTO_SEED=\(seed)")
    }
  }
}
