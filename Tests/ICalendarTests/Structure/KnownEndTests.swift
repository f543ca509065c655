import Testing

@testable import ICalendar

/// A source that knows its end spares a batch, and nothing else.
@Suite struct KnownEndTests {
  /// Bytes that come in pieces; where it claims to know its end, each piece may be the last one.
  private struct Pieces: ByteSource {
    var pieces: [[UInt8]]
    let claims: Bool
    var isAtKnownEnd: Bool { claims }

    mutating func read(_ count: Int, into bytes: inout [UInt8]) {
      if !pieces.isEmpty { bytes += pieces.removeFirst() }
    }
  }

  private static let item = "BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n"
  private static let begin = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"

  private static let texts = [
    begin + item + "END:VCALENDAR\r\n",
    begin + item + "no line\r\n" + item + "END:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO\nEND:VCALENDAR\n",
    begin + item + "END:VCALENDAR",
    begin + item + "END:VCALENDAR\r\n\r\n",
    begin + item + "X-AFTER:1\r\nEND:VCALENDAR\r\n",
    begin + item,
    begin + "END:VCALENDAR\r\n",
    item + "END:VCALENDAR\r\n",
    begin + item + "END:VCALENDAR\r\n" + begin + item + "END:VCALENDAR\r\n",
    "",
  ]

  private static func items(_ pieces: [[UInt8]], claims: Bool) throws(ICalendarError) -> (
    items: [String], batches: Int
  ) {
    var reader = BatchReader(Pieces(pieces: pieces, claims: claims))
    var (items, batches): ([String], Int) = ([], 0)
    while let batch = try reader.next() {
      batches += 1
      for index in batch.indices {
        if case .problem(let problem) = batch[index] {
          items.append("\(problem)")
        } else {
          let text = String(decoding: batch[index].bytes, as: UTF8.self)
          items.append("\(batch.kind(at: index)) \(batch.shift + batch.extent(at: index).lowerBound) \(text)")
        }
      }
    }
    return (items, batches)
  }

  /// Wherever the source is cut, and if it was wrong about its end.
  @Test(arguments: texts) func itemsAreTheSame(_ text: String) throws {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])].filter { !$0.isEmpty }
      let (plain, known) = try (Self.items(pieces, claims: false), Self.items(pieces, claims: true))
      #expect(plain.items == known.items, "cut at \(cut)")
      #expect(known.batches <= plain.batches)
    }
  }

  @Test func aSmallFileIsOneBatch() throws {
    let bytes = Array(Self.texts[0].utf8)
    #expect(try Self.items([bytes], claims: true).batches == 1)
    #expect(try Self.items([bytes], claims: false).batches == 2)
  }
}
