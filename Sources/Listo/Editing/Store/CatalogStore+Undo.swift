public import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform

extension CatalogStore {
  /// Returns the changes, newest first; an empty array without a journal.
  ///
  /// - Throws: ``WorkError/editing(_:)`` if the journal cannot be read.
  public func history() throws(WorkError) -> [HistoryEntry] { try journal?.history() ?? [] }

  /// Undoes a change.
  ///
  /// Later changes elsewhere in the file or the reminder are kept. If there are none, the files get their old
  /// bytes back.
  ///
  /// - Parameters:
  ///   - id: the number of the change; nil for the last one that is not undone.
  ///   - time: the time of the change.
  /// - Throws: ``WorkError/editing(_:)``: ``EditingFailure/changedSince(_:label:_:)`` if the same lines were
  ///   changed later.
  @discardableResult
  public func undo(_ id: Transaction.ID? = nil, at time: Instant) throws(WorkError) -> Transaction {
    try reverse(id, isRedo: false, at: time)
  }

  /// The change that ``undo(_:at:)`` undoes if it is given no number; nil if there is none.
  func lastChange() throws(WorkError) -> HistoryEntry? {
    let entries = try journal?.heads().map(\.entry) ?? []
    guard let last = UndoStacks(entries).undoable.last else { return nil }
    return entries.first { $0.id == last }
  }

  /// Redoes the last undone change.
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
  /// What takes it back.
  var inverse: JournalEntry.File { JournalEntry.File(change.inverse, before: after, after: before) }
}
