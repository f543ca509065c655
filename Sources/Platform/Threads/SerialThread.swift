internal import Dispatch

/// A thread on which one thing is done after the other, in the order in which they were asked for.
package final class SerialThread: Sendable {
  private let queue = DispatchQueue(label: "listo.serial")

  /// One that has nothing to do yet.
  package init() {}

  /// Returns at once.
  package func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Waits until all is done that was asked for.
  package func wait() { queue.sync {} }
}
