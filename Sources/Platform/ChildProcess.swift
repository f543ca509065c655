#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Another program that is run to its end, with this one's terminal.
public enum ChildProcess {
  /// Runs a command line of the person's own, such as the value of EDITOR, with one argument behind it, and waits.
  ///
  /// - Parameters:
  ///   - command: for `/bin/sh`, options included: `code --wait`.
  ///   - argument: handed on as it is, whatever characters are in it.
  /// - Returns: its exit status; 128 and the signal's number where a signal ended it.
  /// - Throws: ``SystemError`` where no process can be made.
  public static func run(shell command: String, argument: String) throws(SystemError) -> Int32 {
    let words = ["sh", "-c", command + " \"$1\"", "sh", argument]
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let error = unsafe posix_spawn(&child, "/bin/sh", nil, nil, &arguments, environ)
    guard error == 0 else { throw SystemError(number: error) }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError.last }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
