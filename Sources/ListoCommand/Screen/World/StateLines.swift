internal import Platform

/// A small file of the state folder, for its owner's eyes alone: a first line that says what it is, then a
/// line for each thing that is remembered.
///
/// A file that cannot be read counts as none: it is remembered for comfort, and no reminder is in it.
struct StateLines {
  /// The name of the file, without the folder.
  let name: String
  /// The first line.
  let title: String

  /// The lines below the first; nil where there is no such file, or another one.
  func read() -> [String]? {
    guard let path = StandardFolders.stateFolder.map({ $0 + "/" + name }),
      let bytes = try? SmallFile.bytes(path, limit: 64 << 20),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    return lines.first == title ? Array(lines.dropFirst()) : nil
  }

  /// Writes the file in one step; without lines it is removed.
  ///
  /// - Throws: ``Failure`` with status 73.
  func write(_ lines: [String]) throws(Failure) {
    guard let folder = StandardFolders.stateFolder else {
      throw Failure(
        .cannotCreate, "there is no folder for it: neither HOME nor XDG_STATE_HOME is set.")
    }
    let path = folder + "/" + name
    do throws(SystemError) {
      guard !lines.isEmpty else {
        _ = try FileSystem.remove(path)
        return
      }
      try FileSystem.makeFolder(folder, isPrivate: true)
      let lock = try FolderLock(folder)
      try SmallFile.write(
        Array(([title] + lines).joined(separator: "\n").utf8) + [0x0A], to: path, isPrivate: true)
      withExtendedLifetime(lock) {}
    } catch {
      if lines.isEmpty, error.isMissing { return }
      throw Failure(.cannotCreate, "\(path): \(error.reason).")
    }
  }
}
