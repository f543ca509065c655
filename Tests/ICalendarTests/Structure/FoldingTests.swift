import Testing

import ListoTestSupport
@testable import ICalendar

/// Writing folded lines (RFC 5545 §3.1): unfolding is the inverse, no line is too long, no character is cut.
@Suite struct FoldingTests {
  @Test func roundTrip() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let characters = ["a", " ", "\t", ":", "é", "漢", "\u{1F468}\u{200D}\u{1F469}", "\u{1F600}", "\u{FEFF}"]
    for round in 0..<300 {
      let text = (0..<Int.random(in: 0...400, using: &random)).map { _ in
        characters.pick(using: &random)
      }.joined()
      for end in [[0x0D, 0x0A], [0x0A], [0x0D]] as [[UInt8]] {
        let line = Array("X-Y:".utf8) + Array(text.utf8)
        let folded = ContentLineText.fold(line[...], lineEnd: end)
        #expect(folded.suffix(end.count).elementsEqual(end))
        #expect(
          Folding.unfold(folded.dropLast(end.count), end == [0x0D] ? .carriageReturn : .lineFeed) == line,
          "seed \(seed), round \(round)")
        for physical in Self.physicalLines(folded, end) {
          #expect(physical.count <= 75, "seed \(seed), round \(round)")
          #expect(String(validating: physical, as: UTF8.self) != nil, "seed \(seed), round \(round)")
        }
      }
    }
  }

  @Test(arguments: [0, 1, 74, 75, 76, 149, 150, 1000])
  func bytesThatAreNoTextAreCutAnywhere(count: Int) {
    let line = [UInt8](repeating: 0x80, count: count)
    let folded = ContentLineText.fold(line[...])
    #expect(Folding.unfold(folded.dropLast(2), .lineFeed) == line)
    #expect(Self.physicalLines(folded, [0x0D, 0x0A]).allSatisfy { $0.count <= 75 })
  }

  @Test func seventyFiveOctetsNeedNoFold() {
    let line = [UInt8](repeating: 0x61, count: 75)
    #expect(ContentLineText.fold(line[...]) == line + [0x0D, 0x0A])
    #expect(ContentLineText.fold((line + [0x61])[...]) == line + [0x0D, 0x0A, 0x20, 0x61, 0x0D, 0x0A])
  }

  @Test func lineEndsInAValueAreDropped() {
    #expect(
      ContentLineText.line("X", value: Array("a\r\nEND:VTODO\rb\n".utf8)) == Array("X:aEND:VTODOb\r\n".utf8))
  }

  private static func physicalLines(_ bytes: [UInt8], _ end: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in bytes {
      if end.contains(byte) {
        if !lines[lines.count - 1].isEmpty { lines.append([]) }
      } else {
        lines[lines.count - 1].append(byte)
      }
    }
    return lines
  }
}
