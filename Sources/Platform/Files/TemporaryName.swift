#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The name of a temporary file beside its target: its writer holds a lock (flock) on the file as long as it
/// lives.
///
/// The names that a target's temporary files may have are known from its own name. So the next writer of the
/// same target meets what one that was killed left behind, sees that no one holds its lock, and removes it:
/// they do not pile up.
struct TemporaryName {
  private let stem: String
  private static let ending = ".tmp"
  /// As many may write one target at once before they take names that no one looks for again.
  private static let known = 16
  private static let attempts = 100

  /// - Parameter target: a path.
  init(for target: String, in folder: String) {
    // FNV-1a: the target's own name may be as long as a name may be.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in target.utf8.suffix(while: { $0 != 0x2F }) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    stem = folder + "/.listo-" + String(hash, radix: 36) + "-"
  }

  /// Tries names until `take` has one.
  ///
  /// - Parameters:
  ///   - isLocked: whether the writer can lock files here; without it, no name is used that another writer
  ///     may take for left.
  ///   - take: makes the file; nil where the name is taken.
  /// - Throws: ``SystemError``: that of `take`; `EEXIST` where all names are taken.
  func first<Taken>(isLocked: Bool, _ take: (String) throws(SystemError) -> Taken?) throws(SystemError)
    -> Taken
  {
    if isLocked {
      for number in 0..<Self.known {
        let name = stem + String(number) + Self.ending
        if let taken = try take(name) { return taken }
        if Self.removeAbandoned(name), let taken = try take(name) { return taken }
      }
    }
    for _ in 0..<Self.attempts {
      let name = stem + String(UInt64.random(in: 1 << 60...UInt64.max), radix: 36) + Self.ending
      if let taken = try take(name) { return taken }
    }
    throw SystemError(number: EEXIST)
  }

  /// Removes what writers of the target left who are gone.
  func removeAbandoned() {
    for number in 0..<Self.known { _ = Self.removeAbandoned(stem + String(number) + Self.ending) }
  }

  /// Removes a temporary file of ours whose writer is gone.
  private static func removeAbandoned(_ name: String) -> Bool {
    // A lock over NFS needs a file that is open for writing.
    var descriptor = unsafe open(name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 {
      descriptor = unsafe open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), lock(descriptor), stands(name, descriptor)
    else { return false }
    return unsafe unlink(name) == 0
  }

  /// Takes the lock of a file, without waiting for it.
  static func lock(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Whether the name is that of the open file.
  static func stands(_ name: String, _ descriptor: Int32) -> Bool {
    var named = stat()
    var opened = stat()
    return unsafe lstat(name, &named) == 0 && fstat(descriptor, &opened) == 0
      && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }
}

extension BidirectionalCollection {
  /// The longest end of it whose elements all meet the condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
