internal import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal that is drawn on whole: each key comes at once, and what stood on it before is there again
/// afterwards.
///
/// It reads standard input and writes standard output. However the process ends, the terminal is given back:
/// by ``leave()``, at the end of its life, by the signals that end a process, and by those of a crash
/// (``EndingSignals``). There is one at a time.
package final class TerminalSession {
  /// An event that ends a wait.
  package enum Event: Sendable, Hashable {
    case input([UInt8])
    /// It has another size.
    case resized
    /// The process was told to stop for a while (SIGTSTP).
    case stopping
    /// The process goes on after it was stopped, so that others may have written on the terminal.
    case resumed
    /// ``Waker/wake()`` was called.
    case woken
    /// Nothing happened in the time that was given.
    case nothing
    /// No more keys will come.
    case ended
  }

  /// Ends the wait of a session from another thread.
  package struct Waker: Sendable {
    let descriptor: Int32
    package func wake() { TerminalSession.note(UInt8(ascii: "w"), descriptor) }
  }

  /// The alternate screen, no cursor, bracketed paste, no wrapping at the last column.
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?7l\u{1B}[0m\u{1B}[2J"
  private static let input: Int32 = 0
  private static let output: Int32 = 1
  /// Where the handlers of signals write.
  private static let signals = Atomic<Int32>(-1)

  private let reading: Int32
  private let writing: Int32
  private let before: termios
  private var isEntered = false

  /// Takes the terminal.
  ///
  /// - Throws: ``SystemError``: `ENOTTY` where standard input or standard output is none.
  package init() throws(SystemError) {
    guard Terminal.isTerminal(.input), Terminal.isTerminal(.output) else { throw SystemError(number: ENOTTY) }
    var settings = termios()
    guard unsafe tcgetattr(Self.input, &settings) == 0 else { throw .last }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    (reading, writing, before) = (ends[0], ends[1], settings)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    Self.signals.store(writing, ordering: .releasing)
    Self.listen()
    try enter()
  }

  deinit {
    leave()
    Self.signals.store(-1, ordering: .releasing)
    for number in [SIGWINCH, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
    close(reading)
    close(writing)
  }

  package var waker: Waker { Waker(descriptor: writing) }

  private static func listen() {
    signal(SIGWINCH) { _ in
      TerminalSession.note(UInt8(ascii: "r"), TerminalSession.signals.load(ordering: .acquiring))
    }
    signal(SIGTSTP) { _ in
      TerminalSession.note(UInt8(ascii: "z"), TerminalSession.signals.load(ordering: .acquiring))
    }
    signal(SIGCONT) { _ in
      TerminalSession.note(UInt8(ascii: "c"), TerminalSession.signals.load(ordering: .acquiring))
    }
  }

  /// Called by handlers of signals as well: nothing but write(2).
  fileprivate static func note(_ byte: UInt8, _ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    let error = errno
    var byte = byte
    _ = unsafe write(descriptor, &byte, 1)
    errno = error
  }

  // MARK: Coming and going

  /// Takes the terminal again after ``leave()``.
  package func enter() throws(SystemError) {
    guard !isEntered else { return }
    EndingSignals.restoreTerminal(Self.input, Self.output, before)
    var raw = before
    unsafe cfmakeraw(&raw)
    while unsafe tcsetattr(Self.input, TCSADRAIN, &raw) != 0 {
      guard errno == EINTR else { throw .last }
    }
    isEntered = true
    try draw(Self.entering)
  }

  /// Gives the terminal back as it was: for another program, or for good.
  package func leave() {
    guard isEntered else { return }
    isEntered = false
    EndingSignals.restoreTerminalNow()
  }

  /// Stops all of the process group for a while, as a terminal does for ctrl-Z, and takes the terminal again
  /// when it goes on.
  package func suspend() throws(SystemError) {
    leave()
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    Self.listen()
    try enter()
  }

  // MARK: Reading and writing

  /// Writes at once.
  ///
  /// - Throws: ``SystemError`` where the terminal is gone.
  package func draw(_ text: String) throws(SystemError) {
    var failure: SystemError?
    EndingSignals.draw {
      do throws(SystemError) { try writeAll(Array(text.utf8)[...], to: Self.output) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Waits for what happens next.
  ///
  /// - Parameter milliseconds: how long; nil for as long as it takes.
  package func next(within milliseconds: Int? = nil) -> Event {
    var waits = [
      pollfd(fd: Self.input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let answer = unsafe poll(&waits, nfds_t(waits.count), milliseconds.map { Int32(clamping: $0) } ?? -1)
      if answer < 0 {
        guard errno == EINTR else { return .ended }
        continue
      }
      if answer == 0 { return .nothing }
      if waits[1].revents != 0, let event = signalled() { return event }
      if waits[0].revents != 0 { return typed() }
    }
  }

  private func signalled() -> Event? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(reading, &bytes, bytes.count)
    let notes = Set(bytes.prefix(max(0, count)))
    if notes.contains(UInt8(ascii: "z")) { return .stopping }
    if notes.contains(UInt8(ascii: "c")) { return .resumed }
    if notes.contains(UInt8(ascii: "r")) { return .resized }
    return notes.contains(UInt8(ascii: "w")) ? .woken : nil
  }

  private func typed() -> Event {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(Self.input, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return count > 0 ? .input(Array(bytes.prefix(count))) : .ended
    }
  }
}
