/// The blocks of an input, front to back.
package struct BlockReader<Source: ByteSource> {
  private var source: Source
  private let blockBytes: Int
  /// Another block is likely to come: the last one had all the bytes that were asked for.
  private var isFull = false
  private var isOver = false

  package init(_ source: Source, limits: ReadingLimits = ReadingLimits()) {
    (self.source, blockBytes) = (source, limits.blockBytes)
  }

  /// The next block, nil at the end.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  package mutating func next() throws(ICalendarError) -> SourceBlock? {
    guard !isOver else { return nil }
    // Room before each block for what is left of the one before, which is part of an item: nearly all are
    // shorter. The first one needs none, and behind one that is not full there is seldom another.
    let room = isFull ? 4096 : 0
    var bytes = [UInt8](repeating: 0, count: room)
    try source.read(blockBytes, into: &bytes)
    guard bytes.count > room else {
      isOver = true
      return nil
    }
    isFull = bytes.count - room >= blockBytes
    return SourceBlock(bytes, from: room, seemsLast: source.isAtKnownEnd)
  }
}

extension BlockReader: Sendable where Source: Sendable {}

/// A block of an input, and what its bytes tell by themselves, whatever stands before them.
package struct SourceBlock: Sendable {
  /// Room for what came before, then the bytes.
  private(set) var bytes: [UInt8]
  /// Where they begin.
  let start: Int
  /// No other is likely to come.
  let seemsLast: Bool
  /// Nil where nobody has looked.
  private(set) var lines: FoundLines?
  private(set) var holdsNUL: Bool?

  init(_ bytes: [UInt8], from start: Int, seemsLast: Bool) {
    (self.bytes, self.start, self.seemsLast) = (bytes, start, seemsLast)
  }

  /// Finds lines, so that this need not be done where one block depends on another.
  ///
  /// - Complexity: linear in the bytes.
  package mutating func findLines() {
    lines = FoundLines(in: bytes.span, from: start)
    holdsNUL = ByteSearch.first(0, in: bytes.span, from: start) != nil
  }

  /// Puts what came before into the room; there must be enough.
  mutating func putBefore(_ rest: ArraySlice<UInt8>) {
    bytes.replaceSubrange(start - rest.count..<start, with: rest)
  }
}
