internal import ListoModel

/// Both sides of an account as they were read, and what a sync needs of them beyond the plan.
struct SyncSides {
  var state: SyncState
  /// The collections, by the names of their folders.
  var remotes: [String: RemoteList] = [:]
  /// The SHA-256 of each file that was read, by list and file name.
  var digests: [String: [String: String]] = [:]
  /// The tokens for the next sync, of each list that could be read completely.
  var tokens: [String: SyncLog.List] = [:]
  /// Resources that are no reminders, by list; nil for those that are gone.
  var others: [String: [Href: SyncLog.Other?]] = [:]
  var notes: [(list: String, text: String)] = []
  /// Lists of which the server has something else than the last sync left there, by the names of their
  /// folders.
  private(set) var changedThere: Set<String> = []
}

extension SyncSides {
  /// Reads both sides: here first, so that what changes here meanwhile is seen when it is written.
  ///
  /// - Parameters:
  ///   - hasBase: what the log says is about this folder.
  ///   - verified: what was written in the last round, and is read again whatever its version is; nil in the
  ///     first round.
  init(
    _ session: CalDAVSession, _ folder: any SyncFolder, _ log: SyncLog, hasBase: Bool, verified: Set<Href>?,
    _ observe: (SyncProgress) -> Void
  ) throws {
    let local = try folder.lists()
    observe(.asking)
    let answer = try session.lists()
    if hasBase {
      Self.noticeRenamed(local, log)
      Self.noticeReplaced(local, answer.lists, log)
    }
    var (lists, remotes) = Self.paired(local, answer.lists, hasBase ? log.lists : [:])
    var here = HereReader(folder, log, hasBase: hasBase)
    var there = ThereReader(session, log, hasBase: hasBase, verified: verified)
    for number in lists.indices {
      let name = lists[number].folder
      observe(.reading(list: lists[number].title, number: number + 1, of: lists.count))
      if let list = local.first(where: { $0.folder == name }) { try here.read(list, into: &lists[number]) }
      if let remote = remotes[name] {
        try there.read(remote, into: &lists[number])
      } else if hasBase {
        for (uid, base) in log.bases(of: name) { lists[number].items[uid, default: .init()].base = base }
      }
      Self.fill(&lists[number], log)
    }
    for list in lists where list.items.values.contains(where: \.hasChangedThere) {
      changedThere.insert(list.folder)
    }
    state = SyncState(lists: lists)
    (self.remotes, digests, others) = (remotes, here.digests, there.others)
    tokens = there.tokens.filter { !there.isIncomplete.contains($0.key) }
    notes = there.notes + answer.ignored.map { ("", "\($0.reference): \($0.problem.reason)") }
  }

  /// Lets go of what both sides say of each item: the plan has what is needed of it, and of a first pull the
  /// rest is a quarter of the memory.
  mutating func forgetItems() {
    for index in state.lists.indices { state.lists[index].items = [:] }
  }

  /// A folder that has most of the files of a list whose folder is gone is that list, called otherwise.
  private static func noticeRenamed(_ local: [SyncFolderList], _ log: SyncLog) {
    let folders = Set(local.map(\.folder))
    var found = local.filter { log.lists[$0.folder] == nil }
    for list in log.lists.keys.sorted() where !folders.contains(list) {
      let files = Set(log.bases(of: list).values.map(\.file))
      guard !files.isEmpty,
        let index = found.firstIndex(where: { $0.files.count(where: files.contains) * 2 > files.count })
      else { continue }
      log.rename(list: list, to: found.remove(at: index).folder)
    }
  }

  /// A list that is gone there, and has a successor with its title that is not known here: somebody made it
  /// again. It is paired with that one as in a first sync, in which nothing is deleted.
  private static func noticeReplaced(
    _ local: [SyncFolderList], _ remote: [RemoteList], _ log: SyncLog
  ) {
    let known = Set(log.lists.values.map(\.href))
    let there = Set(remote.map(\.href))
    for (folder, list) in log.lists.sorted(by: { $0.key < $1.key }) where !there.contains(list.href) {
      guard let title = local.first(where: { $0.folder == folder })?.properties.title,
        remote.contains(where: { $0.displayName == title && !known.contains($0.href) })
      else { continue }
      log.lose(list: folder)
    }
  }

  /// Adds the refusals, and reads the content of a base if a side differs from it.
  private static func fill(_ list: inout SyncState.List, _ log: SyncLog) {
    // In place: a copy of all would be as large again.
    for uid in Array(list.items.keys) {
      list.items[uid]?.refused = log.refusal(uid, in: list.folder)
      guard let item = list.items[uid], let base = item.base, isNeeded(item, base) else { continue }
      list.items[uid]?.baseItem = log.content(base)
    }
  }

