internal import ListoModel

/// The content of a server, compared with the state that the last sync left there.
struct ThereReader {
  let session: CalDAVSession
  let log: SyncLog
  let hasBase: Bool
  /// Written in the last round: read again, whatever their versions are; nil in the first round.
  let verified: Set<Href>?
  /// By list, the tokens for the next time; they count where ``isIncomplete`` does not have the list.
  private(set) var tokens: [String: SyncLog.List] = [:]
  /// The resources that are not reminders, by list.
  private(set) var others: [String: [Href: SyncLog.Other?]] = [:]
  private(set) var notes: [(list: String, text: String)] = []

  init(_ session: CalDAVSession, _ log: SyncLog, hasBase: Bool, verified: Set<Href>?) {
    (self.session, self.log, self.hasBase, self.verified) = (session, log, hasBase, verified)
  }

  /// Takes the resources of a list in; what is here is in the state already.
  mutating func read(_ list: RemoteList, into state: inout SyncState.List) throws {
    let known = hasBase ? log.lists[state.folder] : nil
    let bases = hasBase ? log.bases(of: state.folder) : [:]
    var uids: [Href: UID] = [:]
    for (uid, base) in bases { uids[base.href] = uid }
    // The server's versions at the last sync; its present answers replace them.
    var present: [Href: EntityTag?] = [:]
    for base in bases.values { present[base.href] = .some(base.etag) }
    var wanted: [Href] = []
    var next = SyncLog.List(
      folder: state.folder, href: list.href, properties: known?.properties ?? state.there ?? .init(),
      token: known?.token, ctag: list.ctag)
    // A sync was cut off while it wrote there. Changes since the token leave out what came and went since
    // then, such as what it deleted and somebody put back: all is listed.
    let wasCutOff = verified == nil && known?.isWritten == true
    if let known, isUnchanged(list, known), verified?.isEmpty ?? true, !wasCutOff {
      next.ctag = known.ctag
    } else {
      let changes = try session.changes(of: list, since: wasCutOff ? nil : known?.token)
      next.token = changes.token
      tell(changes, state.folder)
      let named = Set(changes.changed.map(\.href))
      if changes.isWhole {
        listed[state.folder] = named
        for href in present.keys where !named.contains(href) { present[href] = nil }
        for href in (log.others[state.folder] ?? [:]).keys where !named.contains(href) {
          others[state.folder, default: [:]][href] = .some(nil)
        }
      }
      for href in changes.removed where !named.contains(href) {
        present[href] = nil
        if log.others[state.folder]?[href] != nil { others[state.folder, default: [:]][href] = .some(nil) }
      }
      for version in changes.changed {
        if let old = log.others[state.folder]?[version.href], let etag = version.etag, old.etag == etag {
          continue
        }
        let isKnown = version.etag != nil && present[version.href] == .some(version.etag)
        if !isKnown { wanted.append(version.href) }
        if uids[version.href] != nil { present[version.href] = .some(version.etag) }
      }
    }
    // Where one goes, what stood beside it may be the reminder now.
    if bases.values.contains(where: { present[$0.href] == nil }) {
      wanted += (log.others[state.folder] ?? [:]).filter { $0.value.reason != nil }.keys
    }
    // To change what has no version, one is asked for.
    for (href, etag) in present where etag == nil { wanted.append(href) }
    wanted += (verified ?? []).filter { $0.isMember(of: list.href) }
    try fetch(wanted, list, bases, uids, &present, &state)
    tokens[state.folder] = next
    for (uid, base) in bases { addKnown(uid, base, present, &state) }
  }

  private func isUnchanged(_ list: RemoteList, _ known: SyncLog.List) -> Bool {
    if let token = list.syncToken, !session.traits.contains(.noSyncCollection) { return token == known.token }
    return list.ctag != nil && list.ctag == known.ctag
  }

  private mutating func tell(_ changes: ListChanges, _ list: String) {
    for problem in changes.ignored { notes.append((list, "\(problem.reference): \(problem.problem.reason)")) }
  }

