package import ICalendar
package import ListoStores

/// Receives the problems and the progress of a job while it runs. ``UnobservedWork`` ignores both.
///
/// The methods are called on the thread of the job, never by two threads at once.
package protocol WorkObserver {
  /// Receives problems: see ``Diagnostic``.
  func report(_ problems: [Diagnostic])

  /// Called when an input could not be read; the others are still read. Errors that end the work are thrown.
  func report(_ error: StoreError)

  /// Called at the start of a phase that reads inputs, each `passes` times.
  func begin(_ phase: WorkPhase, _ inputs: [Input], passes: Int)

  /// Called at the start of a phase that processes `bytes` bytes; nil if the number is unknown.
  func begin(_ phase: WorkPhase, bytes: Int?)

  /// Raises the expected number of bytes.
  func expect(_ bytes: Int)
}

extension WorkObserver {
  /// Receives one problem.
  public func report(_ problem: Diagnostic) { report([problem]) }
  /// The next part of the work begins, which reads the inputs once.
  public func begin(_ phase: WorkPhase, _ inputs: [Input]) { begin(phase, inputs, passes: 1) }

  // Who does not show how far the work is needs none of these.
  /// Does nothing.
  public func begin(_ phase: WorkPhase, _ inputs: [Input], passes: Int) {}
  /// Does nothing.
  public func begin(_ phase: WorkPhase, bytes: Int?) {}
  /// Does nothing.
  public func expect(_ bytes: Int) {}
}

/// A phase of the work, for a progress line.
package enum WorkPhase: String, Sendable {
  case reading = "Reading"
  case converting = "Converting"
  case filtering = "Filtering"
  case checking = "Checking"
  case writing = "Writing"
}

/// An observer that ignores everything. Problems of single items are dropped; errors that end the job are
/// thrown anyway.
package struct UnobservedWork: WorkObserver {
  /// Creates an observer that ignores everything.
  public init() {}
  /// Does nothing.
  public func report(_ problems: [Diagnostic]) {}
  /// Does nothing.
  public func report(_ error: StoreError) {}
}
