#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file system, as far as no safe library offers it.
package enum FileSystem {
  /// One name in a folder.
  package struct Entry: Sendable {
    package let name: String
    /// The name is not UTF-8: what ``name`` shows of it opens nothing.
    package let isUnspeakable: Bool
    /// The kind of file, where the folder says so by itself; nil for a symbolic link, and on file systems
    /// that do not say.
    package let kind: InputFile.Kind?
  }

  /// The entries of a folder except `.` and `..`, sorted by the bytes of the names.
  ///
  /// - Throws: ``SystemError``.
  package static func entries(inFolder path: String) throws(SystemError) -> [Entry] {
    guard let folder = unsafe opendir(path) else { throw SystemError.last }
    defer { unsafe closedir(folder) }
    var names = FolderNames()
    while let entry = unsafe readdir(folder) {
      let kind: InputFile.Kind? =
        switch unsafe Int(entry.pointee.d_type) {
        case Int(DT_REG): .regular
        case Int(DT_DIR): .folder
        case Int(DT_FIFO), Int(DT_SOCK): .pipe
        case Int(DT_CHR), Int(DT_BLK): .device
        default: nil
        }
      unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        let end = unsafe buffer.firstIndex(of: 0) ?? buffer.endIndex
        unsafe names.append(UnsafeRawBufferPointer(rebasing: buffer[..<end]), kind)
      }
    }
    return names.sorted()
  }

  /// The absolute path without symbolic links, `.` and `..`.
  ///
  /// - Throws: ``SystemError`` where nothing stands there.
  package static func realPath(_ path: String) throws(SystemError) -> String {
    guard let real = unsafe realpath(path, nil) else { throw SystemError.last }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The absolute path of what stands at `path`, symbolic links followed; for links that lead to nothing yet,
  /// the path that the last one names; the path itself where nothing stands there.
  ///
  /// - Throws: ``SystemError`` where links lead in a circle.
  package static func target(of path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      if let real = try? realPath(path) { return real }
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = unsafe readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let link = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = link.hasPrefix("/") ? link : folder + link
    }
    throw .loop
  }

  package static func isWritable(_ path: String) -> Bool {
    unsafe access(path, W_OK) == 0
  }

  /// Gives what stands at a path another name, in one step; what had that name is gone.
  ///
  /// - Throws: ``SystemError``.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    guard systemRename(path, other) == 0 else { throw SystemError.last }
  }

  private static func systemRename(_ path: String, _ other: String) -> Int32 {
    #if canImport(Darwin)
      unsafe Darwin.rename(path, other)
    #elseif canImport(Glibc)
      unsafe Glibc.rename(path, other)
    #else
      unsafe Musl.rename(path, other)
    #endif
  }

  /// Removes a file.
  ///
  /// - Returns: whether one stood there.
  /// - Throws: ``SystemError``.
  package static func remove(_ path: String) throws(SystemError) -> Bool {
    let isGone = unsafe unlink(path) == 0
    if isGone { return true }
    let error = SystemError.last
    guard error.isMissing else { throw error }
    return false
  }

  /// Removes a folder that nothing is in.
  ///
  /// - Returns: whether one was removed; false where something is in it, or nothing stands there.
  /// - Throws: ``SystemError``.
  package static func removeEmptyFolder(_ path: String) throws(SystemError) -> Bool {
    let isGone = unsafe rmdir(path) == 0
    if isGone { return true }
    let error = SystemError.last
    guard error.isMissing || error.number == ENOTEMPTY || error.number == EEXIST else { throw error }
    return false
  }

  /// Makes a folder and those above it that are missing.
  ///
  /// - Parameter isPrivate: only their owner shall be able to look into them (mode 0700).
  /// - Throws: ``SystemError``.
  package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(SystemError) {
    let mode: mode_t = isPrivate ? 0o700 : 0o777
    let isThere = unsafe mkdir(path, mode) == 0 || errno == EEXIST
    if isThere { return }
    let error = SystemError.last
    guard error.isMissing, let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex else {
      throw error
    }
    try makeFolder(String(path[..<slash]), isPrivate: isPrivate)
    let made = unsafe mkdir(path, mode) == 0
    guard made || errno == EEXIST else { throw SystemError.last }
    try synchronizeFolder(String(path[..<slash]))
  }

  /// Brings the names in a folder to the disk, where its file system can be asked to, and where the folder
  /// may be read.
  ///
  /// - Throws: ``SystemError`` where the disk fails.
  package static func synchronizeFolder(_ path: String) throws(SystemError) {
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    if fsync(folder) != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT) { throw SystemError.last }
  }
}

/// The names in a folder while they are read: their bytes one behind the other, since a folder may have many.
private struct FolderNames {
  private struct Name {
    /// Its first eight bytes, the first one highest, with zeros behind a shorter one: no name has a zero in
    /// it.
    let beginning: UInt64
    let bytes: Range<Int>
    let kind: InputFile.Kind?
  }

  private var bytes: [UInt8] = []
  private var names: [Name] = []

  /// Takes a name in, but for `.` and `..`.
  @unsafe
  mutating func append(_ name: UnsafeRawBufferPointer, _ kind: InputFile.Kind?) {
    let isDots = unsafe name.count <= 2 && name.allSatisfy { $0 == 0x2E }
    guard !isDots else { return }
    var beginning: UInt64 = 0
    for index in 0..<8 {
      unsafe beginning = beginning << 8 | (index < name.count ? UInt64(name[index]) : 0)
    }
    let start = bytes.count
    unsafe bytes.append(contentsOf: name)
    names.append(Name(beginning: beginning, bytes: start..<bytes.count, kind: kind))
  }

  /// In the order of their bytes.
  consuming func sorted() -> [FileSystem.Entry] {
    let bytes = bytes
    names.sort { left, right in
      left.beginning == right.beginning
        ? bytes[left.bytes].lexicographicallyPrecedes(bytes[right.bytes])
        : left.beginning < right.beginning
    }
    return names.map { entry in
      let name = String(validating: bytes[entry.bytes], as: UTF8.self)
      return FileSystem.Entry(
        name: name ?? String(decoding: bytes[entry.bytes], as: UTF8.self), isUnspeakable: name == nil,
        kind: entry.kind)
    }
  }
}
