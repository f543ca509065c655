internal import Dispatch

/// Does something on a thread of its own, once or again and again, until it is stopped.
package final class Ticker: Sendable {
  // Set up once, and cancelled from any thread: dispatch allows that.
  nonisolated(unsafe) private let source: any DispatchSourceTimer

  /// - Parameters:
  ///   - delay: before the first time, in milliseconds.
  ///   - interval: between two times, in milliseconds; nil for once.
  package init(after delay: Int, every interval: Int? = nil, _ tick: @escaping @Sendable () -> Void) {
    unsafe source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "listo.ticker"))
    unsafe source.schedule(
      deadline: .now() + .milliseconds(delay), repeating: interval.map { .milliseconds($0) } ?? .never,
      leeway: .milliseconds((interval ?? delay) / 10))
    unsafe source.setEventHandler(handler: tick)
    unsafe source.activate()
  }

  deinit { unsafe source.cancel() }
}
