public import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform
internal import Synchronization

extension ReminderStore {
  /// Returns the changes, newest first; an empty array without a journal.
  ///
  /// - Throws: ``WorkError/editing(_:)`` if the journal cannot be read.
  public func history() throws(WorkError) -> [HistoryEntry] {
    if let memory { return memory.history }
    return try journal?.history() ?? []
  }

  /// Undoes the last change that this store made and that is not undone.
  ///
  /// Later changes elsewhere in the file or the reminder are kept. If there are none, the files get their old
  /// bytes back.
  ///
  /// - Parameters:
  ///   - time: the time of the change; nil for the clock of the store.
  ///   - ofOthers: the last change in the journal is undone, also one of another store, a sync or another
  ///     process.
  /// - Throws: ``WorkError/editing(_:)``: ``EditingFailure/changedSince(_:label:_:)`` if the same lines were
  ///   changed later, ``EditingFailure/madeElsewhere(_:label:time:)`` if only others made changes.
  @discardableResult
  public func undo(at time: Instant? = nil, ofOthers: Bool = false) throws(WorkError) -> Transaction {
    try reverse(nil, ofOthers: ofOthers, isRedo: false, at: time)
  }

  /// Undoes a change that is asked for by its number, whoever made it.
  ///
  /// - Throws: as ``undo(at:ofOthers:)``.
  @discardableResult
  public func undo(_ id: Transaction.ID, at time: Instant? = nil) throws(WorkError) -> Transaction {
    try reverse(id, ofOthers: true, isRedo: false, at: time)
  }

  /// Redoes the last change that this store undid.
  ///
  /// - Parameters:
  ///   - time: the time of the change; nil for the clock of the store.
  ///   - ofOthers: the last undone change in the journal is redone, whoever undid it.
  /// - Throws: as ``undo(at:ofOthers:)``.
  @discardableResult
  public func redo(at time: Instant? = nil, ofOthers: Bool = false) throws(WorkError) -> Transaction {
    try reverse(nil, ofOthers: ofOthers, isRedo: true, at: time)
  }

  private func reverse(
    _ id: Transaction.ID?, ofOthers: Bool, isRedo: Bool, at time: Instant?
  ) throws(WorkError) -> Transaction {
    let time = time ?? clock.view.now
    if let memory {
      if let id { throw .editing(.unknownEntry(id)) }
      return try memory.reverse(isRedo: isRedo, at: time)
    }
    guard let journal else { throw .editing(.nothingDone(isRedo: isRedo)) }
    let settled = try settle()
    let entries = try journal.history().reversed().map(\.self)
    let stacks = UndoStacks(entries)
    let all = isRedo ? stacks.redoable : stacks.undoable
    let own = own.withLock(\.self)
    guard let chosen = id ?? all.last(where: { ofOthers || own.contains($0) }) else {
      if let other = entries.first(where: { $0.id == all.last }), let label = other.label,
        let made = other.time
      {
        throw .editing(.madeElsewhere(other.id, label: label, time: made))
      }
      throw .editing(.nothingDone(isRedo: isRedo))
    }
    guard let found = entries.first(where: { $0.id == chosen }), found.state == .standing,
      let entry = found.entry
    else { throw .editing(.unknownEntry(chosen)) }
    let later = entries.filter { $0.id.number > chosen.number }
    let kind: Transaction.Kind = if case .undo = entry.kind { .redo(chosen) } else { .undo(chosen) }
    var transaction = try transact(entry.label, kind, at: time) { _ throws(WorkError) in
      Work(folders: Set(entry.files.map { FilePlan.folder(of: $0.change.path) })) {
        var reversal = FileReversal()
        let edits = try entry.files.reversed().compactMap { file throws(WorkError) in
          try reversal.take(file.inverse, later: Self.changes(of: file.change.path, in: later))
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

  /// The changes of a file; none where an entry cannot be read.
  private static func changes(of path: String, in entries: [HistoryEntry]) -> [JournalEntry.File] {
    guard entries.allSatisfy({ $0.entry != nil }) else { return [] }
    return entries.flatMap { $0.entry?.files ?? [] }.filter { $0.change.path == path }
  }

  /// Finishes, or withdraws, what was cut off before.
  package func settle() throws(WorkError) -> [SettledEntry] {
    guard !isTrial, let settled = try journal?.settle() else { return [] }
    if !settled.isEmpty { forgetReading() }
    return settled
  }
}

extension JournalEntry.File {
  /// The entry's file for the change that undoes this one.
  var inverse: JournalEntry.File { JournalEntry.File(change.inverse, before: after, after: before) }
}
