public import ICalendar
public import ListoEditing
public import ListoModel
public import ListoStores
internal import Platform
internal import Synchronization

/// Places that an app opens to show reminders, change them and undo changes.
///
///     let store = try CatalogStore(["Tasks"], journal: Journal(folder))
///     let done = try store.apply("done Bread", in: context) { editing throws(EditError) in
///       try editing.apply(.complete(Completion()), to: identifier)
///     }
///     try store.undo(at: now)
///
/// Use a store from one task at a time. Several stores, also in several processes, can work on the same
/// files.
public final class CatalogStore: Sendable {
  /// The files and folders, as they were named.
  public let places: [String]
  /// The journal for undo; nil to keep no journal. Without a journal, a command that is interrupted between
  /// two files is not completed or reverted later.
  public let journal: Journal?
  /// The reminders in memory.
  public let scope: StoreScope
  /// True if changes are planned and never written.
  public let isTrial: Bool
  private let reading: Mutex<Reading>
  /// The changes in the journal that this store made.
  let own = Mutex<Set<Transaction.ID>>([])
  /// The paths of files that were made for the next change.
  let made = Mutex<Set<String>>([])
  /// For tests: called at each moment at which a command can be cut off, which is what throwing does.
  package let interrupt: (@Sendable (WritingMoment) throws -> Void)?

  private struct Reading {
    var places: PlaceReading
    /// Files were written since, and will be read again when someone asks: a command that ends here need not.
    var isStale = false
  }

  /// Reads the places.
  ///
  /// - Parameters:
  ///   - places: paths of files and folders; empty for a store that only undoes changes.
  ///   - journal: the journal for undo; nil for none.
  ///   - limits: the limits on inputs.
  ///   - scope: the reminders to hold in memory.
  ///   - isTrial: see ``isTrial``.
  ///   - web: fetches published calendars, which are read-only; nil reads none.
  /// - Throws: ``WorkError/editing(_:)`` for standard input, which can be read once.
  /// - Complexity: linear in the bytes, on all cores; all of them are held.
  public convenience init(
    _ places: [String], journal: Journal? = nil, limits: ReadingLimits = ReadingLimits(),
    scope: StoreScope = .everything, isTrial: Bool = false, web: (any PublishedCalendarSource)? = nil
  ) throws(WorkError) {
    try self.init(
      places, journal: journal, limits: limits, scope: scope, isTrial: isTrial, web: web, interrupt: nil)
  }

  /// - Parameter interrupt: see ``interrupt``.
  package init(
    _ places: [String], journal: Journal?, limits: ReadingLimits = ReadingLimits(),
    scope: StoreScope = .everything, isTrial: Bool = false, web: (any PublishedCalendarSource)? = nil,
    interrupt: (@Sendable (WritingMoment) throws -> Void)?
  ) throws(WorkError) {
    guard !places.contains("-") else { throw .editing(.standardInput) }
    (self.places, self.journal, self.scope) = (places, journal, scope)
    (self.isTrial, self.interrupt) = (isTrial, interrupt)
    reading = Mutex(Reading(places: PlaceReading(places, limits: limits, scope: scope, web: web)))
  }

  /// The reminders of the places, with the changes of this store and those that ``refresh()`` found.
  public var catalog: Catalog { current.catalog }

  /// The problems of the inputs that were read, with file and line.
  public var problems: [Diagnostic] { current.problems }

  /// Places and files that could not be read.
  public var failures: [StoreError] { current.failures }

  var current: PlaceReading {
    reading.withLock { reading in
      if reading.isStale { reading.places.refresh() }
      reading.isStale = false
      return reading.places
    }
  }

  /// Holds all of some lists from now on; see ``PlaceReading/hold(_:)``.
  func hold(_ lists: Set<Catalog.IndexPath>) -> Bool { reading.withLock { $0.places.hold(lists) } }

