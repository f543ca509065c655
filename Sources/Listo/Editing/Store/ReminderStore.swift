public import ICalendar
public import ListoEditing
public import ListoModel
public import ListoStores
internal import Platform
internal import Synchronization

/// The reminders of some files and folders, or of no file: an app asks a store for reminders, edits them
/// through it, undoes its edits and follows the edits of others (EventKit's EKEventStore).
///
///     let store = try ReminderStore(["Tasks"], journal: Journal(folder))
///     let late = try store.reminders("overdue and priority = high")
///     try store.edit("Done") { try $0.complete(late[0].id) }
///     try store.undo()
///
/// A store can be used from any thread. Edits are made one after another. Several stores, also in several
/// processes, can work on the same files.
public final class ReminderStore: Sendable {
  /// The files and folders, as they were named.
  public let places: [String]
  /// The journal for undo; nil to keep no journal. Without a journal, a command that is interrupted between
  /// two files is not completed or reverted later.
  public let journal: Journal?
  /// The reminders in memory.
  package let scope: StoreScope
  /// True if changes are planned and never written.
  public let isTrial: Bool
  /// The clock for questions and edits.
  public let clock: any ReminderClock
  /// The content of a store in memory; nil for files.
  let memory: MemoryContent?
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
  ///   - places: paths of files and folders; a path may begin with `~`. Empty for a store that only undoes
  ///     changes.
  ///   - journal: the journal for undo; nil for none.
  ///   - clock: the clock for questions and edits.
  ///   - limits: the limits on inputs.
  ///   - isTrial: see ``isTrial``.
  ///   - sourceNames: the names of folders and files, by absolute path: the identifiers and titles of their sources, in
  ///     place of path and folder name.
  ///   - web: fetches published calendars, which are read-only; nil reads none.
  /// - Throws: ``WorkError/editing(_:)`` for standard input, which can be read once.
  /// - Complexity: linear in the bytes, on all cores; all of them are held.
  public convenience init(
    _ places: [String], journal: Journal? = nil, clock: any ReminderClock = .system,
    limits: ReadingLimits = ReadingLimits(), isTrial: Bool = false,
    sourceNames: [String: String] = [:], web: (any PublishedCalendarSource)? = nil
  ) throws(WorkError) {
    try self.init(
      places.map(Self.expanded), journal: journal, clock: clock, limits: limits, isTrial: isTrial,
      sourceNames: sourceNames, web: web, interrupt: nil)
  }

  /// Reads the places on another thread. If the task is cancelled, reading ends soon.
  ///
  /// - Parameters:
  ///   - places: paths of files and folders; a path may begin with `~`.
  ///   - journal: the journal for undo; nil for none.
  ///   - clock: the clock for questions and edits.
  ///   - progress: called on any thread with the share of the bytes that is read, from 0 to 1.
  /// - Throws: as ``init(_:journal:clock:limits:isTrial:sourceNames:web:)``; ``WorkError/cancelled``.
  public static func open(
    _ places: [String], journal: Journal? = nil, clock: any ReminderClock = .system,
    progress: @escaping @Sendable (_ fraction: Double) -> Void = { _ in }
  ) async throws(WorkError) -> ReminderStore {
    try await BackgroundWork.run(progress) { (meter) throws(WorkError) in
      try ReminderStore(places.map(expanded), journal: journal, clock: clock, meter: meter)
    }
  }

  /// Holds a catalog in memory, for previews, tests and services. Nothing is read or written; edits, undo,
  /// queries and updates are those of a store with files.
  ///
  /// - Parameters:
  ///   - catalog: the first content; empty by default.
  ///   - clock: the clock for questions and edits.
  public init(inMemory catalog: Catalog = Catalog(sources: []), clock: any ReminderClock = .system) {
    (places, journal, scope) = ([], nil, .everything)
    (isTrial, interrupt, self.clock) = (false, nil, clock)
    memory = MemoryContent(catalog)
    reading = Mutex(Reading(places: PlaceReading([], limits: ReadingLimits())))
  }

