internal import ICalendar
internal import ListoEditing
internal import ListoModel
internal import Synchronization

/// The catalog of a store that has no files, and its changes for undo.
final class MemoryContent: Sendable {
  private struct Change: Sendable {
    let entry: Transaction
    let before: Catalog
  }

  private struct State {
    var catalog: Catalog
    /// The oldest first.
    var changes: [Change] = []
    var listeners: [Int: @Sendable () -> Void] = [:]
    var listenerCount = 0

    /// The number of the next change.
    var nextID: Transaction.ID { Transaction.ID(changes.count + 1) }

    /// The changes as entries of a history, the oldest first.
    var entries: [HistoryEntry] {
      changes.enumerated().map { HistoryEntry(Transaction.ID($0 + 1), $1.entry) }
    }

    /// Replaces the catalog, and returns the closures that are to be called.
    mutating func add(_ entry: Transaction, _ next: Catalog) -> [@Sendable () -> Void] {
      changes.append(Change(entry: entry, before: catalog))
      catalog = next
      return Array(listeners.values)
    }
  }

  private let state: Mutex<State>

  init(_ catalog: Catalog) { state = Mutex(State(catalog: catalog)) }

  var catalog: Catalog { state.withLock(\.catalog) }

  /// The changes, newest first.
  var history: [HistoryEntry] { HistoryEntry.withStates(state.withLock(\.entries)).reversed() }

  /// Calls a closure after each change, until the returned closure is called.
  func listen(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.listenerCount += 1
      state.listeners[state.listenerCount] = listener
      return state.listenerCount
    }
    return { [weak self] in self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
  }

  /// Replaces the catalog.
  ///
  /// - Parameters:
  ///   - isTrial: true to return the transaction and keep the catalog.
  ///   - change: makes the next catalog, and says which reminders it changed; called again if another change
  ///     was made meanwhile. It may use the store.
  /// - Returns: the transaction; without a number if nothing was changed.
  func apply(
    _ label: String, at time: Instant, isTrial: Bool,
    _ change: (Catalog) throws(WorkError) -> (catalog: Catalog, plan: EditPlan?)
  ) throws(WorkError) -> Transaction {
    while true {
      let (base, id) = state.withLock { ($0.catalog, $0.nextID) }
      let (next, plan) = try change(base)
      var entry = Transaction(
        id: nil, kind: .edit, label: label, time: time, files: [], notes: plan?.notes ?? [])
      guard plan?.isEmpty != true else { return entry }
      entry.steps = plan?.steps ?? []
      guard !isTrial else { return entry }
      entry.id = id
      let done = entry
      guard let listeners = state.withLock({ $0.nextID == id ? $0.add(done, next) : nil }) else { continue }
      for listener in listeners { listener() }
      return done
    }
  }

  /// Undoes or redoes the last change.
  func reverse(isRedo: Bool, at time: Instant) throws(WorkError) -> Transaction {
    let result = state.withLock { state -> (entry: Transaction, listeners: [@Sendable () -> Void])? in
      let stacks = UndoStacks(state.entries)
      guard let id = (isRedo ? stacks.redoable : stacks.undoable).last else { return nil }
      let change = state.changes[id.number - 1]
      var entry = Transaction(
        id: state.nextID, kind: isRedo ? .redo(id) : .undo(id), label: change.entry.label, time: time,
        files: [])
      entry.steps = change.entry.steps.map { step in
        EditPlan.Step(
          list: step.list, identifier: step.identifier,
          before: step.after.map { Reminder($0, in: step.before?.calendar ?? .none) },
          after: step.before?.component)
      }
      return (entry, state.add(entry, change.before))
    }
    guard let result else { throw .editing(.nothingDone(isRedo: isRedo)) }
    for listener in result.listeners { listener() }
    return result.entry
  }
}
