internal import ICalendar
package import ListoModel
internal import Platform

/// A sync of one account: both sides are read, a plan is made of them, and it is executed.
///
/// It goes in rounds. In each, what changed there comes here first, merged with what changed here, as one
/// entry of the history; then what changed here goes there. Whatever was written there is read again in the
/// next round, so that what another client or the server made of it is a change like any other. A round that
/// writes nothing there is the last.
///
/// Each thing that happened is remembered when it has happened. So a sync that is cut off anywhere and run
/// again ends as one that was not.
package final class AccountSync {
  let session: CalDAVSession
  let folder: any SyncFolder
  let log: SyncLog
  let context: SyncContext
  var report = SyncReport()
  /// The lines of the report that are said once.
  var said: (waiting: Set<SyncReport.Line>, notes: Set<SyncReport.Line>) = ([], [])
  /// Outcomes that are settled by reading again, by list and UID.
  var attempts: [Attempt.Key: Attempt] = [:]
  /// Written in the last round, or to be looked at again; nil before the first.
  var verified: Set<Href>?
  /// Counts items that the server answers with 503.
  var busy = BusyRow()
  private var hasBegun = false

  /// Rounds at the most: more are only needed where others write all the time.
  static let rounds = 6

  /// A write that the server did not take, or did not answer.
  struct Attempt {
    struct Key: Hashable {
      let list: String
      let uid: UID
    }

    var digest: String
    var etag: EntityTag?
    var outcome: WriteOutcome
    var count = 1
  }

  /// A sync of an account's server with its folder and what is remembered of both; nothing is asked yet.
  package init(_ session: CalDAVSession, _ folder: any SyncFolder, _ log: SyncLog, _ context: SyncContext) {
    (self.session, self.folder, self.log, self.context) = (session, folder, log, context)
  }

  /// The plan of a sync: nothing is written on either side, or remembered.
  ///
  /// - Throws: ``AccountError``, ``SyncPlan/Stopped``, or what the folder throws.
  package func plan() throws -> SyncPlan { try SyncPlan(read(), context.options, asking: context.ask) }

  private func read() throws -> SyncState { try sides().state }

  private func sides() throws -> SyncSides {
    try SyncSides(
      session, folder, log, hasBase: hasBase(), verified: verified, context.observe)
  }

  /// The log is about this folder: it was neither lost, nor is the folder a copy, nor one that was restored.
  private func hasBase() throws -> Bool {
    guard !log.isNew, let marker = try folder.marker() else { return false }
    return log.identifiers.contains(marker)
  }

  /// Syncs.
  ///
  /// - Throws: as ``plan()``; ``SyncPlan/Changed``; `SystemError` where the state cannot be written. What was
  ///   done until then stands, and the next sync goes on from there.
  package func run() throws -> SyncReport {
    var isFirst = true
    var agreed: (uids: Set<UID>, lists: Set<String>)?
    for round in 1...Self.rounds {
      var sides = try sides()
      var plan = try SyncPlan(sides.state, context.options, asking: context.ask)
      var left: Set<String> = []
      if isFirst {
        let isAgreed = plan.isEmpty || context.agreed.isEmpty || context.agreed.contains(plan.identifier)
        guard isAgreed else { throw SyncPlan.Changed() }
        try context.show(plan)
        isFirst = false
        if !context.agreed.isEmpty { agreed = (Set(plan.steps.map(\.key)), Set(plan.lists.map(\.list))) }
      } else if let agreed {
        left = plan.narrow(toItems: agreed.uids, lists: agreed.lists)
      }
      settleAttempts(&plan, sides)
      // After a refusal, the UID is looked for among the items of the other lists. Nothing else needs the
      // items, so without requests they can go.
      if plan.steps.allSatisfy({ $0.there == nil }) { sides.forgetItems() }
      let isWritten = try carryOut(plan, sides, leaving: left)
      tell(plan, sides)
      guard isWritten, context.options.direction != .pull else {
        let isWhole = context.options.direction != .pull && context.options.lists == nil && agreed == nil
        if isWhole, try hasBase() { try forgetSettledRefusals(plan) }
        break
      }
      if round == Self.rounds { report.isUnsettled = true }
    }
    if let start = context.trashStart { log.emptyTrash(before: start) }
    return report
  }

  /// - Parameter left: lists of which something is not in the plan.
  /// - Returns: something was written there, so that it is to be read again.
  private func carryOut(_ plan: SyncPlan, _ sides: SyncSides, leaving left: Set<String>) throws -> Bool {
    var remotes = sides.remotes
    verified = []
    let needsState = plan.steps.contains { $0.kind != .wait } || plan.lists.contains { $0.kind != .stop }
    if needsState { try begin() }
    try remember(sides)
    let applied = try take(plan, sides)
    var isWritten = try changeLists(plan, &remotes)
    for step in plan.steps where step.here == nil || applied.contains(step.place) {
      try settleBase(step)
    }
    try storeTokens(plan, sides, applied, leaving: left)
    isWritten = try send(plan, sides, remotes, applied) || isWritten
    return isWritten
  }

  /// Gives folder and state a new identifier, before the first change: one that was copied before is another
  /// then.
  private func begin() throws {
    guard !hasBegun else { return }
    if try !hasBase() { try log.reset() }
    let identifier = context.identifier()
    try log.begin(identifier, isWritten: false)
    try folder.setMarker(identifier)
    try log.begin(identifier, isWritten: true)
    hasBegun = true
  }

  private func remember(_ sides: SyncSides) throws {
    guard try hasBase() else { return }
    for (list, all) in sides.others {
      for (href, other) in all { try log.set(other, href, in: list) }
    }
  }

  // MARK: What is remembered

  /// Remembers what is on both sides, once it is.
  private func settleBase(_ step: SyncStep) throws {
    switch step.base {
    case .set(let item, let href, let etag):
      let digest = try log.keep(item)
      let file = step.file ?? SyncNames.file(step.uid)
      try log.set(
        .init(href: href, etag: etag, file: files[step.place] ?? file, digest: digest), step.key,
        in: step.list)
    case .forget: try log.forget(step.key, in: step.list)
    case nil: return
    }
    if let left = step.leaves { try log.forget(step.key, in: left) }
  }

  /// The files that were written, by item.
  var files: [Attempt.Key: String] = [:]

  /// A token counts once all that it stands for is here.
  private func storeTokens(
    _ plan: SyncPlan, _ sides: SyncSides, _ applied: Set<Attempt.Key>, leaving left: Set<String>
  ) throws {
    guard try hasBase() else { return }
    var open = left
    for step in plan.lists where step.kind == .stop { open.insert(step.list) }
    for step in plan.steps {
      let isSkipped = step.here != nil && !applied.contains(step.place)
      if isSkipped || step.isOpen { open.formUnion([step.list] + [step.leaves].compactMap { $0 }) }
    }
    for list in sides.state.lists {
      // This sync did not fetch the server's changes of the list.
      let isLeft =
        context.options.direction == .push || !(context.options.lists?.contains(list.folder) ?? true)
      if isLeft, sides.changedThere.contains(list.folder) { open.insert(list.folder) }
    }
    for (folder, token) in sides.tokens where !open.contains(folder) {
      guard var list = log.lists[folder] else { continue }
      (list.token, list.ctag, list.isWritten) = (token.token, token.ctag, false)
      try log.set(list)
    }
  }
}

