internal import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The cleanup when the process is told to end (SIGINT, SIGTERM, SIGHUP): temporary files that have a name, a
/// line of progress on the terminal, and a terminal that is drawn on whole (that after a crash too).
///
/// A handler may call next to nothing (signal-safety(7)): it finds paths that were written down before, and
/// calls unlink(2), poll(2), tcsetattr(3) and write(2).
package enum EndingSignals {
  /// A path to be unlinked; its memory is kept for as long as the process lives, so that a handler never
  /// reads what was freed.
  @safe private final class Slot: Sendable {
    static let size = 4096
    /// 0: free; 1: being written; 2: to be unlinked; 3: taken by a handler.
    let state = Atomic<Int>(0)
    nonisolated(unsafe) let path = UnsafeMutablePointer<CChar>.allocate(capacity: size)
  }

  /// A process writes a hundred files at a time at the most. What has no place here is found by the next
  /// writer (``TemporaryName``).
  private static let slots = (0..<100).map { _ in Slot() }
  private static let hasLine = Atomic<Bool>(false)
  private static let isDrawing = Atomic<Bool>(false)
  private static let isEnding = Atomic<Bool>(false)
  private static let erasure: StaticString = "\r\u{1B}[K"

  /// Lets the signals tidy up before they end the process. One that is ignored (nohup) stays so.
  package static func tidyUp() {
    // Made now: a handler must not.
    _ = slots.count
    _ = [
      hasLine.load(ordering: .relaxed), isDrawing.load(ordering: .relaxed), isEnding.load(ordering: .relaxed),
    ]
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        EndingSignals.end()
        // Blocked while its handler runs, it ends the process when this returns.
        signal(number, SIG_DFL)
        raise(number)
      }
      if isIgnoring(before) { signal(number, SIG_IGN) }
    }
  }

  private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func end() {
    for slot in slots
    where slot.state.compareExchange(expected: 2, desired: 3, ordering: .acquiring).exchanged {
      _ = unsafe unlink(slot.path)
    }
    isEnding.store(true, ordering: .sequentiallyConsistent)
    // A line that is being drawn is waited for, but not for ever: this may run on the thread that draws it,
    // which goes no further.
    var waits = 0
    while isDrawing.load(ordering: .sequentiallyConsistent), waits < 50 {
      _ = poll(nil, 0, 1)
      waits += 1
    }
    if hasLine.load(ordering: .relaxed) { unsafe write(2, erasure.utf8Start, erasure.utf8CodeUnitCount) }
    restoreTerminalNow()
  }

  // MARK: The terminal

  /// The state of a terminal before it was drawn on; written before it is taken, read by handlers.
  @safe private final class TerminalRecord: Sendable {
    let isTaken = Atomic<Bool>(false)
    let input = Atomic<Int32>(0)
    let output = Atomic<Int32>(1)
    nonisolated(unsafe) let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  }

  private static let terminal = TerminalRecord()
  /// The signals of a crash: a trap, a broken pointer, an abort.
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT]
  /// No styles, wrapping, no bracketed paste, the cursor, the screen of before.
  private static let restoring: StaticString = "\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  /// From now on the terminal is given back however the process ends.
  ///
  /// - Parameter settings: what it is set to then.
  static func restoreTerminal(_ input: Int32, _ output: Int32, _ settings: termios) {
    terminal.input.store(input, ordering: .relaxed)
    terminal.output.store(output, ordering: .relaxed)
    unsafe terminal.settings.initialize(to: settings)
    terminal.isTaken.store(true, ordering: .releasing)
    for number in crashes {
      let before = signal(number) { number in
        EndingSignals.restoreTerminalNow()
        signal(number, SIG_DFL)
        raise(number)
      }
      if isIgnoring(before) { signal(number, SIG_IGN) }
    }
  }

  /// Gives the terminal back, once.
  static func restoreTerminalNow() {
    guard terminal.isTaken.compareExchange(expected: true, desired: false, ordering: .acquiring).exchanged
    else {
      return
    }
    _ = unsafe write(
      terminal.output.load(ordering: .relaxed), restoring.utf8Start, restoring.utf8CodeUnitCount)
    _ = unsafe tcsetattr(terminal.input.load(ordering: .relaxed), TCSANOW, terminal.settings)
  }

  /// Draws on the terminal, unless a signal has come that ends the process.
  static func draw(_ draw: () -> Void) {
    // Either this sees that the process ends, or the handler that something is being drawn.
    isDrawing.store(true, ordering: .sequentiallyConsistent)
    defer { isDrawing.store(false, ordering: .sequentiallyConsistent) }
    guard !isEnding.load(ordering: .sequentiallyConsistent) else { return }
    draw()
  }

  /// Draws a line of progress on the terminal, which a signal takes away.
  ///
  /// - Parameter draw: not called where a signal has come.
  package static func drawLine(_ draw: () -> Void) {
    self.draw {
      hasLine.store(true, ordering: .relaxed)
      draw()
    }
  }

  /// There is none any more.
  package static func forgetLine() { hasLine.store(false, ordering: .relaxed) }

  /// Notes a file that is to be removed when the process is ended; nil where there is no place for it.
  static func add(_ path: String) -> Int? {
    let bytes = path.utf8CString
    guard bytes.count <= Slot.size else { return nil }
    for (index, slot) in slots.enumerated()
    where slot.state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {
      for (offset, byte) in bytes.enumerated() { unsafe slot.path[offset] = byte }
      slot.state.store(2, ordering: .releasing)
      return index
    }
    return nil
  }

  static func remove(_ index: Int?) {
    guard let index else { return }
    // Where a handler has it, the process is ending.
    _ = slots[index].state.compareExchange(expected: 2, desired: 0, ordering: .releasing)
  }
}
