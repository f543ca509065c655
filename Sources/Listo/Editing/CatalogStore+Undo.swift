public import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform

extension CatalogStore {
  /// What was done, the newest first; nothing without a journal.
  ///
  /// - Throws: ``WorkError/editing(_:)`` where the journal cannot be read.
  public func history() throws(WorkError) -> [HistoryEntry] { try journal?.history() ?? [] }

  /// Takes a change back.
  ///
  /// What others changed since stays, elsewhere in the file as well as in the same reminder. Where nothing was changed since, the
  /// files get their bytes back.
  ///
  /// - Parameters:
  ///   - id: nil for the last one that was not taken back yet.
  ///   - time: when it is made.
  /// - Throws: ``WorkError/editing(_:)``: ``EditingFailure/changedSince(_:label:_:)`` where the same lines were changed since.
  @discardableResult
  public func undo(_ id: Transaction.ID? = nil, at time: Instant) throws(WorkError) -> Transaction {
    try reverse(id, isRedo: false, at: time)
  }

  /// Does again what was taken back last.
  ///
  /// - Throws: as ``undo(_:at:)``.
  @discardableResult
  public func redo(at time: Instant) throws(WorkError) -> Transaction {
    try reverse(nil, isRedo: true, at: time)
  }

  private func reverse(
    _ id: Transaction.ID?, isRedo: Bool, at time: Instant
  ) throws(WorkError) -> Transaction {
    guard let journal else { throw .editing(.nothingDone(isRedo: isRedo)) }
    let settled = try settle()
    let entries = try journal.history().reversed().map(\.self)
    let stacks = UndoStacks(entries)
    guard let chosen = id ?? (isRedo ? stacks.redoable : stacks.undoable).last else {
      throw .editing(.nothingDone(isRedo: isRedo))
    }
    guard let found = entries.first(where: { $0.id == chosen }), found.state == .standing,
      let entry = found.entry
    else { throw .editing(.unknownEntry(chosen)) }
    let kind: Transaction.Kind = if case .undo = entry.kind { .redo(chosen) } else { .undo(chosen) }
    var transaction = try transact(entry.label, kind, at: time) { _ throws(WorkError) in
      Work(folders: Set(entry.files.map { FilePlan.folder(of: $0.change.path) })) {
        var reversal = FileReversal()
        let edits = try entry.files.reversed().compactMap { file in
          try reversal.take(file.inverse).map { try ChangedFile($0.change, of: $0.bytes) }
        }
        guard reversal.clashes.isEmpty else {
          throw WorkError.editing(.changedSince(chosen, label: entry.label, reversal.clashes))
        }
        return edits
      }
    }
    transaction.settled = settled
    return transaction
  }

  /// Finishes, or withdraws, what was cut off before.
  package func settle() throws(WorkError) -> [SettledEntry] {
    guard let journal, !isTrial else { return [] }
    var result: [SettledEntry] = []
    for name in try journal.names() where name.isOpen {
      guard case .entry(let entry) = journal.read(name) else { continue }
      // Who is under way holds these.
      let locks = try FolderLocks(Set(entry.files.map { FilePlan.folder(of: $0.change.path) }))
      defer { withExtendedLifetime(locks) {} }
      guard try journal.names().contains(name) else { continue }
      result.append(try settle(entry, name, journal))
    }
    if !result.isEmpty { forgetReading() }
    return result
  }

  private func settle(
    _ entry: JournalEntry, _ name: Journal.Name, _ journal: Journal
  ) throws(WorkError) -> SettledEntry {
    let id = Transaction.ID(name.number)
    for file in entry.files { OutputFile.removeLeftovers(of: file.change.path) }
    let states = entry.files.map(FileState.init)
    if states.allSatisfy({ $0 == .before }) {
      removeEmptyFolders(of: entry)
      try journal.discard(name)
      return SettledEntry(id: id, label: entry.label, outcome: .withdrawn, paths: [])
    }
    var left: Set<String> = []
    var files: [any FileContent] = []
    for (file, state) in zip(entry.files, states) where state != .after {
      var reversal = FileReversal()
      do {
        let change = try reversal.take(file)
        if !reversal.clashes.isEmpty { left.insert(file.change.path) }
        guard let (change, bytes) = change else { continue }
        files.append(try ChangedFile(change, of: bytes))
      } catch {
        left.insert(file.change.path)
      }
    }
    for index in FileTransaction.put(files) { left.insert(files[index].path) }
    removeEmptyFolders(of: entry)
    try journal.close(name)
    return SettledEntry(
      id: id, label: entry.label, outcome: left.isEmpty ? .finished : .partial,
      paths: entry.files.map(\.change.path).filter(left.contains))
  }

  /// Folders that are there for files of an entry, and have none: they were made for what never came, or their last file had gone.
  private func removeEmptyFolders(of entry: JournalEntry) {
    for folder in Set(entry.files.filter(\.change.ownsFolder).map { FilePlan.folder(of: $0.change.path) }) {
      _ = try? FileSystem.removeEmptyFolder(folder)
    }
  }
}

/// What an entry of the journal finds at a file's place.
enum FileState {
  case before, after, other

  init(_ file: JournalEntry.File) {
    guard let bytes = try? SmallFile.bytes(file.change.path, limit: .max) else {
      self = file.before == nil ? .before : file.after == nil ? .after : .other
      return
    }
    self = file.isAfter(bytes) ? .after : file.isBefore(bytes) ? .before : .other
  }
}

extension JournalEntry.File {
  /// What takes it back.
  var inverse: JournalEntry.File { JournalEntry.File(change.inverse, before: after, after: before) }
}
