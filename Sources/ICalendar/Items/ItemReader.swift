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
