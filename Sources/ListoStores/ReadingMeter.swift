internal import Synchronization

/// Counts the bytes that are read of inputs, block by block, from any thread: what a line of progress is made of.
public final class ReadingMeter: Sendable {
  private let count = Atomic<Int>(0)

  /// Nothing was read yet.
  public init() {}

  /// How many were read until now.
  public var bytes: Int { count.load(ordering: .relaxed) }

  func add(_ bytes: Int) { count.wrappingAdd(bytes, ordering: .relaxed) }
}
