package import ICalendar
package import ListoEditing
package import ListoModel
internal import Platform
internal import Synchronization

/// A store that shows changes immediately and writes them in the background, in order; for a screen that must
/// not wait for the disk.
///
///     let store = BackgroundStore(try ReminderStore(places, journal: journal)) { wakeTheScreen() }
///     let change = try store.apply("Done: Bread", in: context) { editing throws(EditError) in … }
///     show(store.look().catalog)          // as it will be; the file is being written
///     // later, when woken:
///     for news in store.look().news { … } // it is on the disk, or it could not be written, and is not shown any more
///
/// Each change is made twice: to the shown catalog, and later to the present files, as by
/// ``ReminderStore/apply(_:in:_:)``. Changes by other programs in between are kept, and a change that no
/// longer fits is refused. Only changes that ``News`` reports as written are on the disk and in the journal;
/// a process that is killed loses the others.
package final class BackgroundStore: Sendable {
  /// A change that is shown, and not written yet.
  package struct Change: Sendable {
    /// Counted from 1, in the order in which they are written.
    package let number: Int
    /// The plan of the change; empty if there is nothing to do.
    package let plan: EditPlan
  }

  /// The result of a change, by its number.
  package enum News: Sendable {
    /// The change is on the disk. The transaction is empty if other programs had made the same change
    /// already.
    case written(Int, Transaction)
    /// The change could not be written, and is no longer shown.
    case failed(Int, WorkError)
  }

  /// The shown catalog, and the news since the last look.
  package struct Look: Sendable {
    /// The catalog of the places, including changes that are not written yet.
    package let catalog: Catalog
    /// The lists with changes other than those that ``apply(_:in:_:)`` returned; nil for all lists.
    package let changed: Set<ModelIdentifier>?
    /// The news in the order of the changes.
    package let news: [News]
  }

  private enum Work: Sendable {
    case edit(label: String, EditContext, RememberedUIDs, @Sendable (inout Editing) throws(EditError) -> Void)
    case undo(Instant, ofOthers: Bool)
    case redo(Instant, ofOthers: Bool)
  }

  private struct Job: Sendable {
    let number: Int
    let work: Work
  }

  private struct State {
    /// Makes what is shown of what was read.
    var model: Editing
    var shown: Catalog
    /// The jobs that are not written, in their order; the first may be under way.
    var jobs: [Job] = []
    var count = 0
    var news: [News] = []
    var changed: Set<ModelIdentifier>? = []
  }

  private let store: ReminderStore
  private let state: Mutex<State>
  private let thread = SerialThread()
  private let wake: Mutex<@Sendable () -> Void>

  /// - Parameters:
  ///   - store: holds all of its places; from now on, only this object may change it.
  ///   - wake: called on another thread whenever there are news.
  package init(_ store: ReminderStore, wake: @escaping @Sendable () -> Void = {}) {
    self.store = store
    let catalog = store.catalog
    state = Mutex(State(model: Editing(catalog, in: Self.noContext), shown: catalog))
    self.wake = Mutex(wake)
  }

  /// Sets the closure that is called when there are new results. After this function returns, the previous
  /// closure is no longer called.
  ///
  /// - Parameter wake: must return soon, and not call this again.
  package func onNews(_ wake: @escaping @Sendable () -> Void) { self.wake.withLock { $0 = wake } }

  /// Called within the lock: whoever is replaced may be gone right behind.
  private func tellNews() { wake.withLock { $0() } }

  /// The shown catalog.
  package var catalog: Catalog { state.withLock(\.shown) }

  /// The number of changes that are not written yet.
  package var unwrittenCount: Int { state.withLock(\.jobs.count) }

  /// Returns the shown catalog and the news; each piece of news is returned once.
  package func look() -> Look {
    state.withLock { state in
      defer { (state.changed, state.news) = ([], []) }
      return Look(catalog: state.shown, changed: state.changed, news: state.news)
    }
  }

  // MARK: Changing

  /// Changes the shown catalog, and writes the change in the background.
  ///
  /// - Parameters:
  ///   - label: the name of the change in the history.
  ///   - context: the present time and the time zone.
  ///   - body: makes the change; called once for the shown catalog, and once or more often for the files. It
  ///     must read all data from the `Editing`.
  /// - Throws: ``WorkError/editing(_:)`` if the change is not possible; then nothing is changed.
  /// - Complexity: linear in the lists that it changes, whatever the size of their files.
  package func apply(
    _ label: String, in context: EditContext,
    _ body: @escaping @Sendable (inout Editing) throws(EditError) -> Void
  ) throws(WorkError) -> Change {
    let uids = RememberedUIDs(context.makeUID)
    let result: Result<Change, EditError> = state.withLock { state in
      do throws(EditError) {
        let plan = try state.model.advance(in: uids.context(context), body)
        guard !plan.isEmpty else { return .success(Change(number: 0, plan: plan)) }
        state.shown = state.shown.applying(plan)
        let number = add(.edit(label: label, context, uids, body), to: &state)
        return .success(Change(number: number, plan: plan))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let change): return change
    case .failure(let error): throw store.failure(error)
    }
  }

  /// Undoes the last change that was made here, after all changes that are not written yet; the catalog shows
  /// it when it is written.
  ///
  /// - Parameters:
  ///   - time: the present time.
  ///   - ofOthers: see ``ReminderStore/undo(at:ofOthers:)``.
  /// - Returns: its number.
  package func undo(at time: Instant, ofOthers: Bool = false) -> Int {
    state.withLock { add(.undo(time, ofOthers: ofOthers), to: &$0) }
  }

  /// Redoes the last change that was undone here, like ``undo(at:ofOthers:)``.
  package func redo(at time: Instant, ofOthers: Bool = false) -> Int {
    state.withLock { add(.redo(time, ofOthers: ofOthers), to: &$0) }
  }

  /// Reads changes by other programs, after all changes that are not written yet.
  package func refresh() {
    thread.perform { [self] in
      store.refresh()
      catchUp(isAnew: false)
    }
  }

  /// Looks at the places again whenever their files may have changed. It does not keep the store; where the
  /// store is gone and this was not ended, the folders are watched until something changes in them.
  ///
  /// - Returns: what ends it.
  package func followChanges() -> () -> Void {
    let disturbances = store.disturbances()
    let task = Task.detached { [weak self] in
      for await _ in disturbances {
        guard let self else { return }
        refresh()
      }
    }
    return { task.cancel() }
  }

  /// Waits until every change is written or has failed.
  package func finish() { thread.wait() }

  private func add(_ work: Work, to state: inout State) -> Int {
    state.count += 1
    let job = Job(number: state.count, work: work)
    state.jobs.append(job)
    thread.perform { [self] in write(job) }
    return job.number
  }

  // MARK: On the other thread

  private func write(_ job: Job) {
    let news: News
    do throws(WorkError) {
      let transaction =
        switch job.work {
        case .edit(let label, let context, let uids, let body):
          try store.apply(label, in: uids.context(context), body)
        case .undo(let time, let ofOthers): try store.undo(at: time, ofOthers: ofOthers)
        case .redo(let time, let ofOthers): try store.redo(at: time, ofOthers: ofOthers)
        }
      news = .written(job.number, transaction)
    } catch {
      news = .failed(job.number, error)
    }
    state.withLock { _ = $0.jobs.removeFirst() }
    // The catalog is read anew before the failure is told, so that it no longer shows what was not written.
    if case .failed = news { catchUp(isAnew: true) }
    state.withLock { $0.news.append(news) }
    tellNews()
    if case .written = news { catchUp(isAnew: false) }
  }

  /// Compares what is shown with what the files hold, once all is written, and shows that where they differ.
  ///
  /// - Parameter isAnew: what is shown is made anew, whatever is still to be written.
  private func catchUp(isAnew: Bool) {
    guard isAnew || unwrittenCount == 0 else { return }
    let read = store.catalog
    while true {
      let (before, jobs) = state.withLock { ($0.shown, $0.jobs) }
      // While there is more to be written, what was read lacks it.
      guard isAnew || jobs.isEmpty else { return }
      let differing = isAnew ? nil : read.differingLists(from: before)
      if let differing, differing.isEmpty { return }
      var next = State(model: Editing(read, in: Self.noContext), shown: read)
      for case .edit(_, let context, let uids, let body) in jobs.map(\.work) {
        // One that does not fit any more is refused, and told, when its turn comes.
        guard let plan = try? next.model.advance(in: uids.context(context), body) else { continue }
        next.shown = next.shown.applying(plan)
      }
      let isShown = state.withLock { state in
        // Another change may have been made meanwhile.
        guard state.jobs.map(\.number) == jobs.map(\.number) else { return false }
        (state.model, state.shown) = (next.model, next.shown)
        if let differing, let known = state.changed {
          state.changed = known.union(differing)
        } else {
          state.changed = nil
        }
        return true
      }
      if isShown { break }
    }
    if !isAnew { tellNews() }
  }

  /// Each change brings its own.
  private static var noContext: EditContext {
    EditContext(ViewContext(now: Instant(seconds: 0), zone: .utc)) { "" }
  }
}

/// The UIDs that a change made when it was made first: when it is made again, it makes the same.
private final class RememberedUIDs: Sendable {
  private let made = Mutex<[String]>([])
  private let make: @Sendable () -> String

  init(_ make: @escaping @Sendable () -> String) { self.make = make }

  /// For one time that the change is made.
  func context(_ context: EditContext) -> EditContext {
    let position = Position()
    var remembered = EditContext(context.view, makeUID: { self[position.next()] })
    remembered.producer = context.producer
    return remembered
  }

  private subscript(index: Int) -> String {
    made.withLock { made in
      while made.count <= index { made.append(make()) }
      return made[index]
    }
  }

  private final class Position: Sendable {
    private let count = Atomic<Int>(0)
    func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
  }
}
