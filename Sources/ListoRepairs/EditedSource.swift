package import ICalendar

/// A source with edits made: what is read is what stands afterwards.
package struct EditedSource<Base: ByteSource>: ByteSource {
  private var base: Base
  private var rest: ArraySlice<EditedPiece>
  /// Where the base stands.
  private var position = 0
  /// The buffer for bytes that are read only to be passed over.
  private var passed: [UInt8] = []

  init(_ base: Base, _ extent: EditedExtent) { (self.base, rest) = (base, extent.pieces[...]) }

  /// - Parameters:
  ///   - base: at its beginning.
  ///   - edits: ``RepairPlan/edits`` of it.
  package init(_ base: Base, _ edits: [ByteEdit]) {
    var extent = EditedExtent(size: .max)
    extent.apply(edits)
    self.init(base, extent)
  }

  /// Appends at most `count` bytes; none at the end.
  package mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    let end = bytes.count + count
    while bytes.count < end, let piece = rest.first {
      let wanted = min(piece.count, end - bytes.count)
      switch piece {
      case .new(let new):
        bytes += new.prefix(wanted)
        take(wanted, of: piece)
      case .kept(let range):
        try pass(to: range.lowerBound)
        let before = bytes.count
        try base.read(wanted, into: &bytes)
        let got = bytes.count - before
        guard got > 0 else { return rest = [] }
        position += got
        take(got, of: piece)
      }
    }
  }

  private mutating func take(_ count: Int, of piece: EditedPiece) {
    if count < piece.count { rest[rest.startIndex] = piece.dropping(count) } else { rest.removeFirst() }
  }

  private mutating func pass(to place: Int) throws(ICalendarError) {
    while position < place {
      passed.removeAll(keepingCapacity: true)
      try base.read(min(1 << 20, place - position), into: &passed)
      guard !passed.isEmpty else { return }
      position += passed.count
    }
  }
}

extension EditedSource: Sendable where Base: Sendable {}
