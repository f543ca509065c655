internal import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a program printed, run without a shell, with this process's terminal and standard error.
struct CommandOutput {
  /// Of its standard output.
  let bytes: [UInt8]
  /// 128 and the signal's number where a signal ended it.
  let status: Int32

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - words: its name, looked for as a shell does, and its arguments.
  ///   - limit: of its output in bytes; what is beyond is read and dropped.
  /// - Throws: ``SystemError`` where it cannot be run.
  init(of words: [String], limit: Int) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(number: errno) }
    defer { close(ends[0]) }
    // Neither end reaches a program that another thread starts; the one given as standard output is a copy without the mark.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child: pid_t
    do throws(SystemError) { child = try Self.start(words, output: ends[1]) } catch {
      close(ends[1])
      throw error
    }
    close(ends[1])
    bytes = Self.read(ends[0], limit)
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError(number: errno) }
    }
    let signal = status & 0x7F
    self.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private static func start(_ words: [String], output: Int32) throws(SystemError) -> pid_t {
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
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    var child: pid_t = 0
    let error = unsafe posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
    guard error == 0 else { throw SystemError(number: error) }
    return child
  }

  private static func read(_ descriptor: Int32, _ limit: Int) -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      #if canImport(Darwin)
        let count = unsafe Darwin.read(descriptor, &buffer, buffer.count)
      #elseif canImport(Glibc)
        let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      #else
        let count = unsafe Musl.read(descriptor, &buffer, buffer.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return result }
      result += buffer.prefix(min(count, limit - result.count))
    }
  }
}
