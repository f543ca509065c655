internal import ICalendar
internal import ListoModel

extension AccountSync {
  /// Brings there what changed here.
  ///
  /// - Returns: something was written there, or may have been.
  func send(
    _ plan: SyncPlan, _ sides: SyncSides, _ remotes: [String: RemoteList], _ applied: Set<Attempt.Key>
  ) throws -> Bool {
    let steps = plan.steps.filter { $0.there != nil && ($0.here == nil || applied.contains($0.key)) }
    var isWritten = false
    for (number, step) in steps.enumerated() {
      context.observe(.sending(number + 1, of: steps.count))
      guard let remote = remotes[step.list] else { continue }
      guard remote.isWritable else {
        wait(step, sides, "the list may not be changed there")
        continue
      }
      switch step.there {
      case .create(let item): isWritten = try create(item, step, remote, sides) || isWritten
      case .update(let item, let href, let etag):
        guard let etag else {
          wait(step, sides, Self.noVersion)
          continue
        }
        let outcome = try session.put(item.bytes, to: href, expecting: .version(etag))
        isWritten = try settle(outcome, item, href, etag, step, sides) || isWritten
      case .delete(let href, let etag):
        guard let etag else {
          wait(step, sides, Self.noVersion)
          continue
        }
        let outcome = try session.delete(href, version: etag)
        isWritten = try settleDeletion(outcome, of: href, etag, step, sides) || isWritten
      case .move(let was, _, let list, let href, let etag):
        guard let etag else {
          wait(step, sides, Self.noVersion)
          continue
        }
        isWritten = try move(was, step, from: list, href, etag, remote, sides) || isWritten
      case nil: continue
      }
    }
    return isWritten
  }

  private static let noVersion = "the server names no version of it, so that another's change could be lost"

  private func create(
    _ item: SyncItem, _ step: SyncStep, _ remote: RemoteList, _ sides: SyncSides
  ) throws -> Bool {
    // A name may be taken by what is not seen here.
    let attempt = attempts[step.key].map { if case .changed = $0.outcome { $0.count } else { 0 } } ?? 0
    guard let href = remote.href.member(SyncNames.resource(step.uid, attempt: attempt)) else { return false }
    let outcome = try session.put(item.bytes, to: href, expecting: .nothing)
    return try settle(outcome, item, href, nil, step, sides)
  }

  private func settle(
    _ outcome: WriteOutcome, _ item: SyncItem, _ href: Href, _ etag: EntityTag?, _ step: SyncStep,
    _ sides: SyncSides
  ) throws -> Bool {
    switch outcome {
    case .done(let version):
      let digest = try log.keep(item)
      let file = files[step.key] ?? step.file ?? SyncNames.file(step.uid)
      try log.set(.init(href: href, etag: version, file: file, digest: digest), step.uid, in: step.list)
      if let left = step.leaves { try log.forget(step.uid, in: left) }
      try log.set(nil, step.uid, in: step.list)
      attempts[step.key] = nil
      verified.insert(href)
      if step.here == nil { report.count(step.kind) }
    case .refused(let refusal): try refuse(refusal, item, step, sides)
    case .changed, .missing, .unknown: attempt(outcome, item.digest, etag, step)
    }
    return true
  }

  private func settleDeletion(
    _ outcome: WriteOutcome, of href: Href, _ etag: EntityTag, _ step: SyncStep, _ sides: SyncSides
  ) throws -> Bool {
    switch outcome {
    // 404 of what is there all the same, as of a proxy: what has not changed is not told again, and would be forgotten here alone.
    case .missing where try isThere(href): attempt(outcome, "", etag, step)
    case .done, .missing:
      try log.forget(step.uid, in: step.list)
      if let left = step.leaves { try log.forget(step.uid, in: left) }
      report.count(step.kind)
    case .refused(let refusal): wait(step, sides, "it is not deleted there: \(refusal.words)")
    case .changed, .unknown: attempt(outcome, "", etag, step)
    }
    return true
  }

