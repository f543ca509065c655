#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The status of the file or folder at a path.
package struct FileStatus: Sendable {
  package let kind: InputFile.Kind
  /// In bytes.
  package let size: Int
  /// Tells one file from another, whatever its name.
  package let identity: Identity
  /// When its bytes were last changed, in nanoseconds since 1970.
  package let modified: Int64
  let owner: uid_t
  let mode: mode_t

  package struct Identity: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// - Parameter followingLinks: what a symbolic link points to, not the link.
  /// - Throws: ``SystemError``.
  package init(path: String, followingLinks: Bool = true) throws(SystemError) {
    var status = stat()
    let answer = unsafe path.withCString { path in
      unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
    }
    guard answer == 0 else { throw SystemError.last }
    self.init(status)
  }

  init(_ status: stat) {
    kind = InputFile.Kind(mode: status.st_mode)
    size = Int(status.st_size)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (owner, mode) = (status.st_uid, status.st_mode)
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension FileStatus {
  /// Whether a user other than this one and root can write to the file, or in the folder replace what is not
  /// theirs.
  package var isWritableByOthers: Bool {
    let isSticky = kind == .folder && mode & S_ISVTX != 0
    return mode & 0o022 != 0 && !isSticky || owner != geteuid() && owner != 0
  }
}

extension InputFile.Kind {
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFIFO, S_IFSOCK: .pipe
      case S_IFCHR, S_IFBLK: .device
      default: .other
      }
  }

  /// The kind of an open device.
  init(deviceAt descriptor: Int32, _ status: stat) {
    var null = stat()
    let isKnown = unsafe stat("/dev/null", &null) == 0
    let isEmpty = isKnown && status.st_mode & S_IFMT == S_IFCHR && null.st_rdev == status.st_rdev
    self = isEmpty ? .emptyDevice : isatty(descriptor) == 1 ? .terminal : .device
  }
}
