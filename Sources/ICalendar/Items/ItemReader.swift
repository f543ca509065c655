/// Reads an input as a stream of items, one at a time, in constant memory.
public struct ItemReader<Source: ByteSource> {
  private var batches: BatchReader<Source>
  private var batch: ItemBatch?
  private var index = 0

  /// Reads a source from its current position to its end.
  public init(_ source: Source, limits: ReadingLimits = ReadingLimits()) {
    batches = BatchReader(source, limits: limits)
  }

  /// The next item, nil at the end of the input.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``, when the source does.
  public mutating func next() throws(ICalendarError) -> Item? {
    while true {
      if let batch, index < batch.count {
        defer { index += 1 }
        return batch[index]
      }
      batch = try batches.next()
      index = 0
      if batch == nil { return nil }
    }
  }
}

extension ItemReader where Source == MemorySource {
  /// Reads bytes that are in memory already.
  public init(_ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) {
    self.init(MemorySource(bytes), limits: limits)
  }
}

/// Reads an input block by block into batches of whole items. Its memory is bounded by ``ReadingLimits``,
/// whatever the size of the input.
///
/// - Complexity: linear in the bytes read; memory is one block and the longest item.
public struct BatchReader<Source: ByteSource> {
  private var blocks: BlockReader<Source>
  private var framer: BatchFramer

  /// Reads a source from its current position to its end.
  public init(_ source: Source, limits: ReadingLimits = ReadingLimits()) {
    blocks = BlockReader(source, limits: limits)
    framer = BatchFramer(limits: limits)
  }

  /// Returns the next batch; nil at the end of the input.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)`` if the source throws it; everything read before has
  ///   been returned.
  public mutating func next() throws(ICalendarError) -> ItemBatch? {
    while true {
      if let batch = framer.next() { return batch }
      if framer.isOver { return nil }
      if let block = try blocks.next() { framer.take(block) } else { framer.end() }
    }
  }
}