  private mutating func fetch(
    _ hrefs: [Href], _ list: RemoteList, _ bases: [UID: SyncState.BaseItem], _ uids: [Href: UID],
    _ present: inout [Href: EntityTag?], _ state: inout SyncState.List
  ) throws {
    var seen: Set<Href> = []
    let wanted = hrefs.filter { seen.insert($0).inserted }
    guard !wanted.isEmpty else { return }
    var answers: [ItemAnswer] = []
    try session.items(wanted, of: list.href) { answers.append($0) }
    // Items with a known UID under another name: the item itself, moved, or a second one.
    var namesakes: [SyncState.ThereItem] = []
    answers.sort { $0.href < $1.href }
    for answer in answers {
      switch answer {
      case .gone(let href):
        // Only a list says that something is gone: one 404 can be a proxy's. Changes since a token do not say
        // it of what came and went since then, as where somebody deleted what a sync wrote before it was read
        // again.
        guard let uid = uids[href] else {
          if verified?.contains(href) != true { isIncomplete.insert(state.folder) }
          present[href] = nil
          continue
        }
        guard try isListed(href, list, state.folder) else {
          present[href] = nil
          continue
        }
        isIncomplete.insert(state.folder)
        state.items[uid, default: .init()].waits =
          "\(href.name): the server lists this item, but answers that it does not exist"
      case .failed(let href, let refusal):
        // Neither changed nor gone, as far as anyone can tell; it is asked for again.
        if let uid = uids[href] {
          state.items[uid, default: .init()].waits = "\(href.name): \(refusal.words)"
        }
        notes.append((state.folder, "\(href.name): \(refusal.words)"))
        isIncomplete.insert(state.folder)
      case .item(var remote):
        var item = Self.item(of: remote)
        if item.isDamaged {
          // A page of a proxy would else be taken for the item for as long as this has the same version.
          switch try session.item(remote.href) {
          case .item(let again): (remote, item) = (again, Self.item(of: again))
          case .gone, .failed:
            isIncomplete.insert(state.folder)
            continue
          }
        }
        take(remote, item, bases, uids, &present, &namesakes, &state)
      }
    }
    for there in namesakes {
      guard let uid = there.item?.uid else { continue }
      if let base = bases[uid], present[base.href] != nil {
        leave(there, for: base.href, state.folder)
      } else if let other = state.items[uid]?.there {
        leave(there, for: other.href, state.folder)
      } else {
        state.items[uid, default: .init()].there = there
        if log.others[state.folder]?[there.href] != nil {
          others[state.folder, default: [:]][there.href] = .some(nil)
        }
      }
    }
  }

  /// Notes that a reminder stands a second time, under a name that no sync touches.
  private mutating func leave(_ there: SyncState.ThereItem, for kept: Href, _ folder: String) {
    others[folder, default: [:]][there.href] = .some(
      .init(etag: there.etag, reason: "the server has the reminder twice; the other is \(kept.name)"))
  }

  /// The hrefs in the lists that were listed completely, by folder.
  private var listed: [String: Set<Href>] = [:]

  /// A list has it, asked for all that is in it.
  private mutating func isListed(_ href: Href, _ list: RemoteList, _ folder: String) throws(AccountError)
    -> Bool
  {
    let known: Set<Href>
    if let all = listed[folder] {
      known = all
    } else {
      known = Set(try session.changes(of: list, since: nil).changed.map(\.href))
      listed[folder] = known
    }
    return known.contains(href)
  }

  /// Lists of which not all could be read: their tokens are not to be stored.
  private(set) var isIncomplete: Set<String> = []

  private static func item(of remote: RemoteItem) -> Result<SyncItem, SyncItem.Unfit> {
    Result { () throws(SyncItem.Unfit) in try SyncItem(remote.bytes) }
  }

  private mutating func take(
    _ remote: RemoteItem, _ found: Result<SyncItem, SyncItem.Unfit>, _ bases: [UID: SyncState.BaseItem],
    _ uids: [Href: UID],
    _ present: inout [Href: EntityTag?], _ namesakes: inout [SyncState.ThereItem],
    _ state: inout SyncState.List
  ) {
    let item: SyncItem
    do throws(SyncItem.Unfit) {
      item = try found.get()
    } catch {
      let reason: String? = if case .other = error { nil } else { SyncItem.reason(error) }
      if let uid = uids[remote.href] {
        state.items[uid, default: .init()].waits =
          "\(remote.href.name) on the server: \(SyncItem.reason(error))"
        isIncomplete.insert(state.folder)
      } else {
        others[state.folder, default: [:]][remote.href] = .some(.init(etag: remote.etag, reason: reason))
      }
      return
    }
    if remote.isNoXML {
      notes.append(
        (
          state.folder,
          "\(remote.href.name) (\(item.title.isEmpty ? item.uid.text : item.title)) has a control character, which also breaks the answers to other clients"
        ))
    }
    // Another item under the path of one that is gone.
    if let old = uids[remote.href], old != item.uid { present[remote.href] = nil }
    let there = SyncState.ThereItem(href: remote.href, etag: remote.etag, item: item)
    let other = bases[item.uid]?.href ?? state.items[item.uid]?.there?.href
    guard other == nil || other == remote.href else { return namesakes.append(there) }
    state.items[item.uid, default: .init()].there = there
  }

  private func addKnown(
    _ uid: UID, _ base: SyncState.BaseItem, _ present: [Href: EntityTag?], _ state: inout SyncState.List
  ) {
    state.items[uid, default: .init()].base = base
    guard state.items[uid]?.there == nil, let etag = present[base.href] else { return }
    state.items[uid]?.there = SyncState.ThereItem(href: base.href, etag: etag ?? base.etag, item: nil)
  }
}

extension Result where Failure == SyncItem.Unfit {
  /// The bytes are no calendar, or a part of one. The item may be intact on the server, and only this answer
  /// damaged.
  fileprivate var isDamaged: Bool {
    switch self {
    case .failure(.unreadable), .failure(.cut), .failure(.empty): true
    default: false
    }
  }
}