extension SyncStep {
  /// The item in its list.
  var place: AccountSync.Attempt.Key { .init(list: list, uid: key) }
}

/// The options of a sync, and its connections to the server, the files and the user.
package struct SyncContext {
  /// Direction, preference and guards.
  package var options = SyncOptions()
  /// In seconds since 1970, for what is kept.
  package var time: Int64
  /// Today, such as `2026-11-23`: the name of the trash.
  package var day: String
  /// The label in the history for changes that come from the server.
  package var label: String
  /// A new identifier for the state.
  package var identifier: () -> String
  /// Returns the remedies for an item that the server refuses, one a line.
  package var repairs: (SyncItem, Refusal) -> [String] = { _, _ in [] }
  /// Trash of days before this one is removed, such as `2026-10-24`; nil to keep all of it.
  package var trashStart: String?
  /// The plans that were shown before (``SyncPlan/identifier``): only these are executed. Empty to execute
  /// any plan.
  public var agreed: Set<String> = []
  /// Asks about each conflict; nil to let the preference decide.
  public var ask: ((MergeDecision) -> MergeRuling)?
  /// Called with the plan before anything is done.
  public var show: (SyncPlan) throws -> Void = { _ in }
  /// Receives the progress.
  public var observe: (SyncProgress) -> Void = { _ in }

  /// A sync at this time; the rest has the values above.
  package init(time: Int64, day: String, label: String, identifier: @escaping () -> String) {
    (self.time, self.day, self.label, self.identifier) = (time, day, label, identifier)
  }
}
