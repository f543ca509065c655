import Foundation
import ListoTestSupport

/// A process, in a group of its own. Foundation's inherits which signals the thread that starts it has
/// blocked: a shell in it then waits for its children for ever.
final class Child {
  let identifier: pid_t

  init(_ arguments: [String], environment: [String: String], streams: [Int32]) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let answer = unsafe posix_spawn(
      &identifier, arguments[0], &actions, &attributes, &words, &variables)
    guard answer == 0 else { throw POSIXError(POSIXErrorCode(rawValue: answer) ?? .EIO) }
    self.identifier = identifier
  }

  private var ending: (status: Int32, signal: Int32)?

  /// Looks whether it has ended.
  var isRunning: Bool {
    guard ending == nil else { return false }
    var status: Int32 = 0
    guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return true }
    let signal = status & 0x7F
    ending = (signal == 0 ? status >> 8 & 0xFF : -1, signal)
    return false
  }

  func send(_ signal: Int32) { if isRunning { kill(identifier, signal) } }

  /// Its status, or the signal that ended it. What takes minutes hangs, and is killed with all that it
  /// started.
  func wait() -> (status: Int32, signal: Int32) {
    let start = DispatchTime.now().uptimeNanoseconds
    while isRunning {
      usleep(500)
      if DispatchTime.now().uptimeNanoseconds - start > 120_000_000_000 { kill(-identifier, SIGKILL) }
    }
    return ending ?? (-1, 0)
  }
}

/// The real command as a process of its own, in a folder of its own.
final class Sandbox {
  let folder: URL
  var path: String { folder.path }

  init() throws {
    let name = "listo-sandbox-\(UUID().uuidString)"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.resolvingSymlinksInPath()
  }

  deinit {
    // Files that a test made unreadable are readable for their owner's `chmod`.
    _ = try? sh("chmod -R u+rwx . 2>/dev/null")
    _ = try? FileManager.default.removeItem(at: folder)
  }

  struct Result {
    var status: Int32
    var signal: Int32
    var output: String
    var errors: String
    /// Standard output as it came.
    var bytes: Data
  }

  /// Runs a script; `listo` is in its path.
  @discardableResult
  func sh(_ script: String, environment: [String: String] = [:]) throws -> Result {
    let (results, errors) = try (temporary(), temporary())
    defer { for url in [results, errors] { _ = try? FileManager.default.removeItem(at: url) } }
    let child = try start(
      script, environment: environment, output: FileHandle(forWritingTo: results),
      errors: FileHandle(forWritingTo: errors))
    let ending = child.wait()
    let bytes = try Data(contentsOf: results)
    return Result(
      status: ending.status, signal: ending.signal, output: String(decoding: bytes, as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self), bytes: bytes)
  }

  /// Starts a script, its streams going nowhere unless they are given.
  func start(
    _ script: String, environment: [String: String] = [:], input: FileHandle? = nil,
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws -> Child {
    // Foundation's null device has no descriptor to hand on.
    let nowhere = try FileHandle(forUpdating: URL(fileURLWithPath: "/dev/null"))
    let all = [
      "PATH": Workplace.product.deletingLastPathComponent().path + ":/usr/sbin:/usr/bin:/sbin:/bin",
      "LANG": "C.UTF-8", "TZ": "UTC", "HOME": path, "TERM": "dumb",
    ].merging(Inherited.environment) { $1 }.merging(environment) { $1 }
    return try Child(
      ["/bin/sh", "-c", "cd '\(path)' || exit 1\n" + script], environment: all,
      streams: [input, output, errors].map { ($0 ?? nowhere).fileDescriptor })
  }

  private func temporary() throws -> URL {
    let url = folder.deletingLastPathComponent().appendingPathComponent("listo-\(UUID().uuidString).stream")
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    return url
  }

  // MARK: Files

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

  func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

  /// Every name in a folder, hidden ones too.
  func names(_ name: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(name).path).sorted()
  }

  /// Whether a script ends with status 0: what the machine lets tests do.
  static func can(_ script: String) -> Bool {
    guard let sandbox = try? Sandbox() else { return false }
    return (try? sandbox.sh(script).status) == 0
  }
}

/// The abilities that a test needs and only some machines have.
enum Ability {
  /// A file system of one's own, gone with the process: as root, or in a user name space.
  static let mount: String? = ["unshare -m", "unshare -rm"].first { tool in
    Sandbox.can("mkdir disk && \(tool) mount -t tmpfs -o size=1m none disk")
  }

  /// Runs the rest of a line as a user with no rights: permissions mean nothing to root.
  static let unprivileged: String? =
    if getuid() != 0 {
      "env"
    } else {
      ["setpriv --reuid=65534 --regid=65534 --clear-groups", "su -s /bin/sh nobody -c"].first { tool in
        Sandbox.can("chmod 755 . && \(tool) listo --version")
      }
    }

  /// Sends signals at exact system calls.
  static let trace = Sandbox.can("strace -f -o trace -e inject=close:delay_exit=1:when=1 true")

  /// Hides the part of /proc through which files without names get theirs, so that temporary files have
  /// names.
  static let named: String? = mount.flatMap { tool in
    let line = "\(tool) sh -c 'mount -t tmpfs none /proc/$$/fd && exec \"$@\"' sh"
    return Sandbox.can("\(line) listo --version") ? line : nil
  }
}

/// Calendars of any size.
enum Calendars {
  static func text(_ count: Int, title: String) -> String {
    let items = (0..<count).map {
      "BEGIN:VTODO\r\nUID:\($0)@example.com\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:\(title) \($0)\r\nEND:VTODO\r\n"
    }
    return
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Listo//Test//EN\r\n\(items.joined())END:VCALENDAR\r\n"
  }
}
