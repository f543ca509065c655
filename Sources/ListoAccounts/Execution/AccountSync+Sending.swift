internal import ICalendar
internal import ListoModel

extension AccountSync {
  /// Brings there what changed here.
  ///
  /// - Returns: something was written there, or may have been.
  func send(
    _ plan: SyncPlan, _ sides: SyncSides, _ remotes: [String: RemoteList], _ applied: Set<Attempt.Key>
  ) throws -> Bool {
    let steps = plan.steps.filter { $0.there != nil && ($0.here == nil || applied.contains($0.place)) }
    var isWritten = false
    var writes: [Write] = []
    for step in steps {
      guard let remote = remotes[step.list] else { continue }
      guard remote.isWritable else {
        wait(step, sides, "the list is read-only on the server")
        continue
      }
      switch step.there {
      case .create(let item):
        guard let href = newResource(step, remote) else { continue }
        try expectWrite(step)
        writes.append(Write(step, href, item, nil))
      case .update(let item, let href, let etag?):
        try expectWrite(step)
        writes.append(Write(step, href, item, etag))
      case .delete(let href, let etag?):
        try expectWrite(step)
        writes.append(Write(step, href, nil, etag))
      case .move(let was, _, let list, let href, let etag?):
        try expectWrite(step)
        isWritten = try move(was, step, from: list, href, etag, remote, sides) || isWritten
      case .update, .delete, .move: wait(step, sides, Self.noVersion)
      case nil: continue
      }
    }
    // Deletions make room for new items: a server may accept a UID only once.
    for group in [writes.filter { $0.item == nil }, writes.filter { $0.item != nil }] {
      isWritten = try send(group, sides) || isWritten
    }
    return isWritten
  }

  /// Remembers, before a request goes out, that the lists of a step are written there: a sync that is cut off
  /// then lists them anew.
  private func expectWrite(_ step: SyncStep) throws {
    for list in [step.list, step.leaves].compactMap(\.self) {
      guard var known = log.lists[list], !known.isWritten else { continue }
      known.isWritten = true
      try log.set(known)
    }
  }

  private static let noVersion =
    "the server gives no ETag for it, so a change by another client could be lost"

  /// One request that writes or deletes one resource.
  private struct Write: Sendable {
    let step: SyncStep
    let href: Href
    /// Nil for one that goes.
    let item: SyncItem?
    /// Nil for one that is new.
    let version: EntityTag?

    init(_ step: SyncStep, _ href: Href, _ item: SyncItem?, _ version: EntityTag?) {
      (self.step, self.href, self.item, self.version) = (step, href, item, version)
    }

    func send(_ session: CalDAVSession) throws(AccountError) -> WriteOutcome {
      if let item {
        return try session.put(item.bytes, to: href, expecting: version.map { .version($0) } ?? .nothing)
      }
      guard let version else { return .missing }
      return try session.delete(href, version: version)
    }
  }

  /// Several at once; what came of each is remembered in their order.
  ///
  /// Xandikos answers 423 to what comes while it writes another. From then on one goes after the other: what
  /// it turns away costs it as much as what it takes.
  private func send(_ writes: [Write], _ sides: SyncSides) throws -> Bool {
    let session = session
    var number = 0
    var locked: [Write] = []
    var rest = writes[...]
    func observe() {
      number += 1
      context.observe(.sending(number, of: writes.count))
    }
    while !rest.isEmpty, locked.isEmpty {
      let group = Array(rest.prefix(max(session.width, 1) * 4))
      rest = rest.dropFirst(group.count)
      try session.many(group) { (write: Write) throws(AccountError) -> WriteOutcome in
        try write.send(session)
      } receive: { write, outcome in
        observe()
        if Self.isLocked(outcome) { locked.append(write) } else { try settle(outcome, write, sides) }
      }
    }
    var isSettled = number > locked.count
    for (index, write) in (locked + rest).enumerated() {
      if index >= locked.count { observe() }
      let outcome = try write.send(session)
      if Self.isLocked(outcome) {
        wait(write.step, sides, "another client has locked it; the next sync tries again")
      } else {
        isSettled = true
        try settle(outcome, write, sides)
      }
    }
    // A locked resource is not tried again at once.
    return isSettled
  }

  /// RFC 4918 §11.3: nothing was done, and nothing is wrong with it.
  private static func isLocked(_ outcome: WriteOutcome) -> Bool {
    if case .refused(let refusal) = outcome { refusal.status == 423 } else { false }
  }

