import ICalendar
import ListoTestSupport
import Testing

/// The marks of JSON that are looked for in 64 bytes at a time are those that one finds byte by byte.
@Suite struct JSONMarksTests {
  @Test func eachByteAtEachPlace() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<130 {
        var bytes = [UInt8](repeating: 0x61, count: 131)
        bytes[place] = byte
        compare(bytes, "byte \(byte) at \(place)")
      }
    }
  }

  @Test func generatedTexts() {
    var random = SplitMix64(seed: Seed.current)
    let usual = Array("\"\"\"\\\\\\{}[]:,\n a1".utf8)
    for round in 0..<4000 {
      let bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
        Int.random(in: 0..<12, using: &random) == 0
          ? UInt8.random(in: .min ... .max, using: &random) : usual.randomElement(using: &random) ?? 0x20
      }
      compare(bytes, "seed \(random.seed), round \(round)")
    }
  }

  private func compare(_ bytes: [UInt8], _ note: String) {
    // A carriage return at the end of all is told by what comes.
    let bytes = bytes + [0x20]
    var marks = JSONMarks(from: 0)
    var found: [Int] = []
    while let index = marks.next(in: bytes.span) { found.append(index) }
    let expected = Self.oneByOne(bytes)
    #expect(found == expected.marks && marks.hasFault == expected.hasFault, "\(note): \(bytes)")
  }

  /// As RFC 8259 §7 says it.
  private static func oneByOne(_ bytes: [UInt8]) -> (marks: [Int], hasFault: Bool) {
    var (marks, hasFault): ([Int], Bool) = ([], false)
    var (isText, isEscaped) = (false, false)
    for (index, byte) in bytes.enumerated() {
      let wasEscaped = isEscaped
      isEscaped = byte == 0x5C && !wasEscaped
      if byte == 0x0A || byte == 0x0D, isText { hasFault = true }
      if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] != 0x0A { hasFault = true }
      switch byte {
      case UInt8(ascii: "\""):
        if wasEscaped { continue }
        isText.toggle()
        marks.append(index)
      case 0x5C: if isEscaped, isText { marks.append(index) }
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"),
        UInt8(ascii: ","), 0x0A:
        if !isText { marks.append(index) }
      default: continue
      }
    }
    return (marks, hasFault)
  }
}
