/// The blocks of an input, front to back.
package struct BlockReader<Source: ByteSource> {
  private var source: Source
  private let blockBytes: Int
  private var isFirst = true
  private var isOver = false

  package init(_ source: Source, limits: ReadingLimits = ReadingLimits()) {
    (self.source, blockBytes) = (source, limits.blockBytes)
  }

  /// The next block, nil at the end.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  package mutating func next() throws(ICalendarError) -> SourceBlock? {
    guard !isOver else { return nil }
    // Room before each block for what is left of the one before, which is part of an item: nearly all are shorter. The first one
    // needs none, and of most files is all.
    let room = isFirst ? 0 : 4096
    isFirst = false
    var bytes = [UInt8](repeating: 0, count: room)
    try source.read(blockBytes, into: &bytes)
    guard bytes.count > room else {
      isOver = true
      return nil
    }
    return SourceBlock(bytes, from: room)
  }
}

extension BlockReader: Sendable where Source: Sendable {}
