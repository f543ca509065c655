internal import Dispatch

/// Does something again and again on a thread of its own, until it is stopped.
public final class Ticker: Sendable {
  // Set up once, and cancelled from any thread: dispatch allows that.
  nonisolated(unsafe) private let source: any DispatchSourceTimer

  /// - Parameters:
  ///   - delay: before the first time, in milliseconds.
  ///   - interval: between two times, in milliseconds.
  public init(after delay: Int, every interval: Int, _ tick: @escaping @Sendable () -> Void) {
    unsafe source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "listo.ticker"))
    unsafe source.schedule(
      deadline: .now() + .milliseconds(delay), repeating: .milliseconds(interval),
      leeway: .milliseconds(interval / 10))
    unsafe source.setEventHandler(handler: tick)
    unsafe source.activate()
  }

  deinit { unsafe source.cancel() }
}
