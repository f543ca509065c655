#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Another program that is run to its end, with this one's terminal.
package enum ChildProcess {
  /// Runs a command line of the person's own, such as the value of EDITOR, with one argument behind it, and waits.
  ///
  /// - Parameters:
  ///   - command: for `/bin/sh`, options included: `code --wait`.
  ///   - argument: handed on as it is, whatever characters are in it.
  /// - Returns: its exit status; 128 and the signal's number where a signal ended it.
  /// - Throws: ``SystemError`` where no process can be made.
  package static func run(shell command: String, argument: String) throws(SystemError) -> Int32 {
    try end(of: start(["/bin/sh", "-c", command + " \"$1\"", "sh", argument]))
  }

  /// Runs a program to its end, without a shell, and reads what it prints.
  ///
  /// - Parameters:
  ///   - words: its name, looked for as a shell does, and its arguments.
  ///   - limit: of its output in bytes; what is beyond is read and dropped.
  /// - Returns: its output, and its exit status as ``run(shell:argument:)`` tells it.
  /// - Throws: ``SystemError`` where it cannot be run.
  package static func output(
    of words: [String], limit: Int
  ) throws(SystemError) -> (bytes: [UInt8], status: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    // Neither end reaches a program that another thread starts; the one given as standard output is a copy without the mark.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child: pid_t
    let output: InputFile
    do throws(SystemError) {
      output = try InputFile(descriptor: ends[0], closes: true)
      child = try start(words, output: ends[1])
    } catch {
      close(ends[1])
      throw error
    }
    // Else its end would not be seen.
    close(ends[1])
    var bytes: [UInt8] = []
    var next: [UInt8] = []
    while let count = try? output.read(4096, at: 0, into: &next), count > 0 {
      bytes += next.prefix(limit - bytes.count)
      next.removeAll(keepingCapacity: true)
    }
    return (bytes, try end(of: child))
  }

  /// - Parameter output: the descriptor that is its standard output; nil for this process's.
  private static func start(_ words: [String], output: Int32? = nil) throws(SystemError) -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let output { unsafe posix_spawn_file_actions_adddup2(&actions, output, 1) }
    var child: pid_t = 0
    let error = unsafe posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
    guard error == 0 else { throw SystemError(number: error) }
    return child
  }

  private static func end(of child: pid_t) throws(SystemError) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError.last }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