  /// Why changes to a file are not possible, such as "only iCalendar can be changed in place, …"; nil if they
  /// are, and for a folder.
  package static func readOnlyReason(ofFile path: String) -> String? {
    guard (try? FileStatus(path: path))?.kind == .regular,
      let input = InputTree([path], limits: ReadingLimits()).inputs.first
    else { return nil }
    do {
      try input.requireEditable()
      return nil
    } catch .editing(.place(_, let reason, _)) {
      return reason
    } catch {
      return nil
    }
  }

  /// The files of a list can be changed: they are iCalendar in UTF-8, and writable.
  func canChange(_ list: ModelIdentifier) -> Bool {
    let reading = current
    guard let node = reading.catalog.indexPath(for: list).flatMap(reading.catalog.list) else { return false }
    return node.list.allowsModification
      && node.calendars.allSatisfy { calendar in
        (try? reading.files[calendar.file]?.input.requireEditable()) != nil
      }
  }

  /// What was read may not be what is there.
  func forgetReading() { reading.withLock { $0.isStale = true } }

  /// Reads changes by other programs.
  ///
  /// - Returns: true if anything changed.
  /// - Complexity: one `stat` for each file, and linear in the size of the changed files.
  @discardableResult
  public func refresh() -> Bool {
    reading.withLock { reading in
      defer { reading.isStale = false }
      return reading.places.refresh()
    }
  }

  // MARK: Changing

  /// Returns the plan of a change without making it.
  ///
  /// - Parameters:
  ///   - context: the present time and the time zone.
  ///   - body: makes the change.
  /// - Throws: ``WorkError/editing(_:)`` if the change is not possible.
  public func plan(
    in context: EditContext, _ body: (inout Editing) throws(EditError) -> Void
  ) throws(WorkError) -> EditPlan {
    try Self.plan(current, context, body)
  }

  /// Returns the lines that a plan removes from the files and adds to them.
  ///
  /// - Throws: ``WorkError`` if a list cannot be edited, or a file changed since it was read.
  public func difference(of plan: EditPlan) throws(WorkError) -> [FileDifference] {
    let reading = current
    do {
      return try FilePlan(plan, in: reading).changedFiles().map { FileDifference($0.change) }
    } catch let stale as FilePlan.Stale {
      throw .editing(.unsettled(path: stale.path))
    } catch {
      throw WorkError(rethrown: error)
    }
  }

  /// Makes a change: all of it, or nothing.
  ///
  /// Only the bytes of the changed components differ afterwards. If a file was changed since it was read,
  /// `body` is called again with the new content.
  ///
  /// - Parameters:
  ///   - label: the name of the change in the history.
  ///   - context: the present time and the time zone.
  ///   - body: makes the change; called once or more often, each time with the present reminders.
  /// - Returns: the transaction; ``Transaction/isEmpty`` is true if `body` changed nothing.
  /// - Throws: ``WorkError/editing(_:)`` if the change is not possible, ``WorkError/store(_:)`` if a file
  ///   cannot be read or written; then nothing is changed.
  @discardableResult
  public func apply(
    _ label: String, in context: EditContext, _ body: (inout Editing) throws(EditError) -> Void
  ) throws(WorkError) -> Transaction {
    try apply(label, at: context.view.now) { reading throws(WorkError) in
      try Self.plan(reading, context, body)
    }
  }

  /// Makes what a plan says that is made of the catalog, which is done again where files changed meanwhile.
  @discardableResult
  package func apply(
    _ label: String, at time: Instant, planning: (Catalog) throws(WorkError) -> EditPlan
  ) throws(WorkError) -> Transaction {
    try apply(label, at: time) { (reading: PlaceReading) throws(WorkError) in try planning(reading.catalog) }
  }

  private func apply(
    _ label: String, at time: Instant, _ make: (PlaceReading) throws(WorkError) -> EditPlan
  ) throws(WorkError) -> Transaction {
    let transaction = try edit(label, at: time) { reading throws(WorkError) in
      let plan = try make(reading)
      let files = try FilePlan(plan, in: reading)
      let made = self.made.withLock(\.self)
      return Work(folders: files.folders, notes: plan.notes) {
        try files.changedFiles().map { made.contains($0.path) ? try $0.created() : $0 }
      }
    }
    made.withLock { $0.removeAll() }
    return transaction
  }