  /// - Parameters:
  ///   - scope: the reminders to hold in memory.
  ///   - meter: counts the bytes of the first reading.
  ///   - interrupt: see ``interrupt``.
  package init(
    _ places: [String], journal: Journal?, clock: any ReminderClock = .system,
    limits: ReadingLimits = ReadingLimits(), scope: StoreScope = .everything, isTrial: Bool = false,
    sourceNames: [String: String] = [:], web: (any PublishedCalendarSource)? = nil,
    meter: ReadingMeter? = nil,
    interrupt: (@Sendable (WritingMoment) throws -> Void)? = nil
  ) throws(WorkError) {
    guard !places.contains("-") else { throw .editing(.standardInput) }
    (self.places, self.journal, self.scope) = (places, journal, scope)
    (self.isTrial, self.interrupt, self.clock) = (isTrial, interrupt, clock)
    memory = nil
    reading = Mutex(
      Reading(
        places: PlaceReading(
          places, limits: limits, scope: scope, sourceNames: sourceNames, web: web, meter: meter)))
  }

  /// A path with the home folder in place of a leading `~/`.
  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = ProcessEnvironment.variable("HOME") else { return path }
    return home.withSlash + path.dropFirst(2)
  }

  /// The reminders of the places, with the changes of this store and those that ``refresh()`` found.
  public var catalog: Catalog { memory?.catalog ?? current.catalog }

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
    if let memory { return memory.catalog.list(list) != nil }
    let reading = current
    guard let node = reading.catalog.list(list) else { return false }
    return node.list.allowsModification
      && node.calendars.allSatisfy { calendar in
        (try? reading.files[calendar.file]?.input.requireEditable()) != nil
      }
  }

  /// Has the files looked at again before the next use.
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

  // MARK: Questions

  /// The present time and time zone, by the clock of the store.
  public var view: ViewContext { clock.view }

  /// Returns the reminders that a query describes. A repeating reminder is at its current occurrence, and its
  /// dates are those of that occurrence.
  ///
  /// - Parameters:
  ///   - query: an expression of the query language, such as `overdue and priority = high`.
  ///   - order: the order of the result.
  /// - Throws: ``QuerySyntaxError``, with the place of the error.
  /// - Complexity: linear in the catalog, O(n log n) in the result.
  public func reminders(
    _ query: String = "open", by order: SortOrder = .natural
  ) throws(QuerySyntaxError) -> [Catalog.Entry] {
    try catalog.reminders(query, by: order, in: clock.view)
  }

  /// Returns the reminders that a query value describes, as ``reminders(_:by:)-(String,_)`` does.
  public func reminders(_ query: Query, by order: SortOrder = .natural) -> [Catalog.Entry] {
    catalog.reminders(query, by: order, in: clock.view)
  }

  /// Returns the actions that a reminder allows now, for buttons and menus; none for a reminder that does not
  /// exist, or whose list cannot be edited.
  ///
  /// - Complexity: linear in its list.
  public func actions(for id: ModelIdentifier) -> [ReminderAction] {
    catalog.actions(for: id, in: clock.view)
  }

  // MARK: Edits

  /// Makes an edit: all of it, or nothing.
  ///
  ///     let milk = try store.edit("Add milk") { edit in
  ///       try edit.add(ReminderDraft(title: "Milk", due: .date(tomorrow)), to: home.id)
  ///     }
  ///
  /// Only the bytes of the changed components differ afterwards. LAST-MODIFIED and DTSTAMP of these are the
  /// present time. If another program changed a file since it was read, `body` is called again with the new
  /// content.
  ///
  /// - Parameters:
  ///   - label: the name of the edit in the history.
  ///   - context: the clock of the edit, and its defaults; nil for the clock of the store.
  ///   - body: makes the changes; called once or more often, each time with the present reminders.
  /// - Returns: the result of the last call of `body`.
  /// - Throws: ``WorkError/editing(_:)`` if a change is not possible, ``WorkError/store(_:)`` if a file
  ///   cannot be read or written, ``WorkError/callback(_:)`` for an error of `body`'s own; then nothing is
  ///   changed.
  @discardableResult
  public func edit<Result>(
    _ label: String, in context: EditContext? = nil, _ body: (inout Editing) throws -> Result
  ) throws(WorkError) -> Result {
    let context = context ?? EditContext(clock.view)
    var result: Result?
    try apply(label, at: context.view.now) { (base) throws(WorkError) in
      try base.plan(context) { editing in result = try body(&editing) }
    }
    // `body` has been called, or an error was thrown.
    guard let result else { throw .editing(.unsettled(path: label)) }
    return result
  }

  /// Returns the plan of a change without making it.
  ///
  /// - Parameters:
  ///   - context: the present time and the time zone.
  ///   - body: makes the change.
  /// - Throws: ``WorkError/editing(_:)`` if the change is not possible.
  package func plan(
    in context: EditContext, _ body: (inout Editing) throws(EditError) -> Void
  ) throws(WorkError) -> EditPlan {
    try base.plan(context, body)
  }

  /// Returns the lines that a plan removes from the files and adds to them.
  ///
  /// - Throws: ``WorkError`` if a list cannot be edited, or a file changed since it was read.
  package func difference(of plan: EditPlan) throws(WorkError) -> [FileDifference] {
    let reading = current
    do {
      return try FilePlan(plan, in: reading).changedFiles().map { FileDifference($0.change) }
    } catch let stale as FilePlan.Stale {
      throw .editing(.unsettled(path: stale.path))
    } catch {
      throw WorkError(rethrown: error)
    }
  }

  /// Makes an edit as ``edit(_:in:_:)`` does.
  ///
  /// - Returns: the transaction; ``Transaction/isEmpty`` is true if `body` changed nothing.
  @discardableResult
  package func apply(
    _ label: String, in context: EditContext, _ body: (inout Editing) throws(EditError) -> Void
  ) throws(WorkError) -> Transaction {
    try apply(label, at: context.view.now) { (base) throws(WorkError) in try base.plan(context, body) }
  }

  /// Makes the changes of a plan, which is made of the present catalog, and again if files changed meanwhile.
  @discardableResult
  package func apply(
    _ label: String, at time: Instant, planning: (Catalog) throws(WorkError) -> EditPlan
  ) throws(WorkError) -> Transaction {
    try apply(label, at: time) { (base: EditBase) throws(WorkError) in try planning(base.catalog) }
  }

  @discardableResult
  private func apply(
    _ label: String, at time: Instant, _ makePlan: (EditBase) throws(WorkError) -> EditPlan
  ) throws(WorkError) -> Transaction {
    if let memory {
      return try memory.apply(label, at: time, isTrial: isTrial) { (catalog) throws(WorkError) in
        let plan = try makePlan(EditBase(catalog))
        return (catalog.applying(plan), plan)
      }
    }
    let transaction = try write(label, at: time) { reading throws(WorkError) in
      let plan = try makePlan(EditBase(reading))
      let files = try FilePlan(plan, in: reading)
      let made = self.made.withLock(\.self)
      return Work(folders: files.folders, notes: plan.notes) {
        try files.changedFiles().map { made.contains($0.path) ? try $0.created() : $0 }
      }
    }
    made.withLock { $0.removeAll() }
    return transaction
  }

  /// The present reminders.
  private var base: EditBase { memory.map { EditBase($0.catalog) } ?? EditBase(current) }

  /// Writes an edit, after what was cut off before it is settled.
  func write(
    _ label: String, at time: Instant, _ make: (PlaceReading) throws(WorkError) -> Work
  ) throws(WorkError) -> Transaction {
    let settled = try settle()
    var transaction = try transact(label, .edit, at: time, make)
    transaction.settled = settled
    return transaction
  }

  /// Changes of files that are to be written.
  struct Work {
    /// The folders that have to be held, by their absolute paths.
    let folders: Set<String>
    let notes: [EditPlan.Note]
    /// Returns the changes of the present files. Throws ``FilePlan/Stale``.
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

  /// The error for a change that was refused.
  func failure(_ error: EditError) -> WorkError { base.failure(error) }
}

/// The reminders that an edit changes.
private struct EditBase {
  let catalog: Catalog
  /// The files of the catalog; nil in memory.
  private let reading: PlaceReading?

  init(_ catalog: Catalog) { (self.catalog, reading) = (catalog, nil) }

  init(_ reading: PlaceReading) { (catalog, self.reading) = (reading.catalog, reading) }

  /// Returns the plan of the changes that a closure makes.
  func plan(
    _ context: EditContext, _ body: (inout Editing) throws -> Void
  ) throws(WorkError) -> EditPlan {
    var editing = Editing(catalog, in: context, shapes: reading?.shapes ?? [:])
    do {
      try body(&editing)
    } catch let error as EditError {
      throw failure(error)
    } catch {
      throw WorkError(rethrown: error)
    }
    return editing.plan
  }

  /// The list says that it cannot be edited; its place says why, and what would help.
  func failure(_ error: EditError) -> WorkError {
    if let reading, case .readOnly(let identifier, _) = error, let list = catalog.list(identifier) {
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