  private func settle(_ outcome: WriteOutcome, _ write: Write, _ sides: SyncSides) throws {
    try note(outcome, write.href)
    if let item = write.item {
      try settle(outcome, item, write.href, write.version, write.step, sides)
    } else if let version = write.version {
      try settleDeletion(outcome, of: write.href, version, write.step, sides)
    }
  }

  /// - Throws: ``AccountError`` where one item after the other got 503.
  private func note(_ outcome: WriteOutcome, _ href: Href) throws(AccountError) {
    if case .refused(let refusal) = outcome {
      try busy.take(refusal.status, href)
    } else {
      try busy.take(nil, href)
    }
  }

  /// Where a new item goes: another name where one was taken by what is not seen here.
  private func newResource(_ step: SyncStep, _ remote: RemoteList) -> Href? {
    let attempt = attempts[step.place].map { if case .changed = $0.outcome { $0.count } else { 0 } } ?? 0
    return remote.href.member(SyncNames.resource(step.uid, attempt: attempt))
  }

  private func settle(
    _ outcome: WriteOutcome, _ item: SyncItem, _ href: Href, _ etag: EntityTag?, _ step: SyncStep,
    _ sides: SyncSides
  ) throws {
    switch outcome {
    case .done:
      let digest = try log.keep(item)
      let file = files[step.place] ?? step.file ?? SyncNames.file(step.uid)
      // Its version counts once it was read again, by this sync or, where this one is cut off, by the next:
      // what changes since the last token say nothing of, as of what came and went since then, would else be
      // taken for what is there.
      try log.set(.init(href: href, etag: nil, file: file, digest: digest), step.key, in: step.list)
      if let left = step.leaves { try log.forget(step.key, in: left) }
      try log.set(nil, step.key, in: step.list)
      attempts[step.place] = nil
      verified?.insert(href)
      if step.here == nil { report.count(step.kind) }
    case .refused(let refusal): try refuse(refusal, item, step, sides)
    case .changed, .missing, .unknown: attempt(outcome, item.digest, href, etag, step)
    }
  }

  private func settleDeletion(
    _ outcome: WriteOutcome, of href: Href, _ etag: EntityTag, _ step: SyncStep, _ sides: SyncSides
  ) throws {
    switch outcome {
    // 404 of what is there all the same, as of a proxy: what has not changed is not told again, and would be
    // forgotten here alone.
    case .missing where try isThere(href): attempt(outcome, "", href, etag, step)
    case .done, .missing:
      try log.forget(step.key, in: step.list)
      if let left = step.leaves { try log.forget(step.key, in: left) }
      // Somebody may put it back before changes are asked for, which then say nothing of it.
      verified?.insert(href)
      report.count(step.kind)
    case .refused(let refusal):
      attempt(outcome, "", href, etag, step)
      wait(step, sides, "the server did not delete it: \(refusal.words)")
    case .changed, .unknown: attempt(outcome, "", href, etag, step)
    }
  }

  /// By MOVE; where that is refused, written there and then deleted where it was.
  private func move(
    _ was: SyncItem, _ step: SyncStep, from list: String, _ href: Href, _ etag: EntityTag,
    _ remote: RemoteList,
    _ sides: SyncSides
  ) throws -> Bool {
    guard let target = remote.href.member(SyncNames.resource(step.uid)) else { return false }
    var outcome = try session.move(href, to: target, version: etag)
    if case .refused(let refusal) = outcome, refusal.status != 503 {
      let copy = try session.put(was.bytes, to: target, expecting: .nothing)
      try note(copy, target)
      guard case .done = copy else {
        try settle(copy, was, target, nil, step, sides)
        return true
      }
      outcome = try session.delete(href, version: etag)
    }
    try note(outcome, href)
    switch outcome {
    case .done, .missing:
      if case .missing = outcome, try !isThere(target) { break }
      let digest = try log.keep(was)
      let file = files[step.place] ?? step.file ?? SyncNames.file(step.uid)
      // Its version in the new place is not known yet.
      try log.set(.init(href: target, etag: nil, file: file, digest: digest), step.key, in: step.list)
      try log.forget(step.key, in: list)
      if let left = step.leaves { try log.forget(step.key, in: left) }
      verified?.formUnion([href, target])
      report.count(step.kind)
    case .refused(let refusal):
      attempt(outcome, was.digest, href, etag, step)
      wait(step, sides, "the server did not move it: \(refusal.words)")
    case .changed, .unknown: attempt(outcome, was.digest, href, etag, step)
    }
    return true
  }

