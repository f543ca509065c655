internal import Synchronization

/// Counts the bytes that are read from inputs, block by block, from any thread, for a progress line.
public final class ReadingMeter: Sendable {
  private let count = Atomic<Int>(0)

  /// Starts at zero bytes.
  public init() {}

  /// The number of bytes read so far.
  public var bytes: Int { count.load(ordering: .relaxed) }

  func add(_ bytes: Int) { count.wrappingAdd(bytes, ordering: .relaxed) }
}
