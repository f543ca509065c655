#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminals that the standard streams are connected to.
package enum Terminal {
  package enum Stream: Int32, Sendable { case input, output, error }

  /// Whether it is a terminal.
  package static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Whether the process may draw on it: one in the background would write over what is in the foreground, or
  /// be stopped (SIGTTOU).
  package static func isForeground(_ stream: Stream) -> Bool {
    let group = tcgetpgrp(stream.rawValue)
    return group < 0 || group == getpgrp()
  }

  /// How many cells wide it is; nil for what is no terminal, and for one that does not know.
  package static func columns(_ stream: Stream) -> Int? {
    var size = winsize()
    let answer = unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size)
    return answer == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// How many cells wide and lines high it is; nil as for ``columns(_:)``.
  package static func size(_ stream: Stream) -> (columns: Int, rows: Int)? {
    var size = winsize()
    let answer = unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size)
    return answer == 0 && size.ws_col > 0 && size.ws_row > 0 ? (Int(size.ws_col), Int(size.ws_row)) : nil
  }
}
