internal import ICalendar

/// The knowledge that is gathered from the batches of an input in their order, before each is worked on by
/// itself.
protocol BatchOrder: Sendable {
  associatedtype Input: Sendable
  /// A batch, and what is known of it.
  mutating func take(_ batch: ItemBatch) -> Input
  /// It came to something for which it is no use to go on.
  var isDoubtful: Bool { get }
}

/// Nothing needs to be known.
struct NoOrder: BatchOrder {
  func take(_ batch: ItemBatch) -> ItemBatch { batch }
  var isDoubtful: Bool { false }
}

/// An input that is read once: cut into batches in their order.
private struct OrderedBatches<Order: BatchOrder>: Sendable {
  /// The result of reading a block: its bytes, or the error because of which there are none.
  struct Reading: Sendable {
    var block: SourceBlock?
    var error: ICalendarError?
  }

  var framer: BatchFramer
  var order: Order
  var error: ICalendarError?

  /// Takes the next block, nil at the end.
  mutating func take(_ reading: inout Reading?) -> [Order.Input]? {
    if let error = reading?.error {
      self.error = error
      return nil
    }
    // Taken, not copied: the framer writes to the room before it.
    if let block = reading?.block.take() { framer.take(block) } else { framer.end() }
    var inputs: [Order.Input] = []
    while let batch = framer.next() { inputs.append(order.take(batch)) }
    return order.isDoubtful ? nil : inputs
  }
}

extension Pipeline {
  /// Reads an input to its end, or to where it is no use to go on, and does with each of its batches what can
  /// be done with it alone.
  ///
  /// - Parameters:
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order; false where nothing more is needed.
  /// - Returns: what is known in the end, and why the input could not be read to its end.
  /// - Throws: what `consume` throws.
  func read<Source: ByteSource & Sendable, Order: BatchOrder, Output: Sendable, Failure: Error>(
    _ source: Source, _ order: Order, limits: ReadingLimits,
    transform: @escaping @Sendable (Order.Input) -> Output, consume: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> (order: Order, error: ICalendarError?) {
    let batches = OrderedBatches(framer: BatchFramer(limits: limits), order: order)
    let result = try run(
      BlockReader(source, limits: limits), batches,
      read: { reader -> OrderedBatches<Order>.Reading? in
        do throws(ICalendarError) {
          return try reader.next().map { OrderedBatches.Reading(block: $0) }
        } catch {
          return OrderedBatches.Reading(error: error)
        }
      },
      prepare: { $0.block?.findLines() },
      join: { $0.take(&$1) }, transform: transform, consume: consume)
    return (result.order, result.error)
  }
}
