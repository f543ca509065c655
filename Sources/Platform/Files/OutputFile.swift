#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written beside its target and takes its place in one step, or standard output.
///
/// Until ``commit()`` the target is what it was; without it, it stays so. Mode, owner, access control list
/// and extended attributes are those of the file that is replaced, as far as the system lets them. A target
/// that is a symbolic link stays one: what it points to is replaced. A device, a pipe or an open descriptor
/// (`/dev/stdout`, `/dev/fd/3`) is written to directly.
package final class OutputFile {
  private let descriptor: Int32
  private let closes: Bool
  private var replacement: Replacement?
  /// Only its owner may read it, whatever the file that it replaces let others do.
  private let isPrivate: Bool

  /// The file that is written, and the one that it becomes.
  private struct Replacement {
    var temporary: Temporary
    let target: String
    let folder: String
    /// A regular file stood at the target when all was written.
    var replaces = false

    var isPlaced: Bool { if case .placed = temporary { true } else { false } }
  }

  private enum Temporary {
    /// It has no name (O_TMPFILE): a process that is killed leaves nothing behind.
    case unnamed(isLocked: Bool)
    case named(String, slot: Int?)
    /// It is in its place.
    case placed
  }
  /// How many bytes were written, and up to where the disk was asked to begin with them.
  private var written = 0
  private var begun = 0

  /// The process's standard output.
  package static func standardOutput() -> OutputFile {
    OutputFile(descriptor: 1, closes: false, replacement: nil)
  }

  private init(descriptor: Int32, closes: Bool, replacement: Replacement?, isPrivate: Bool = false) {
    (self.descriptor, self.closes, self.replacement) = (descriptor, closes, replacement)
    self.isPrivate = isPrivate
  }

  /// Opens a file to be written at `path`.
  ///
  /// - Parameter isPrivate: only its owner shall be able to read it (mode 0600).
  /// - Throws: ``SystemError``: no permission, no such folder, the path is a folder, …
  package convenience init(path: String, isPrivate: Bool = false) throws(SystemError) {
    try self.init(path: path, isPrivate: isPrivate, allowsUnnamed: true)
  }

  /// - Parameter allowsUnnamed: false as on a file system without O_TMPFILE, which the tests do not have.
  convenience init(path: String, isPrivate: Bool = false, allowsUnnamed: Bool) throws(SystemError) {
    guard !path.isEmpty else { throw SystemError(number: ENOENT) }
    if let open = Self.openDescriptor(path) {
      let descriptor = fcntl(open, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { throw SystemError.last }
      self.init(descriptor: descriptor, closes: true, replacement: nil)
      return
    }
    var old = stat()
    let exists = unsafe stat(path, &old) == 0
    let kind = InputFile.Kind(mode: old.st_mode)
    if exists && kind == .folder { throw SystemError.isFolder }
    if exists && kind != .regular {
      let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw SystemError.last }
      self.init(descriptor: descriptor, closes: true, replacement: nil)
      return
    }
    let target = try FileSystem.target(of: path)
    // rename(2) would not ask.
    if exists && !FileSystem.isWritable(target) { throw SystemError(number: EACCES) }
    let folder = Self.folder(of: target)
    let (descriptor, temporary) =
      if allowsUnnamed, let unnamed = Self.openUnnamed(in: folder) {
        unnamed
      } else {
        try Self.openNamed(beside: target, in: folder)
      }
    self.init(
      descriptor: descriptor, closes: true,
      replacement: Replacement(temporary: temporary, target: target, folder: folder), isPrivate: isPrivate)
  }

  deinit {
    if case .named(let name, let slot) = replacement?.temporary {
      _ = unsafe unlink(name)
      EndingSignals.remove(slot)
    }
    if closes { close(descriptor) }
  }

  private static func folder(of target: String) -> String {
    target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
  }

  /// Removes the temporary files that writers of a file left who were killed; the next writer would too, and
  /// there may be none.
  package static func removeLeftovers(of path: String) {
    guard let target = try? FileSystem.target(of: path) else { return }
    TemporaryName(for: target, in: folder(of: target)).removeAbandoned()
  }

  /// Whether a path stands for what is open already: what is written to it cannot be taken back.
  package static func isOpen(_ path: String) -> Bool { openDescriptor(path) != nil }

  /// The number of a descriptor that is open already, where the path says so: opened by name, a file would be
  /// written from its beginning, whatever `>>` stands behind it.
  private static func openDescriptor(_ path: String) -> Int32? {
    if path == "/dev/stdout" { return 1 }
    if path == "/dev/stderr" { return 2 }
    for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
      return Int32(path.dropFirst(prefix.count))
    }
    return nil
  }

  /// The path of an open file.
  private static func process(_ descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  // MARK: Temporary files

  /// nil where the system has none; where nothing can be made at all, a file with a name is refused with the
  /// reason.
  private static func openUnnamed(in folder: String) -> (Int32, Temporary)? {
    #if os(Linux)
      // O_TMPFILE is a macro that Swift does not import: __O_TMPFILE | O_DIRECTORY. No one can reach the
      // file, so it may have the mode of a new one from the beginning: umask(2), or the default access
      // control list of the folder, then have their say.
      let flags: Int32 = 0o20000000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
      let descriptor = unsafe open(folder, flags, 0o666)
      if descriptor >= 0 {
        // Its name will be given by way of /proc, which a container may not have.
        if unsafe access(Self.process(descriptor), F_OK) == 0 {
          return (descriptor, .unnamed(isLocked: TemporaryName.lock(descriptor)))
        }
        close(descriptor)
      }
    #endif
    return nil
  }

  /// One with a name of its own; only its owner can read it.
  private static func openNamed(beside target: String, in folder: String) throws(SystemError)
    -> (Int32, Temporary)
  {
    var canLock = true
    while true {
      let opened = try TemporaryName(for: target, in: folder).first(isLocked: canLock) {
        (name) throws(SystemError) -> (descriptor: Int32, name: String, slot: Int?)? in
        let slot = EndingSignals.add(name)
        let descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { return (descriptor, name, slot) }
        let error = SystemError.last
        EndingSignals.remove(slot)
        guard error.number == EEXIST else { throw error }
        return nil
      }
      let temporary = Temporary.named(opened.name, slot: opened.slot)
      guard canLock else { return (opened.descriptor, temporary) }
      if TemporaryName.lock(opened.descriptor) {
        // Another writer may have taken it for left between these two calls.
        if TemporaryName.stands(opened.name, opened.descriptor) { return (opened.descriptor, temporary) }
      } else if errno != EWOULDBLOCK {
        // No locks here, so no name that is known beforehand.
        canLock = false
        _ = unsafe unlink(opened.name)
      }
      EndingSignals.remove(opened.slot)
      close(opened.descriptor)
    }
  }

  // MARK: Writing

  /// Writes all of the bytes.
  ///
  /// - Throws: ``SystemError``.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try writeAll(bytes, to: descriptor)
    written += bytes.count
    if replacement != nil && written - begun >= Self.stretch { begin() }
  }

  private static let stretch = 4 << 20

  /// Lets the disk begin with what was written, so that ``commit()`` need not wait for all of it: 3 ms in the
  /// place of 25 for 50 MB. It is advice, and may be passed over; what is not yet on the disk stays in
  /// memory.
  private func begin() {
    #if os(Linux)
      _ = posix_fadvise(descriptor, off_t(begun), off_t(written - begun), POSIX_FADV_DONTNEED)
    #endif
    begun = written
  }

  /// Puts the file in its place: its bytes reach the disk first, then its name (POSIX rename is one step),
  /// then the folder.
  ///
  /// - Returns: what of the replaced file is not as a person may expect it.
  /// - Throws: ``SystemError``; the target is then what it was, unless it was the folder that could not be
  ///   brought to the disk.
  @discardableResult
  package func commit() throws(SystemError) -> Set<ReplacedFile.Remark> {
    let remarks = finish()
    if let error = Self.synchronize([self])[0] { throw error }
    try place()
    if let folder { try FileSystem.synchronizeFolder(folder) }
    return remarks
  }

  // MARK: Several at once

  /// The folder that it is placed in, symbolic links followed; nil where it is placed nowhere, as standard
  /// output.
  package var folder: String? { replacement?.folder }

  /// All is written: makes the file what the old one is, but for its bytes. The first of the steps of
  /// ``commit()``, for who brings several files to the disk at once.
  ///
  /// - Returns: what of the replaced file is not as a person may expect it.
  package func finish() -> Set<ReplacedFile.Remark> {
    guard let replacement, !replacement.isPlaced else { return [] }
    let old = ReplacedFile(at: replacement.target)
    var remarks: Set<ReplacedFile.Remark> = []
    if let old {
      remarks = old.handDown(to: descriptor)
    } else if case .named = replacement.temporary {
      let mask = umask(0)
      umask(mask)
      _ = fchmod(descriptor, 0o666 & ~mask)
    }
    if isPrivate { _ = fchmod(descriptor, 0o600) }
    self.replacement?.replaces = old != nil
    return remarks
  }

  /// Brings the bytes of files to the disk, which writes those of many in hardly more time than those of one,
  /// where it is asked for them at the same time. The second step of ``commit()``.
  ///
  /// - Returns: what went wrong with each.
  package static func synchronize(_ files: [OutputFile]) -> [SystemError?] {
    let descriptors = files.map { $0.replacement.map(\.isPlaced) == false ? $0.descriptor : -1 }
    return WaitingThreads.map(descriptors) { descriptor in
      descriptor < 0 || fsync(descriptor) == 0 || errno == EINVAL ? nil : SystemError.last
    }
  }

  /// Puts the file in its place; ``FileSystem/synchronizeFolder(_:)`` brings its name to the disk. The third
  /// step of ``commit()``.
  ///
  /// - Throws: ``SystemError``; the target is then what it was.
  package func place() throws(SystemError) {
    guard let replacement, !replacement.isPlaced else { return }
    try place(replacement, isNew: !replacement.replaces)
    self.replacement?.temporary = .placed
  }

  private func place(_ replacement: Replacement, isNew: Bool) throws(SystemError) {
    let target = replacement.target
    switch replacement.temporary {
    case .placed: return
    case .named(let name, let slot):
      guard unsafe rename(name, target) == 0 else { throw SystemError.last }
      EndingSignals.remove(slot)
    case .unnamed(let isLocked):
      // A new name is given in one step. To replace a file there is none: it is given a temporary name, and
      // renamed at once.
      if isNew, try link(to: target) { return }
      let named = try TemporaryName(for: target, in: replacement.folder).first(isLocked: isLocked) {
        (name) throws(SystemError) -> (name: String, slot: Int?)? in
        let slot = EndingSignals.add(name)
        do throws(SystemError) {
          if try link(to: name) { return (name, slot) }
        } catch {
          EndingSignals.remove(slot)
          throw error
        }
        EndingSignals.remove(slot)
        return nil
      }
      defer { EndingSignals.remove(named.slot) }
      guard unsafe rename(named.name, target) == 0 else {
        let error = SystemError.last
        _ = unsafe unlink(named.name)
        throw error
      }
    }
  }

  /// Gives the unnamed file a name; false where there is such a file.
  private func link(to name: String) throws(SystemError) -> Bool {
    let answer = unsafe linkat(
      AT_FDCWD, Self.process(descriptor), AT_FDCWD, name, AT_SYMLINK_FOLLOW)
    if answer == 0 { return true }
    guard errno == EEXIST else { throw SystemError.last }
    return false
  }
}
