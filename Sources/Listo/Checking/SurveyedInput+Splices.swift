internal import ICalendar
internal import ListoModel
internal import ListoRepairs
internal import ListoStores

extension SurveyedInput {
  /// The places that edits touch: each piece of the file as a whole, so that taking back finds it again where
  /// others changed the file since.
  ///
  /// - Parameters:
  ///   - edits: ``RepairPlan/edits`` of it.
  ///   - body: given a place, and the edits within it.
  /// - Throws: ``WorkError``, and what `body` throws.
  /// - Complexity: linear in the bytes up to the last edit, which are read; memory is that of a place.
  func forEachSplice(
    of edits: [ByteEdit], _ body: (FileChange.Splice, ArraySlice<ByteEdit>) throws(WorkError) -> Void
  ) throws(WorkError) {
    var rest = edits[...]
    // A piece that is touched, and those behind it into which an edit of it reaches.
    var touched: TouchedPiece?
    func close() throws(WorkError) {
      guard let piece = touched else { return }
      touched = nil
      let inside = rest.prefix { $0.range.upperBound <= piece.range.upperBound }
      rest = rest.dropFirst(inside.count)
      try body(piece.splice(inside), inside)
    }
    var reader = try items()
    while !rest.isEmpty, let batch = try next(&reader) {
      try batch.forEachIndex { (index, calendar, ordinal) throws(WorkError) in
        guard let piece = FilePiece(batch.batch, index) else { return }
        if let standing = touched {
          let last = rest.prefix { $0.range.lowerBound < standing.range.upperBound }.last
          if let last, last.range.upperBound > standing.range.upperBound {
            touched?.append(piece)
            return
          }
          try close()
        }
        // An insertion right behind a piece belongs to that piece.
        guard let next = rest.first,
          next.range.lowerBound < piece.range.upperBound || next.range.upperBound == piece.range.upperBound
        else { return }
        let item: ModelIdentifier? =
          if let component = piece.component, component.kind == .vtodo, let calendar {
            ModelIdentifier(component, holder: batch.holder(ordinal), in: calendar)
          } else {
            nil
          }
        touched = TouchedPiece(piece, item)
      }
    }
    try close()
  }
}

/// A piece of a file that edits touch, or several that one reaches across.
private struct TouchedPiece {
  private(set) var range: Range<Int>
  private var bytes: [UInt8]
  private let line: Int
  private let item: ModelIdentifier?

  init(_ piece: FilePiece, _ item: ModelIdentifier?) {
    (range, bytes, line) = (piece.range, Array(piece.bytes), piece.line)
    self.item = item
  }

  /// - Parameter piece: what stands behind it.
  mutating func append(_ piece: FilePiece) {
    range = range.lowerBound..<piece.range.upperBound
    bytes += piece.bytes
  }

  func splice(_ edits: ArraySlice<ByteEdit>) -> FileChange.Splice {
    let start = range.lowerBound
    let new = bytes.applying(edits.map { $0.shifted(by: -start) })
    return FileChange.Splice(offset: start, line: line, old: bytes, new: new, item: item)
  }
}
