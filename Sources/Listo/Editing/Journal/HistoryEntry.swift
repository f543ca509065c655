public import ICalendar

/// One entry of the journal, for display in a history.
public struct HistoryEntry: Sendable {
  /// The state of the change: made, undone, interrupted or unreadable.
  public enum State: Sendable, Hashable {
    case standing
    /// The change was undone.
    case undone
    /// The change was interrupted, or is in progress.
    case pending
    /// A later version of Listo wrote it: it can neither be shown nor taken back.
    case laterVersion
    /// The entry cannot be read, for this reason.
    case broken(String)
  }

  /// The number by which it is undone.
  public let id: Transaction.ID
  /// The state of the change: made, undone, interrupted or unreadable.
  public internal(set) var state: State
  /// The kind of the change. It is nil if the entry cannot be read, as are the properties below.
  public let kind: Transaction.Kind?
  /// The name of the change, such as the command that made it.
  public let label: String?
  /// The time of the change.
  public let time: Instant?
  /// The number of changed reminders.
  public let itemCount: Int
  /// The number of changed files.
  public let fileCount: Int
  let entry: JournalEntry?
  private var inMemory: Transaction?

  init(_ name: Journal.Name, _ content: Journal.Content) {
    id = Transaction.ID(name.number)
    switch content {
    case .entry(let entry):
      self.entry = entry
      (kind, label, time) = (entry.kind, entry.label, entry.time)
      (itemCount, fileCount) = (entry.itemCount, entry.files.count)
      state = name.isOpen ? .pending : .standing
    case .laterVersion:
      (entry, kind, label, time, itemCount, fileCount) = (nil, nil, nil, nil, 0, 0)
      state = .laterVersion
    case .broken(let reason):
      (entry, kind, label, time, itemCount, fileCount) = (nil, nil, nil, nil, 0, 0)
      state = .broken(reason)
    }
  }

  /// A change of a store in memory.
  init(_ id: Transaction.ID, _ transaction: Transaction) {
    self.id = id
    (kind, label, time) = (transaction.kind, transaction.label, transaction.time)
    (itemCount, fileCount, entry) = (transaction.items.count, 0, nil)
    (state, inMemory) = (.standing, transaction)
  }

  /// The files that it changed, by their absolute paths; empty if the entry cannot be read.
  public var paths: [String] { entry?.files.map(\.change.path) ?? [] }

  /// The transaction with its files and reminders; nil if the entry cannot be read.
  public var transaction: Transaction? { inMemory ?? entry.map { $0.transaction(id) } }

  /// - Parameter entries: the oldest first.
  static func withStates(_ entries: [HistoryEntry]) -> [HistoryEntry] {
    let stacks = UndoStacks(entries)
    return entries.map { entry in
      var entry = entry
      if entry.state == .standing, !stacks.stands(entry.id) { entry.state = .undone }
      return entry
    }
  }
}

/// The changes that can be undone and those that can be redone, the next one last.
struct UndoStacks {
  private(set) var undoable: [Transaction.ID] = []
  private(set) var redoable: [Transaction.ID] = []
  private var gone: Set<Transaction.ID> = []

  /// - Parameter entries: the oldest first.
  init(_ entries: [HistoryEntry]) {
    for entry in entries where entry.state == .standing {
      switch entry.kind {
      case .edit:
        undoable.append(entry.id)
        redoable = []
      case .undo(let id):
        undoable.removeAll { $0 == id }
        gone.insert(id)
        redoable.append(entry.id)
      case .redo(let id):
        redoable.removeAll { $0 == id }
        gone.insert(id)
        undoable.append(entry.id)
      case nil: break
      }
    }
  }

  /// Its changes were not taken back; of one that took back others, those were not done again.
  func stands(_ id: Transaction.ID) -> Bool { !gone.contains(id) }
}
