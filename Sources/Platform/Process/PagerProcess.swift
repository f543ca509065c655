#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that shows on this process's terminal what it reads from its standard input, such as `less`.
///
/// Until it ends, this process ignores ctrl-C and ctrl-\: both share the terminal, and the pager ends first.
package final class PagerProcess {
  private let child: pid_t
  private let output: Int32
  private let interrupt = signal(SIGINT, SIG_IGN)
  private let quit = signal(SIGQUIT, SIG_IGN)

  /// Starts it.
  ///
  /// - Parameters:
  ///   - words: its name, looked for as a shell does, and its arguments.
  ///   - variables: variables that its environment has in addition: `NAME=value`.
  /// - Throws: ``SystemError`` where it cannot be run.
  package init(_ words: [String], adding variables: [String]) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    do throws(SystemError) {
      child = try ChildProcess.start(words, input: ends[0], adding: variables)
    } catch {
      close(ends[1])
      throw error
    }
    output = ends[1]
  }

  /// - Throws: ``SystemError``, such as one that ``SystemError/isBrokenPipe`` where it reads no more.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try writeAll(bytes[...], to: output) }

  /// Tells it that there is no more, and waits until the user leaves it.
  package func end() {
    close(output)
    _ = try? ChildProcess.end(of: child)
    _ = signal(SIGINT, interrupt)
    _ = signal(SIGQUIT, quit)
  }
}
