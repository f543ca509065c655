internal import Platform
internal import Synchronization

/// Reports that Listo waits for an input that sends nothing, such as a pipe without a writer.
package struct Patience: Sendable {
  private let milliseconds: Int
  private let coversStandardInput: Bool
  private let tell: @Sendable (_ name: String) -> Void

  /// - Parameters:
  ///   - milliseconds: the time before the first report.
  ///   - coversStandardInput: whether waiting for standard input is reported too. The user has connected it,
  ///     and often knows that it is slow.
  ///   - tell: called with the input's name, on a separate thread.
  public init(
    milliseconds: Int, coversStandardInput: Bool = true, _ tell: @escaping @Sendable (_ name: String) -> Void
  ) {
    (self.milliseconds, self.coversStandardInput, self.tell) = (milliseconds, coversStandardInput, tell)
  }

  /// The same for one input, which is waited for several times, as it is opened and as it is read: it tells
  /// once.
  func once() -> Patience {
    let isTold = Mutex(false)
    return Patience(milliseconds: milliseconds, coversStandardInput: coversStandardInput) { [tell] name in
      let isFirst = isTold.withLock { isTold in
        defer { isTold = true }
        return !isTold
      }
      if isFirst { tell(name) }
    }
  }

  /// Does what may wait for an input.
  func whileWaiting<Result, E: Error>(for name: String, _ body: () throws(E) -> Result) throws(E) -> Result {
    guard coversStandardInput || name != "-" else { return try body() }
    let ticker = Ticker(after: milliseconds) { [tell] in tell(name) }
    defer { withExtendedLifetime(ticker) {} }
    return try body()
  }
}

extension Optional where Wrapped == Patience {
  /// The same; without a word where there is no one to be told.
  func whileWaiting<Result, E: Error>(for name: String, _ body: () throws(E) -> Result) throws(E) -> Result {
    guard let self else { return try body() }
    return try self.whileWaiting(for: name, body)
  }
}