  /// Makes an edit, after what was cut off before it is settled.
  func edit(
    _ label: String, at time: Instant, _ make: (PlaceReading) throws(WorkError) -> Work
  ) throws(WorkError) -> Transaction {
    let settled = try settle()
    var transaction = try transact(label, .edit, at: time, make)
    transaction.settled = settled
    return transaction
  }

  /// What is to be done to files.
  struct Work {
    /// The folders that have to be held, by their absolute paths.
    let folders: Set<String>
    let notes: [EditPlan.Note]
    /// What becomes of each file as it is now. Throws ``FilePlan/Stale``.
    let edits: () throws -> [ChangedFile]

    init(folders: Set<String>, notes: [EditPlan.Note] = [], edits: @escaping () throws -> [ChangedFile]) {
      (self.folders, self.notes, self.edits) = (folders, notes, edits)
    }
  }

  /// How often a change is made anew because files changed meanwhile, with their folders held: only programs
  /// that do not ask for these can be the cause.
  private static let patience = 50

  /// Makes work, holds its folders, and writes it; where a file changed since it was read, all of that again.
  func transact(
    _ label: String, _ kind: Transaction.Kind, at time: Instant,
    _ make: (PlaceReading) throws(WorkError) -> Work
  ) throws(WorkError) -> Transaction {
    var locks: FolderLocks?
    defer { withExtendedLifetime(locks) {} }
    var stalePath = ""
    for _ in 0..<Self.patience {
      let work = try make(current)
      if !isTrial, !work.folders.isSubset(of: locks?.folders ?? []) {
        // Given up first: two that hold a part each would wait for each other.
        let wanted = work.folders.union(locks?.folders ?? [])
        locks = nil
        locks = try FolderLocks(wanted)
      }
      do {
        let edits = try work.edits().filter { !$0.isEmpty }
        let notes = kind == .edit ? work.notes + edits.flatMap(\.change.zoneNotes) : work.notes
        var transaction = Transaction(
          id: nil, kind: kind, label: label, time: time, files: edits.map(\.change), notes: notes)
        guard !edits.isEmpty, !isTrial else { return transaction }
        let writer = FileTransaction(journal: journal, interrupt: interrupt)
        let result = try writer.write(
          edits, JournalEntry(kind: kind, label: label, time: time, notes: notes))
        transaction.id = result.id
        if let id = result.id { own.withLock { _ = $0.insert(id) } }
        transaction.remarks = result.remarks
        forgetReading()
        return transaction
      } catch let stale as FilePlan.Stale {
        stalePath = stale.path
        forgetReading()
      } catch {
        forgetReading()
        throw WorkError(rethrown: error)
      }
    }
    throw .editing(.unsettled(path: stalePath))
  }

  private static func plan(
    _ reading: PlaceReading, _ context: EditContext, _ body: (inout Editing) throws(EditError) -> Void
  ) throws(WorkError) -> EditPlan {
    var editing = Editing(reading.catalog, in: context, shapes: reading.shapes)
    do throws(EditError) {
      try body(&editing)
    } catch {
      throw failure(error, in: reading)
    }
    return editing.plan
  }

  /// What a refused change is told as.
  func failure(_ error: EditError) -> WorkError { Self.failure(error, in: current) }

  /// The list says that it cannot be edited; its place says why, and what would help.
  private static func failure(_ error: EditError, in reading: PlaceReading) -> WorkError {
    if case .readOnly(let identifier, _) = error,
      let list = reading.catalog.indexPath(for: identifier).flatMap(reading.catalog.list)
    {
      for calendar in list.calendars {
        do throws(WorkError) {
          try reading.files[calendar.file]?.input.requireEditable()
        } catch {
          return error
        }
      }
    }
    return .editing(.change(error))
  }
}
