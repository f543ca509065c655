@testable import ICalendar

/// The content of an input's batches, as text that can be compared.
enum BatchTrace {
  /// Of each batch the places of its lines, its components, and its items by what they are and where.
  ///
  /// - Parameter findingLines: lines are found where each block is alone, as work on several threads does.
  static func of(
    _ input: [UInt8], _ limits: ReadingLimits, findingLines: Bool
  ) throws(ICalendarError) -> [[String]] {
    var blocks = BlockReader(MemorySource(input), limits: limits)
    var framer = BatchFramer(limits: limits)
    var result: [[String]] = []
    while !framer.isOver {
      if var block = try blocks.next() {
        if findingLines { block.findLines() }
        framer.take(block)
      } else {
        framer.end()
      }
      while let batch = framer.next() { result.append(of(batch)) }
    }
    return result
  }

  private static func of(_ batch: ItemBatch) -> [String] {
    let lines = batch.block.lines.map { "\($0.start + batch.shift) \($0.folds)" }
    let nodes = batch.block.nodes.map { "\($0.kind) \($0.number) \($0.lines) \($0.isComplete)" }
    let items = batch.indices.map { index in
      if case .problem(let problem) = batch[index] { return "\(problem)" }
      let extent = batch.extent(at: index)
      return
        "\(batch.kind(at: index)) \(extent.lowerBound + batch.shift)..<\(extent.upperBound + batch.shift)"
    }
    return ["\(batch.offset)"] + lines + nodes + items
  }
}
