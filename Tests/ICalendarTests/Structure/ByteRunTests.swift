import ListoTestSupport
import Testing

@testable import ICalendar

/// Searches that look at eight bytes at a time find what a look at each byte finds.
@Suite struct ByteRunTests {
  private static let specials: [UInt8] = [
    0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7E, 0x7F, 0x80, 0xFF,
  ]

  /// Mostly letters.
  private func bytes(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
    (0..<count).map { _ in
      Int.random(in: 0..<12, using: &random) == 0 ? Self.specials.pick(using: &random) : 0x61
    }
  }

  private func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C }

  @Test func plainRuns() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<3000 {
      let bytes = bytes(Int.random(in: 0...60, using: &random), &random)
      let start = Int.random(in: 0...bytes.count, using: &random)
      let end = Int.random(in: start...bytes.count, using: &random)
      let expected = bytes[start..<end].firstIndex { !isPlain($0) } ?? end
      #expect(bytes.span.endOfPlainRun(from: start, to: end) == expected, "seed \(seed)")
      // With room to spare, with just enough, and with too little.
      for room in [end - start + 20, end - start, max(0, end - start - 3)] {
        var found = 0
        let output = [UInt8](capacity: room) { output in
          found = output.appendPlainRun(bytes.span, from: start, to: end)
        }
        #expect(found == expected, "seed \(seed)")
        #expect(output == Array(bytes[start..<expected].prefix(room)), "seed \(seed)")
      }
    }
  }

  @Test func unescapedText() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let escaped: [UInt8] = [0x0A, 0x0D, 0x2C, 0x3B, 0x5C]
    // Those beside them, and those that differ in the highest bit alone.
    let others: [UInt8] = escaped.flatMap { (byte: UInt8) -> [UInt8] in [byte - 1, byte + 1, byte | 0x80] }
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ -> UInt8 in
        switch Int.random(in: 0..<16, using: &random) {
        case 0: escaped.pick(using: &random)
        case 1..<8: others.pick(using: &random)
        default: 0x61
        }
      }
      let start = Int.random(in: 0...bytes.count, using: &random)
      let expected = bytes[start...].firstIndex { escaped.contains($0) } ?? bytes.count
      #expect(bytes.span.endOfUnescapedText(from: start) == expected, "seed \(seed)")
    }
  }

  @Test func firstNonASCII() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<3000 {
      var bytes = [UInt8](repeating: 0x61, count: Int.random(in: 0...200, using: &random))
      if !bytes.isEmpty, Bool.random(using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0x80...0xFF, using: &random)
      }
      let start = Int.random(in: 0...bytes.count, using: &random)
      let end = Int.random(in: start...bytes.count, using: &random)
      let expected = bytes[start..<end].firstIndex { $0 >= 0x80 } ?? end
      #expect(ByteSearch.firstNonASCII(in: bytes.span, from: start, to: end) == expected, "seed \(seed)")
    }
  }
}
