import ListoTestSupport
import Testing

@testable import ICalendar

/// The bytes that are left of a block go before the next one: into the room there, or, where they are too
/// long, the next one is read behind them.
@Suite struct BatchTests {
  @Test func everyItemStandsWhereTheBatchSays() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<30 {
      let input = Self.calendar(&random)
      let block = [1, 100, 4095, 4096, 4097, 9000, 1 << 18].pick(using: &random)
      var reader = BatchReader(MemorySource(input), limits: ReadingLimits(blockBytes: max(block, 64)))
      var joined: [UInt8] = []
      var reminders = 0
      while let batch = try reader.next() {
        #expect(batch.offset == joined.count, "seed \(seed)")
        joined += batch.bytes[batch.content]
        for index in batch.indices {
          let extent = batch.extent(at: index)
          guard !extent.isEmpty else { continue }
          let place = extent.lowerBound + batch.shift..<extent.upperBound + batch.shift
          #expect(Array(input[place]) == Array(batch[index].bytes), "seed \(seed)")
          guard let component = batch.component(at: index) else { continue }
          reminders += 1
          #expect(component.isComplete && component.first(.uid) != nil, "seed \(seed)")
        }
      }
      #expect(joined == input, "seed \(seed), blocks of \(block)")
      #expect(reminders == 40, "seed \(seed)")
    }
  }

  /// Lines are counted from the first byte of the input, whatever stands before a block.
  @Test(arguments: [64, 5000, 1 << 18])
  func aByteIsNamedByItsLine(block: Int) throws {
    let text = "BEGIN:VCALENDAR\r\n" + String(repeating: "BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n", count: 300)
    let input = Array((text + "BEGIN:VTODO\r\nSUMMARY:").utf8) + [0, 0xFF] + Array("\r\nEND:VTODO\r\n".utf8)
    var reader = BatchReader(MemorySource(input), limits: ReadingLimits(blockBytes: block))
    var (nul, invalid): (Int?, Int?) = (nil, nil)
    while let batch = try reader.next() {
      invalid = batch.firstInvalidLine ?? invalid
      for item in batch {
        if case .problem(let problem) = item, problem.code == .nulByte { nul = problem.line }
      }
    }
    #expect(nul == 903)
    #expect(invalid == 903)
  }

  /// Lines that were found where each block was alone are those that are found in one go: in all line ends,
  /// with folds, stray ENDs, blocks that end anywhere.
  @Test func foundLinesAreTheLines() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<400 {
      let input = Self.lines(&random)
      let limits = ReadingLimits(
        itemBytes: [200, 1 << 20].pick(using: &random), blockBytes: Int.random(in: 1...600, using: &random))
      let plain = try BatchTrace.of(input, limits, findingLines: false)
      let found = try BatchTrace.of(input, limits, findingLines: true)
      #expect(plain == found, "seed \(seed)")
    }
  }

  /// A line of an item that is too large waits for its end, and does not pass in two parts.
  @Test func whatIsTooLargePassesBlockByBlock() throws {
    let line = "X-A:" + String(repeating: "a", count: 20_000) + "\r\n"
    let text = "BEGIN:VTODO\r\n" + String(repeating: line, count: 100) + "END:VTODO\r\n"
    var reader = BatchReader(
      MemorySource(Array(text.utf8)), limits: ReadingLimits(itemBytes: 1 << 18, blockBytes: 1 << 18))
    var ends: [UInt8?] = []
    while let batch = try reader.next() { ends.append(batch.bytes[batch.content].last) }
    #expect(ends.count == 7)
    #expect(ends.allSatisfy { $0 == 0x0A })
  }

  private static func lines(_ random: inout SplitMix64) -> [UInt8] {
    let texts = [
      "BEGIN:VCALENDAR", "END:VCALENDAR", "BEGIN:VTODO", "END:VTODO", "BEGIN:VALARM", "END:VALARM", "UID:1",
      "",
      "SUMMARY:a long one that goes on and on", "EXDATE:20260101", "begin:vtodo", "X", "\u{FEFF}BEGIN:VTODO",
      "DESCRIPTION:a\0b", "BEGIN:VTO",
    ]
    let ends = [["\r\n"], ["\n"], ["\r"], ["\r\n", "\n", "\r", "\r\r\n"]].pick(using: &random)
    var text = ["", "BEGIN:VCALENDAR" + ends[0]].pick(using: &random)
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      text += texts.pick(using: &random) + ends.pick(using: &random)
      if Int.random(in: 0...4, using: &random) == 0 {
        text += [" ", "\t", "  x\n", " O"].pick(using: &random)
      }
    }
    return Array(text.utf8)
  }

  /// Forty reminders of very different sizes.
  private static func calendar(_ random: inout SplitMix64) -> [UInt8] {
    var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
    for number in 0..<40 {
      let length = [0, 10, 300, 3990, 4096, 4100, 20_000].pick(using: &random)
      text +=
        "BEGIN:VTODO\r\nUID:\(number)\r\nDESCRIPTION:\(String(repeating: "x", count: length))\r\nEND:VTODO\r\n"
    }
    return Array((text + "END:VCALENDAR\r\n").utf8)
  }
}
