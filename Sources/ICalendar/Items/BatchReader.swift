/// Reads an input block by block into batches of whole items. What it holds is bounded by ``ReadingLimits``, whatever the
/// size of the input.
///
/// - Complexity: linear in the bytes read; memory is one block and the longest item.
public struct BatchReader<Source: ByteSource> {
  private var blocks: BlockReader<Source>
  private var framer: BatchFramer

  /// Reads a source from where it stands to its end.
  public init(_ source: Source, limits: ReadingLimits = ReadingLimits()) {
    blocks = BlockReader(source, limits: limits)
    framer = BatchFramer(limits: limits)
  }

  /// The next batch, nil at the end of the input.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``, when the source does; what was read before has been handed out.
  public mutating func next() throws(ICalendarError) -> ItemBatch? {
    while true {
      if let batch = framer.next() { return batch }
      if framer.isOver { return nil }
      if let block = try blocks.next() { framer.take(block) } else { framer.end() }
    }
  }
}
