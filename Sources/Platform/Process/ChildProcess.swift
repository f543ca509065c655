#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Another program that is run to its end, with this one's terminal.
package enum ChildProcess {
  /// Runs a command line of the person's own, such as the value of EDITOR, with one argument behind it, and
  /// waits.
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
  ///   - seconds: how long it may run; then it is ended.
  /// - Returns: its output, and its exit status as ``run(shell:argument:)`` tells it.
  /// - Throws: ``SystemError`` where it cannot be run; ``SystemError/timedOut`` where it was ended.
  package static func output(
    of words: [String], limit: Int, seconds: Int
  ) throws(SystemError) -> (bytes: [UInt8], status: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    // Neither end reaches a program that another thread starts; the one given as standard output is a copy
    // without the mark.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do throws(SystemError) {
      child = try start(words, output: ends[1])
    } catch {
      close(ends[1])
      throw error
    }
    // Else its end would not be seen.
    close(ends[1])
    let deadline = ContinuousClock.now + .seconds(seconds)
    var bytes: [UInt8] = []
    var next = [UInt8](repeating: 0, count: 4096)
    var status: Int32?
    while ContinuousClock.now < deadline {
      // A program that it started may go on and keep the output open.
      if status == nil { status = try end(of: child, by: .now) }
      guard hasMore(ends[0]) else {
        if status == nil { continue } else { break }
      }
      // Reads the bytes that are there, without waiting until the buffer is full.
      let count = unsafe read(ends[0], &next, next.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += next[..<min(count, limit - bytes.count)]
    }
    if status == nil { status = try end(of: child, by: deadline) }
    if let status { return (bytes, status) }
    kill(child, SIGTERM)
    if try end(of: child, by: ContinuousClock.now + .seconds(1)) == nil {
      kill(child, SIGKILL)
      _ = try end(of: child)
    }
    throw .timedOut
  }

  /// Waits a tenth of a second until there is something to read, or the end of it.
  private static func hasMore(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&wait, 1, 100) > 0
  }

  /// - Returns: its exit status; nil where it still runs by then.
  private static func end(
    of child: pid_t, by deadline: ContinuousClock.Instant
  ) throws(SystemError) -> Int32? {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(child, &status, WNOHANG)
      if ended == child { return exitStatus(status) }
      guard ended == 0 || errno == EINTR else { throw .last }
      guard ContinuousClock.now < deadline else { return nil }
      usleep(2000)
    }
  }

  /// - Parameters:
  ///   - input: the descriptor that is its standard input; nil for this process's.
  ///   - output: the same for its standard output.
  ///   - variables: variables that its environment has in addition: `NAME=value`.
  static func start(
    _ words: [String], input: Int32? = nil, output: Int32? = nil, adding variables: [String] = []
  ) throws(SystemError) -> pid_t {
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
    if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, 0) }
    if let output { unsafe posix_spawn_file_actions_adddup2(&actions, output, 1) }
    let added = unsafe variables.map { unsafe strdup($0) }
    defer { unsafe added.forEach { unsafe free($0) } }
    var environment: [UnsafeMutablePointer<CChar>?] = unsafe added
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      unsafe environment.append(variable)
      unsafe next += 1
    }
    unsafe environment.append(nil)
    var child: pid_t = 0
    let error = unsafe posix_spawnp(&child, words[0], &actions, nil, &arguments, &environment)
    guard error == 0 else { throw SystemError(number: error) }
    return child
  }

  static func end(of child: pid_t) throws(SystemError) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError.last }
    }
    return exitStatus(status)
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
