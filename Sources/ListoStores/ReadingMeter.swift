internal import Synchronization

/// Counts the bytes that are read from inputs, block by block, from any thread, for a progress line; and ends
/// the reading if that is asked for.
package final class ReadingMeter: Sendable {
  private let count = Atomic<Int>(0)
  private let total = Atomic<Int>(0)
  private let stopped = Atomic(false)
  private let tell: (@Sendable (_ bytes: Int, _ total: Int) -> Void)?

  /// Starts at zero bytes.
  ///
  /// - Parameter tell: called after each block with the numbers of bytes that are read and expected, on any
  ///   thread.
  package init(_ tell: (@Sendable (_ bytes: Int, _ total: Int) -> Void)? = nil) { self.tell = tell }

  /// The number of bytes read so far.
  package var bytes: Int { count.load(ordering: .relaxed) }

  /// Raises the number of bytes that will be read by the sizes of inputs.
  package func expect(_ inputs: [Input]) {
    total.wrappingAdd(inputs.reduce(0) { $0 + ($1.size ?? 0) }, ordering: .relaxed)
  }

  /// Lets each further reading fail.
  package func stop() { stopped.store(true, ordering: .relaxed) }

  /// True if further readings fail.
  package var isStopped: Bool { stopped.load(ordering: .relaxed) }

  func add(_ bytes: Int) {
    count.wrappingAdd(bytes, ordering: .relaxed)
    tell?(self.bytes, total.load(ordering: .relaxed))
  }
}