  /// By MOVE; where that is refused, written there and then deleted where it was.
  private func move(
    _ was: SyncItem, _ step: SyncStep, from list: String, _ href: Href, _ etag: EntityTag,
    _ remote: RemoteList,
    _ sides: SyncSides
  ) throws -> Bool {
    guard let target = remote.href.member(SyncNames.resource(step.uid)) else { return false }
    var outcome = try session.move(href, to: target, version: etag)
    if case .refused = outcome {
      let copy = try session.put(was.bytes, to: target, expecting: .nothing)
      guard case .done = copy else { return try settle(copy, was, target, nil, step, sides) }
      outcome = try session.delete(href, version: etag)
    }
    switch outcome {
    case .done, .missing:
      if case .missing = outcome, try !isThere(target) { break }
      let digest = try log.keep(was)
      let file = files[step.key] ?? step.file ?? SyncNames.file(step.uid)
      // Its version in the new place is not known yet.
      try log.set(.init(href: target, etag: nil, file: file, digest: digest), step.uid, in: step.list)
      try log.forget(step.uid, in: list)
      if let left = step.leaves { try log.forget(step.uid, in: left) }
      verified.insert(target)
      report.count(step.kind)
    case .refused(let refusal): wait(step, sides, "it is not moved there: \(refusal.words)")
    case .changed, .unknown: attempt(outcome, was.digest, etag, step)
    }
    return true
  }

  private func isThere(_ href: Href) throws -> Bool {
    if case .item = try session.item(href) { true } else { false }
  }

  private func attempt(_ outcome: WriteOutcome, _ digest: String, _ etag: EntityTag?, _ step: SyncStep) {
    var attempt = Attempt(digest: digest, etag: etag, outcome: outcome)
    if let old = attempts[step.key], old.digest == digest, old.etag == etag { attempt.count = old.count + 1 }
    attempts[step.key] = attempt
  }

  /// What was read again and is as it was: then 412 was no conflict but a refusal.
  ///
  /// - Parameter plan: what is left alone is taken out of it.
  func settleAttempts(_ plan: inout SyncPlan, _ sides: SyncSides) {
    plan.hold { step in
      guard let old = attempts[step.key] else { return nil }
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
      guard old.digest == digest, old.etag == etag else { return nil }
      // A new one has a second name to try.
      let isLast = old.count >= (etag == nil ? 2 : 1)
      switch old.outcome {
      case .changed where isLast:
        let refusal = Refusal(status: 412, reason: "without a reason, though nobody changed it there")
        if let item { try? refuse(refusal, item, step, sides) } else { wait(step, sides, refusal.words) }
        return refusal.words
      case .missing where isLast, .unknown where old.count >= 2:
        wait(step, sides, Self.words(old.outcome))
        return Self.words(old.outcome)
      default: return nil
      }
    }
  }

  func refuse(_ refusal: Refusal, _ item: SyncItem, _ step: SyncStep, _ sides: SyncSides) throws {
    let repairs = context.repairs(item, refusal)
    var words = refusal.words
    if let place = elsewhere(refusal, step, sides) { words += "; it stands in \(place) as well" }
    let remembered = SyncState.Refusal(
      digest: item.digest, reason: words, repairs: repairs, server: context.options.server)
    try log.set(remembered, step.uid, in: step.list)
    wait(step, sides, "the server refused it: \(words)", repairs)
  }

  /// The list in which a UID is already, where that is why it is refused.
  private func elsewhere(_ refusal: Refusal, _ step: SyncStep, _ sides: SyncSides) -> String? {
    let other = sides.state.lists.first { $0.folder != step.list && $0.items[step.uid]?.there != nil }
    return other?.title ?? refusal.place?.path
  }

  func wait(_ step: SyncStep, _ sides: SyncSides, _ text: String, _ repairs: [String] = []) {
    let line = SyncReport.Line(list: sides.title(step.list), title: name(step), text: text, repairs: repairs)
    if !report.waiting.contains(line) { report.waiting.append(line) }
  }

  func name(_ step: SyncStep) -> String { step.title.isEmpty ? step.uid : step.title }
}

extension SyncSides {
  /// What people call a list.
  func title(_ folder: String) -> String { state.lists.first { $0.folder == folder }?.title ?? folder }
}
