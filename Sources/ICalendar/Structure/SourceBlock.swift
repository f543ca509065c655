/// A block of an input, and what its bytes tell by themselves, whatever stands before them.
public struct SourceBlock: Sendable {
  /// Room for what came before, then the bytes.
  private(set) var bytes: [UInt8]
  /// Where they begin.
  let start: Int
  /// Nil where nobody has looked.
  private(set) var lines: FoundLines?
  private(set) var holdsNUL: Bool?

  init(_ bytes: [UInt8], from start: Int) { (self.bytes, self.start) = (bytes, start) }

  /// Finds lines, so that this need not be done where one block waits for another.
  ///
  /// - Complexity: linear in the bytes.
  public mutating func findLines() {
    lines = FoundLines(in: bytes.span, from: start)
    holdsNUL = ByteSearch.first(0, in: bytes.span, from: start) != nil
  }

  /// Puts what came before into the room; there must be enough.
  mutating func putBefore(_ rest: ArraySlice<UInt8>) {
    bytes.replaceSubrange(start - rest.count..<start, with: rest)
  }
}

/// The blocks of an input, front to back.
public struct BlockReader<Source: ByteSource> {
  private var source: Source
  private let blockBytes: Int
  private var isFirst = true
  private var isOver = false

  public init(_ source: Source, limits: ReadingLimits = ReadingLimits()) {
    (self.source, blockBytes) = (source, limits.blockBytes)
  }

  /// The next block, nil at the end.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  public mutating func next() throws(ICalendarError) -> SourceBlock? {
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
