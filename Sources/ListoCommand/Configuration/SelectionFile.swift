internal import Listo
internal import Platform

/// The state that is remembered from one run to the next: the selection, in `selection.json`, for its owner's
/// eyes alone.
///
/// It is one value that is written in one step, so that of two processes at once one is the last, and the
/// file is whole.
struct SelectionFile {
  let folder: String
  var path: String { folder + "/selection.json" }

  /// nil where the system says no folder for it.
  init?() {
    guard let folder = StandardFolders.stateFolder else { return nil }
    self.folder = folder
  }

  /// The saved selection; nil where nothing is selected. A file that cannot be understood is set aside, and
  /// named.
  func load(_ reporter: Reporter) -> SavedSelection? {
    switch read() {
    case .nothing: return nil
    case .selection(let saved): return saved
    case .unreadable(let reason):
      reporter.note("warning: \(path) is not used: \(reason)")
      return nil
    case .broken(let reason):
      setAside(reason, reporter)
      return nil
    }
  }

  /// - Throws: ``Failure`` with status 73.
  func save(_ saved: SavedSelection) throws(Failure) {
    do throws(SystemError) {
      try FileSystem.makeFolder(folder, isPrivate: true)
      let lock = try FolderLock(folder)
      try SmallFile.write(Array(saved.json.pretty), to: path, isPrivate: true)
      withExtendedLifetime(lock) {}
    } catch {
      throw Failure(.cannotCreate, "\(path): \(error.reason).")
    }
  }

  /// Forgets what was selected.
  ///
  /// - Throws: ``Failure`` with status 73.
  func clear() throws(Failure) {
    do throws(SystemError) {
      _ = try FileSystem.remove(path)
    } catch {
      throw Failure(.cannotCreate, "\(path): \(error.reason).")
    }
  }

  private enum Content {
    case nothing
    case selection(SavedSelection)
    /// It may be in order, and stays.
    case unreadable(String)
    case broken(String)
  }

  private func read() -> Content {
    do throws(SystemError) {
      guard let bytes = try SmallFile.bytes(path) else { return .nothing }
      do throws(SelectionError) {
        return .selection(try SavedSelection(json: bytes))
      } catch {
        if case .laterVersion = error { return .unreadable("\(error)") }
        return .broken("\(error)")
      }
    } catch {
      return .unreadable(error.reason)
    }
  }

  /// Gives a broken file another name, unless another process has written a good one meanwhile.
  private func setAside(_ reason: String, _ reporter: Reporter) {
    let other = path + ".broken"
    do throws(SystemError) {
      let lock = try FolderLock(folder)
      defer { withExtendedLifetime(lock) {} }
      guard case .broken = read() else { return }
      try FileSystem.rename(path, to: other)
      reporter.note(
        "warning: the selection was cleared, because \(path) is damaged (\(reason)); the file was renamed to \(other)"
      )
    } catch {
      reporter.note("warning: \(path) is damaged (\(reason)) and cannot be renamed: \(error.reason)")
    }
  }
}
