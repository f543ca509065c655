internal import Listo
internal import Platform
internal import Synchronization

/// The line on the terminal that tells how far long work is. It comes after half a second, is drawn ten times
/// a second, and is gone when the work is done or something else is to be said.
///
/// It costs the work nothing but a count for each block that is read: it is drawn on a thread of its own.
final class Progress: Sendable {
  /// The meter that counts the bytes of the inputs.
  let meter = ReadingMeter()
  private let state: Mutex<State>
  private let depth: ColorDepth
  private let glyphs: Glyphs
  private let columns: Int?

  private struct State: ~Copyable {
    var label = "Reading"
    var total: Total = .unknown
    /// The bytes on the meter, and the time in seconds, when this part of the work began.
    var first = 0
    var start: Double
    var isThere = false
    var ticker: Ticker?
  }

  private enum Total {
    case unknown
    case known(Int)
    /// Found out when the line is first drawn: short work need not ask for the sizes of its files.
    case sizes([Input], passes: Int)
  }

  /// nil where no one would see it: standard error is no terminal, or one that cannot go back in a line, or
  /// quiet was asked for.
  init?(
    isQuiet: Bool, isTerminal: Bool = Terminal.isTerminal(.error),
    environment: (String) -> String? = ProcessEnvironment.variable
  ) {
    let terminal = environment("TERM") ?? ""
    guard isTerminal, !isQuiet, !terminal.isEmpty, terminal != "dumb" else { return nil }
    depth = ColorDepth(.auto, isTerminal: true, environment: environment)
    glyphs = .forLocale(environment)
    columns = environment("COLUMNS").flatMap(Int.init)
    state = Mutex(State(start: ProcessEnvironment.monotonicSeconds))
    let ticker = Ticker(after: 500, every: 100) { [weak self] in self?.draw() }
    state.withLock { $0.ticker = ticker }
  }

  /// The next part of the work: inputs, each read so many times.
  func begin(_ label: String, _ inputs: [Input], passes: Int = 1) {
    begin(label, .sizes(inputs, passes: passes))
  }

  /// The next part of the work: so many bytes, or no one knows how many.
  func begin(_ label: String, bytes: Int?) { begin(label, bytes.map(Total.known) ?? .unknown) }

  private func begin(_ label: String, _ total: Total) {
    let now = ProcessEnvironment.monotonicSeconds
    let first = meter.bytes
    state.withLock { state in
      (state.label, state.total, state.first, state.start) = (label, total, first, now)
    }
  }

  /// Some inputs will be read more often than was thought.
  func expect(_ bytes: Int) {
    state.withLock { state in
      state.total = Self.resolved(state.total).map { .known($0 + bytes) } ?? .unknown
    }
  }

  /// Writes to standard error, where the line does not stand.
  func say(_ text: String) {
    state.withLock { state in
      Self.erase(&state)
      ProcessEnvironment.writeToStandardError(text)
    }
  }

  /// The work is done, or its result is about to be written to the terminal.
  func end() {
    state.withLock { state in
      state.ticker = nil
      Self.erase(&state)
    }
  }

  // MARK: Drawing

  private static let erasure = "\r\u{1B}[K"

  private static func erase(_ state: inout State) {
    guard state.isThere else { return }
    ProcessEnvironment.writeToStandardError(erasure)
    EndingSignals.forgetLine()
    state.isThere = false
  }

  private func draw() {
    guard Terminal.isForeground(.error) else { return }
    let columns = Terminal.columns(.error) ?? self.columns ?? 80
    let now = ProcessEnvironment.monotonicSeconds
    state.withLock { state in
      guard state.ticker != nil else { return }
      let total = Self.resolved(state.total)
      state.total = total.map(Total.known) ?? .unknown
      let line = ProgressLine(
        label: state.label, done: meter.bytes - state.first, total: total, elapsed: now - state.start)
      // Over the old line, then away with what is left of it: erased first, it would flicker.
      let text = "\r" + line.text(columns: columns, depth: depth, glyphs) + "\u{1B}[K"
      EndingSignals.drawLine { ProcessEnvironment.writeToStandardError(text) }
      state.isThere = true
    }
  }

  private static func resolved(_ total: Total) -> Int? {
    switch total {
    case .unknown: return nil
    case .known(let bytes): return bytes
    case .sizes(let inputs, let passes):
      var sum = 0
      for input in inputs {
        guard let size = input.size else { return nil }
        sum += size
      }
      return sum * passes
    }
  }
}
