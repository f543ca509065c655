#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files of a person that are read and written whole, such as a configuration.
package enum SmallFile {
  /// The bytes of a file; nil where there is none.
  ///
  /// A pipe is not waited for, and of devices only the empty one (`/dev/null`) is read: what stands at a
  /// fixed path of a person is a file, or something is wrong.
  ///
  /// - Throws: ``SystemError``; `EFBIG` where it has more than `limit` bytes, `EISDIR` for a folder,
  ///   ``SystemError/notRegular`` for what is neither.
  package static func bytes(_ path: String, limit: Int = 1 << 20) throws(SystemError) -> [UInt8]? {
    let file: InputFile
    do throws(SystemError) {
      file = try InputFile(path: path, waitsForWriter: false)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    switch file.kind {
    case .regular, .emptyDevice: break
    case .folder: throw .isFolder
    case .pipe, .terminal, .device, .other: throw .notRegular
    }
    guard let bytes = try file.bytes(upTo: limit) else { throw SystemError(number: EFBIG) }
    return bytes
  }

  /// Others than its owner may read it, or it is another's.
  package static let openToOthers = SystemError(number: EPERM)

  /// The bytes of a file of this process's user, or of root's.
  ///
  /// - Parameter isPrivate: what group or others may read is refused.
  /// - Throws: ``SystemError``; ``openToOthers``, ``SystemError/notRegular`` for what is no file, `EFBIG`
  ///   beyond the limit.
  package static func ownBytes(_ path: String, isPrivate: Bool, limit: Int) throws(SystemError) -> [UInt8] {
    // The checks ask the file that was opened, not one that is at the path by now.
    let file = try InputFile(path: path, waitsForWriter: false)
    guard file.status.kind == .regular else { throw .notRegular }
    let (owner, mode) = (file.status.owner, file.status.mode)
    guard owner == geteuid() || owner == 0, !isPrivate || mode & 0o077 == 0 else { throw openToOthers }
    guard let bytes = try file.bytes(upTo: limit) else { throw SystemError(number: EFBIG) }
    return bytes
  }

  /// Puts bytes in the place of a file, in one step.
  ///
  /// - Parameter isPrivate: only its owner shall be able to read it.
  /// - Throws: ``SystemError``.
  package static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(SystemError) {
    let output = try OutputFile(path: path, isPrivate: isPrivate)
    try output.write(bytes[...])
    try output.commit()
  }
}