  private static func isNeeded(_ item: SyncState.Item, _ base: SyncState.BaseItem) -> Bool {
    guard let here = item.here, let there = item.there else { return true }
    return here.item != nil || there.item != nil || here.file != base.file || there.href != base.href
      || there.etag != base.etag
  }

  /// Which folder is which collection: as the last sync had it; else by the names that a sync gives; else by
  /// the title.
  private static func paired(
    _ local: [SyncFolderList], _ remote: [RemoteList], _ known: [String: SyncLog.List]
  ) -> ([SyncState.List], [String: RemoteList]) {
    var remotes: [String: RemoteList] = [:]
    var rest = remote
    var folders = local.filter { known[$0.folder] == nil }
    func pair(_ folder: String, _ match: (RemoteList) -> Bool) -> Bool {
      guard let index = rest.firstIndex(where: match) else { return false }
      remotes[folder] = rest.remove(at: index)
      return true
    }
    for (folder, list) in known.sorted(by: { $0.key < $1.key }) { _ = pair(folder) { $0.href == list.href } }
    folders.removeAll { list in
      pair(list.folder) {
        SyncNames.folder($0.href) == list.folder || $0.href.name == SyncNames.collection(list.folder)
      }
    }
    let titles = folders.map(\.properties.title)
    for list in folders {
      guard let title = list.properties.title, rest.count(where: { $0.displayName == title }) == 1,
        titles.count(where: { $0 == title }) == 1
      else { continue }
      _ = pair(list.folder) { $0.displayName == title }
    }
    var names = Set(local.map(\.folder)).union(known.keys)
    for list in rest {
      var name = SyncNames.folder(list.href)
      while !names.insert(name).inserted { name += "-" }
      remotes[name] = list
    }
    let lists = Set(local.map(\.folder)).union(known.keys).union(remotes.keys).sorted().map { name in
      var list = SyncState.List(folder: name)
      list.href = remotes[name]?.href ?? known[name]?.href
      list.base = known[name]?.properties
      list.here = local.first { $0.folder == name }?.properties
      list.there = remotes[name].map(\.syncProperties)
      return list
    }
    return (lists, remotes)
  }
}

extension RemoteList {
  /// As the files of a folder can hold them, so that both sides can be compared.
  var syncProperties: SyncState.Properties {
    SyncState.Properties(title: OneLine.text(title), color: color.map(OneLine.text), order: order)
  }
}

/// The progress of a sync.
public enum SyncProgress: Sendable, Hashable {
  /// Listo requests the lists of the server.
  case asking
  case reading(list: String, number: Int, of: Int)
  case taking(Int)
  case sending(Int, of: Int)
}

/// The content of an account's folders, compared with the state that the last sync left in them.
struct HereReader {
  let folder: any SyncFolder
  let log: SyncLog
  /// The log counts: the folder is the one that it is about.
  let hasBase: Bool
  /// The SHA-256 of each file that was read, by list and file name.
  private(set) var digests: [String: [String: String]] = [:]

  init(_ folder: any SyncFolder, _ log: SyncLog, hasBase: Bool) {
    (self.folder, self.log, self.hasBase) = (folder, log, hasBase)
  }

  /// Takes the files of a list in.
  ///
  /// - Complexity: linear in the bytes; files whose bytes are their base's are not taken apart.
  mutating func read(_ list: SyncFolderList, into state: inout SyncState.List) throws {
    let bases = hasBase ? log.bases(of: list.folder) : [:]
    var byFile: [String: UID] = [:]
    for (uid, base) in bases { byFile[base.file] = uid }
    for file in list.files {
      let known = byFile[file]
      guard let bytes = try folder.read(file, in: list.folder) else { continue }
      let digest = SyncItem.digest(of: bytes)
      digests[list.folder, default: [:]][file] = digest
      if let known, bases[known]?.digest == digest {
        Self.add(.init(file: file, item: nil), known, to: &state)
        continue
      }
      do throws(SyncItem.Unfit) {
        let item = try SyncItem(bytes)
        Self.add(.init(file: file, item: item), item.uid, to: &state)
      } catch {
        // Neither an edit nor a deletion of what stood in it.
        let reason = SyncItem.reason(error)
        if let known { state.items[known, default: .init()].waits = "\(file): \(reason)" }
        if case .other = error, known == nil { continue }
        state.unfit[file] = reason
      }
    }
  }

  private static func add(_ here: SyncState.HereItem, _ uid: UID, to state: inout SyncState.List) {
    if let other = state.items[uid]?.here {
      state.items[uid]?.waits = "it is in two files: \(other.file) and \(here.file)"
      return
    }
    state.items[uid, default: .init()].here = here
  }
}
