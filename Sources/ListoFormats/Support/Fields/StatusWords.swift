internal import ICalendar
internal import ListoModel

extension Status {
  /// Those of a VTODO (RFC 5545 §3.8.1.11), as nearly every program writes them.
  private static let words: [(word: [UInt8], status: Status)] = [
    (Array("NEEDS-ACTION".utf8), .needsAction), (Array("COMPLETED".utf8), .completed),
    (Array("IN-PROCESS".utf8), .inProcess), (Array("CANCELLED".utf8), .cancelled),
  ]

  /// The status that a range of bytes says, in any case.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for (word, status) in Self.words
    where word.count == range.count && bytes.holds(word, at: range.lowerBound) {
      self = status
      return
    }
    self.init(bytes.array(range)[...])
  }
}