  private func isThere(_ href: Href) throws -> Bool {
    if case .item = try session.item(href) { true } else { false }
  }

  /// Remembers an outcome for the next round, in which the resource is read again.
  private func attempt(
    _ outcome: WriteOutcome, _ digest: String, _ href: Href, _ etag: EntityTag?, _ step: SyncStep
  ) {
    var attempt = Attempt(digest: digest, etag: etag, outcome: outcome)
    if let old = attempts[step.place], old.digest == digest { attempt.count = old.count + 1 }
    attempts[step.place] = attempt
    verified?.insert(href)
  }

  /// Takes out of a plan each write that had no success in the last round and would be the same again.
  ///
  /// A 412 for an item that has not changed since is a refusal and no conflict. Where its ETag alone is
  /// another, the write goes out once more with the new ETag, and no more often: some servers have another
  /// ETag each time.
  ///
  /// - Parameter plan: what is left alone is taken out of it.
  func settleAttempts(_ plan: inout SyncPlan, _ sides: SyncSides) {
    plan.hold { step in
      guard let old = attempts[step.place] else { return nil }
      let digest: String
      let etag: EntityTag?
      let item: SyncItem?
      switch step.there {
      case .create(let content): (digest, etag, item) = (content.digest, nil, content)
      case .update(let content, _, let version): (digest, etag, item) = (content.digest, version, content)
      case .delete(_, let version): (digest, etag, item) = ("", version, nil)
      case .move(let was, _, _, _, let version): (digest, etag, item) = (was.digest, version, nil)
      case nil: return nil
      }
      guard old.digest == digest else { return nil }
      // A new one has a second name to try.
      let isLast = old.count >= (etag == nil ? 2 : 1)
      let isSame = old.etag == etag
      switch old.outcome {
      case .refused(let refusal): return refusal.words
      case .changed where !isSame && old.count >= 2:
        let words = "it keeps changing on the server; the next sync tries again"
        wait(step, sides, words)
        return words
      case .changed where isSame && isLast:
        let refusal = Refusal(
          status: 412, reason: "without a reason, although it did not change on the server")
        if let item { try? refuse(refusal, item, step, sides) } else { wait(step, sides, refusal.words) }
        return refusal.words
      case .missing where isSame && isLast, .unknown where isSame && old.count >= 2:
        wait(step, sides, Self.words(old.outcome))
        return Self.words(old.outcome)
      default: return nil
      }
    }
  }

  func refuse(_ refusal: Refusal, _ item: SyncItem, _ step: SyncStep, _ sides: SyncSides) throws {
    let repairs = context.repairs(item, refusal)
    var words = refusal.words
    if let place = elsewhere(refusal, step, sides) { words += "; it is also in \(place)" }
    let remembered = SyncState.Refusal(
      digest: item.digest, reason: words, repairs: repairs, server: context.options.server,
      status: refusal.status)
    try log.set(remembered, step.key, in: step.list)
    attempts[step.place] = Attempt(digest: item.digest, etag: nil, outcome: .refused(refusal))
    wait(step, sides, "the server refused it: \(remembered.words)", remembered.allRepairs)
  }

  /// The list in which a UID is already, where that is why it is refused.
  private func elsewhere(_ refusal: Refusal, _ step: SyncStep, _ sides: SyncSides) -> String? {
    let other = sides.state.lists.first { $0.folder != step.list && $0.items[step.key]?.there != nil }
    return other?.title ?? refusal.place?.path
  }

  func wait(_ step: SyncStep, _ sides: SyncSides, _ text: String, _ repairs: [String] = []) {
    let line = SyncReport.Line(list: sides.title(step.list), title: name(step), text: text, repairs: repairs)
    if said.waiting.insert(line).inserted { report.waiting.append(line) }
  }

  /// Forgets what was refused of reminders of which nothing is left to be done: since then they were deleted,
  /// moved, or made what the server has.
  func forgetSettledRefusals(_ plan: SyncPlan) throws {
    let open = Set(plan.steps.map(\.place))
    let stopped = Set(plan.lists.filter { $0.kind == .stop }.map(\.list))
    for (list, uid, _) in log.allRefusals
    where !open.contains(.init(list: list, uid: uid)) && !stopped.contains(list) {
      try log.set(nil, uid, in: list)
    }
  }

  func name(_ step: SyncStep) -> String { step.title.isEmpty ? step.uid : step.title }
}

extension SyncSides {
  /// The name of a list for people.
  func title(_ folder: String) -> String { state.lists.first { $0.folder == folder }?.title ?? folder }
}
