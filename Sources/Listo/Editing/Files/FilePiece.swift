internal import ICalendar

/// A piece of a file: a calendar's header, a component, or what stands between. All pieces, joined, are the
/// file.
struct FilePiece {
  private let batch: ItemBatch
  private let index: Int

  /// Nil for what is said of the file, and is no part of it.
  init?(_ batch: ItemBatch, _ index: Int) {
    guard batch.kind(at: index) != .problem else { return nil }
    (self.batch, self.index) = (batch, index)
    let extent = batch.extent(at: index)
    range = extent.lowerBound + batch.shift..<extent.upperBound + batch.shift
  }

  /// Its bytes in the file.
  let range: Range<Int>

  /// Nil for what is no component.
  var component: Component? { batch.component(at: index) }

  var bytes: ArraySlice<UInt8> { batch.bytes[batch.extent(at: index)] }

  /// The physical line of the file where it begins, counted from 1.
  ///
  /// - Complexity: linear in the bytes that were read with it, for what is no component.
  var line: Int {
    if let component { return component.lineNumber }
    let before = batch.bytes[batch.content.lowerBound..<batch.extent(at: index).lowerBound]
    return batch.firstLine + LineCount.lines(in: before, returnsEndLines: batch.returnsEndLines)
  }

  /// Reads a file to its end, piece by piece.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  static func forEach<Source: ByteSource>(
    in source: Source, limits: ReadingLimits = ReadingLimits(), _ body: (FilePiece) -> Void
  ) throws(ICalendarError) {
    var reader = BatchReader(source, limits: limits)
    while let batch = try reader.next() {
      for index in batch.indices { FilePiece(batch, index).map(body) }
    }
  }
}
