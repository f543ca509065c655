#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The surroundings of the process. Only the command asks for them; libraries are told.
package enum ProcessEnvironment {
  /// A variable of the environment; nil where it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Seconds since 1970-01-01T00:00:00Z.
  package static var secondsSince1970: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }

  /// Seconds that pass, whatever is done to the clock; since some time.
  package static var monotonicSeconds: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits; a signal may end it earlier.
  package static func pause(seconds: Double) {
    let whole = min(max(seconds, 0), 86_400)
    var time = timespec(tv_sec: Int(whole), tv_nsec: Int((whole - whole.rounded(.down)) * 1e9))
    _ = unsafe nanosleep(&time, nil)
  }

  /// The system's zone: `TZ` (UTC where it is empty, as POSIX has it), else what `/etc/localtime` points to.
  /// A file is named as the system's tzdata names it, where it is part of that. Nil where nothing says it.
  package static var zoneName: String? {
    guard let variable = variable("TZ") else { return zoneName(ofFile: "/etc/localtime") }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if name.isEmpty { return "UTC" }
    return name.hasPrefix("/") ? zoneName(ofFile: name) ?? name : name
  }

  private static func zoneName(ofFile path: String) -> String? {
    for path in [path, (try? FileSystem.realPath(path)) ?? ""] {
      if let range = path.firstRange(of: "zoneinfo/") { return String(path[range.upperBound...]) }
    }
    return nil
  }

  /// The number of this process, unique while it runs.
  package static var processIdentifier: Int32 { getpid() }

  /// How many files the system lets the process have open.
  package static var openFileLimit: Int {
    max(4, sysconf(Int32(_SC_OPEN_MAX)))
  }

  /// Makes a write to a closed pipe, or beyond the size that a file may have (`ulimit -f`), an error instead
  /// of the end of the process.
  package static func ignoreFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Keeps the numbers of standard streams that are closed from being given to the next files that are
  /// opened: what goes to standard output would be written into them. Reading and writing them fails, as it
  /// does on a closed stream.
  package static func holdStandardStreams() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free, which is this one.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes to standard error, as far as it can be written.
  package static func writeToStandardError(_ text: String) {
    try? writeAll(Array(text.utf8)[...], to: 2)
  }
}
