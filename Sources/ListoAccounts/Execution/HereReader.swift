internal import ListoModel

/// The content of an account's folders, compared with the state that the last sync left in them.
struct HereReader {
  let folder: any SyncFolder
  let log: SyncLog
  /// The log counts: the folder is the one that it is about.
  let hasBase: Bool
  /// Of each file that was read, by list and name: SHA-256.
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
