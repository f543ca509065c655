internal import ICalendar
internal import ListoEditing
internal import ListoModel
internal import Synchronization

/// The catalog of a store that has no files, and its changes for undo.
final class MemoryContent: Sendable {
  private struct Change: Sendable {
    let entry: Transaction
    let before: Catalog
    let after: Catalog
  }

  private struct State {
    var catalog: Catalog
    var changes: [Change] = []
    /// The indices of changes that can be undone and redone, the next one last.
    var undoable: [Int] = []
    var redoable: [Int] = []
    var listeners: [Int: @Sendable () -> Void] = [:]
    var listenerCount = 0
  }

  private let state: Mutex<State>

  init(_ catalog: Catalog) { state = Mutex(State(catalog: catalog)) }

  var catalog: Catalog { state.withLock(\.catalog) }

  /// The changes, newest first.
  var history: [HistoryEntry] {
    state.withLock { state in
      let stacked = Set(state.undoable + state.redoable)
      return state.changes.enumerated().reversed().map { index, change in
        HistoryEntry(change.entry, state: stacked.contains(index) ? .standing : .undone)
      }
    }
  }

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
      let (base, number) = state.withLock { ($0.catalog, $0.changes.count) }
      let (next, plan) = try change(base)
      var entry = Transaction(
        id: nil, kind: .edit, label: label, time: time, files: [], notes: plan?.notes ?? [])
      guard plan?.isEmpty != true else { return entry }
      entry.steps = plan?.steps ?? []
      guard !isTrial else { return entry }
      entry.id = Transaction.ID(number + 1)
      let done = entry
      let listeners = state.withLock { state -> [@Sendable () -> Void]? in
        guard state.changes.count == number else { return nil }
        state.undoable.append(number)
        state.redoable = []
        state.changes.append(Change(entry: done, before: base, after: next))
        state.catalog = next
        return Array(state.listeners.values)
      }
      guard let listeners else { continue }
      for listener in listeners { listener() }
      return entry
    }
  }

  /// Undoes or redoes the last change.
  func reverse(isRedo: Bool, at time: Instant) throws(WorkError) -> Transaction {
    let result = state.withLock { state -> (entry: Transaction, listeners: [@Sendable () -> Void])? in
      guard let index = isRedo ? state.redoable.popLast() : state.undoable.popLast() else { return nil }
      let change = state.changes[index]
      let id = change.entry.id ?? Transaction.ID(index + 1)
      var entry = Transaction(
        id: Transaction.ID(state.changes.count + 1), kind: isRedo ? .redo(id) : .undo(id),
        label: change.entry.label, time: time, files: [])
      entry.steps = change.entry.steps.map { step in
        EditPlan.Step(
          list: step.list, identifier: step.identifier,
          before: step.after.map { Reminder($0, in: step.before?.calendar ?? .none) },
          after: step.before?.component)
      }
      // The reversal is what is reversed next.
      if isRedo {
        state.undoable.append(state.changes.count)
      } else {
        state.redoable.append(state.changes.count)
      }
      state.changes.append(Change(entry: entry, before: state.catalog, after: change.before))
      state.catalog = change.before
      return (entry, Array(state.listeners.values))
    }
    guard let result else { throw .editing(.nothingDone(isRedo: isRedo)) }
    for listener in result.listeners { listener() }
    return result.entry
  }
}
