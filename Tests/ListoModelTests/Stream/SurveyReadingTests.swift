import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The pieces that a survey hands on while it reads are the input, to the byte, however damaged it is.
@Suite struct SurveyReadingTests {
  private static let odd: [[UInt8]] = [
    [], [0], [0x0D], [0x0A], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], Array("\r\n\r\n ".utf8),
    Array("\r\nBEGIN:VCALENDAR\r\n".utf8), Array("\nEND:VTODO\n".utf8), Array("\r\nEND:VCALENDAR\r\n".utf8),
    Array("\r\nBEGIN:VTODO".utf8), Array(repeating: 0x61, count: 700),
  ]

  private static func pieces(of bytes: [UInt8], blockBytes: Int) throws -> (joined: [UInt8], size: Int) {
    var joined: [UInt8] = []
    let reading = SurveyReading.reading(
      MemorySource(bytes), file: "x", limits: ReadingLimits(blockBytes: blockBytes), on: SerialPipeline()
    ) { (piece) throws(Never) in
      joined += piece
      return true
    }
    var names = ListNames()
    let survey = Survey(try reading.get(), fileName: "x", in: TestFolder("/s/f", []).folder, names: &names)
    return (joined, survey.size)
  }

  @Test func allBytesInTheirOrder() throws {
    var random = SplitMix64(seed: Seed.current)
    let files = try Corpus.small(Corpus.own + Corpus.others, below: 1 << 14)
    for (path, whole) in files {
      var bytes = whole
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...60, using: &random))
        bytes.replaceSubrange(place..<end, with: Self.odd.pick(using: &random))
      }
      let block = [64, 400, 1 << 18].pick(using: &random)
      let (joined, size) = try Self.pieces(of: bytes, blockBytes: block)
      #expect(joined == bytes && size == bytes.count, "\(path), blocks of \(block), seed \(random.seed)")
    }
    #expect(files.count > 20)
  }

  /// Reading ends where nothing more is wanted.
  @Test func noMoreThanIsWanted() throws {
    let bytes = Array(calendar((0..<500).map { todo("UID:\($0)") }.joined(separator: "\r\n")).utf8)
    var count = 0
    _ = try SurveyReading.reading(
      MemorySource(bytes), file: "x", limits: ReadingLimits(blockBytes: 400), on: SerialPipeline()
    ) { (_) throws(Never) in
      count += 1
      return count < 3
    }.get()
    #expect(count == 3)
  }
}
