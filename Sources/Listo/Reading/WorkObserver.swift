public import ICalendar
public import ListoStores

/// What someone who has work done learns while it runs: what was met, and how far it is. ``UnobservedWork`` hears nothing.
///
/// It is called on the thread that does the work, never by two threads at once.
public protocol WorkObserver {
  /// Something was met: see ``Diagnostic``.
  func report(_ problems: [Diagnostic])

  /// An input could not be read; the others go on. What ends the work is thrown.
  func report(_ error: StoreError)

  /// The next part of the work begins: inputs, each read so many times.
  func begin(_ phase: WorkPhase, _ inputs: [Input], passes: Int)

  /// The next part of the work begins: so many bytes, or nobody knows how many.
  func begin(_ phase: WorkPhase, bytes: Int?)

  /// So many bytes more will be read than was thought.
  func expect(_ bytes: Int)
}

extension WorkObserver {
  /// One thing was met.
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

/// A part of the work, for a line that tells how far it is.
public enum WorkPhase: String, Sendable {
  case reading = "Reading"
  case converting = "Converting"
  case filtering = "Filtering"
  case checking = "Checking"
  case writing = "Writing"
}

/// Nobody looks: problems of single items are passed over, and what ends the work is thrown all the same.
public struct UnobservedWork: WorkObserver {
  /// An observer that is told everything and tells nobody.
  public init() {}
  /// Does nothing.
  public func report(_ problems: [Diagnostic]) {}
  /// Does nothing.
  public func report(_ error: StoreError) {}
}
