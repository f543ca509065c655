internal import Platform

extension Journal {
  /// Finishes, or withdraws, what was cut off before.
  ///
  /// - Throws: ``WorkError/editing(_:)`` where the journal cannot be read or written, ``WorkError/store(_:)``
  ///   where a folder cannot be held.
  func settle() throws(WorkError) -> [SettledEntry] {
    var result: [SettledEntry] = []
    for name in try names() where name.isOpen {
      guard case .entry(let entry) = read(name) else { continue }
      // Who is under way holds these.
      let locks = try FolderLocks(Set(entry.files.map { FilePlan.folder(of: $0.change.path) }))
      defer { withExtendedLifetime(locks) {} }
      guard try names().contains(name) else { continue }
      result.append(try settle(entry, name))
    }
    return result
  }

  private func settle(_ entry: JournalEntry, _ name: Name) throws(WorkError) -> SettledEntry {
    let id = Transaction.ID(name.number)
    for file in entry.files { OutputFile.removeLeftovers(of: file.change.path) }
    let states = entry.files.map(FileState.init)
    if states.allSatisfy({ $0 == .before }) {
      removeEmptyFolders(of: entry)
      try discard(name)
      return SettledEntry(id: id, label: entry.label, outcome: .withdrawn, paths: [])
    }
    var left: Set<String> = []
    var files: [any FileContent] = []
    for (file, state) in zip(entry.files, states) where state != .after {
      var reversal = FileReversal()
      do {
        if let changed = try reversal.take(file) { files.append(changed) }
        if !reversal.clashes.isEmpty { left.insert(file.change.path) }
      } catch {
        left.insert(file.change.path)
      }
    }
    for index in FileTransaction.put(files) { left.insert(files[index].path) }
    removeEmptyFolders(of: entry)
    try close(name)
    return SettledEntry(
      id: id, label: entry.label, outcome: left.isEmpty ? .finished : .partial,
      paths: entry.files.map(\.change.path).filter(left.contains))
  }

  /// Folders that are there for files of an entry, and have none: they were made for what never came, or
  /// their last file had gone.
  private func removeEmptyFolders(of entry: JournalEntry) {
    for folder in Set(entry.files.filter(\.change.ownsFolder).map { FilePlan.folder(of: $0.change.path) }) {
      _ = try? FileSystem.removeEmptyFolder(folder)
    }
  }
}

/// The state of a file, compared with an entry of the journal: as before the change, as after it, or another.
private enum FileState {
  case before, after, other

  init(_ file: JournalEntry.File) {
    guard let bytes = try? SmallFile.bytes(file.change.path, limit: .max) else {
      self = file.before == nil ? .before : file.after == nil ? .after : .other
      return
    }
    self = file.isAfter(bytes) ? .after : file.isBefore(bytes) ? .before : .other
  }
}
