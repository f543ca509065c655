internal import ICalendar

/// The END lines that are missing behind the items that are kept of an input, if it is cut off.
package struct MissingEnd: Sendable {
  /// Nil where no calendar begins or ends.
  private var isInCalendar: Bool?
  /// Nil where nothing is kept.
  private var last: Last?

  /// The last item that is kept.
  private struct Last: Sendable {
    /// The missing END lines.
    var ends: [UInt8] = []
    /// Its last line, as far as it has no line end.
    var line: [UInt8]
    let lineEnd: [UInt8]
  }

  /// Of no items.
  package init() {}

  /// - Parameter kept: the index of the last item of the batch that is kept; nil for none.
  init(_ batch: ItemBatch, keeping kept: Int?) {
    calendars: for index in batch.indices.reversed() {
      switch batch.kind(at: index) {
      case .open: isInCalendar = true
      case .close: isInCalendar = false
      default: continue
      }
      break calendars
    }
    guard let kept else { return }
    let bytes = batch.bytes[batch.content.lowerBound..<batch.extent(at: kept).upperBound]
    let end = bytes.lastIndex { $0 == 0x0A || $0 == 0x0D }
    var lineEnd = ContentLineText.crlf
    if let end, bytes[end] == 0x0D, batch.returnsEndLines { lineEnd = [0x0D] }
    if let end, bytes[end] == 0x0A, end == bytes.startIndex || bytes[end - 1] != 0x0D { lineEnd = [0x0A] }
    last = Last(line: Array(end.map { bytes[($0 + 1)...] } ?? bytes), lineEnd: lineEnd)
    if let component = batch.component(at: kept) { last?.ends = component.missingEnds }
  }

  /// Adds the items behind these.
  package mutating func append(_ next: MissingEnd) {
    if let isInCalendar = next.isInCalendar { self.isInCalendar = isInCalendar }
    if let last = next.last { self.last = last }
  }

  /// The bytes that complete the calendar; empty if it is complete.
  package var bytes: [UInt8] {
    guard let last else { return [] }
    guard isInCalendar == true else { return last.ends }
    let before = last.ends.isEmpty ? last.line : last.ends
    return last.ends
      + ContentLineText.missingEnd(of: Array("VCALENDAR".utf8), after: before[...], lineEnd: last.lineEnd)
  }
}

extension ItemBatch {
  /// The index of the last item that has bytes.
  var lastWithBytes: Int? { indices.last { !extent(at: $0).isEmpty } }
}
