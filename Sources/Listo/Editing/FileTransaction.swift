internal import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform

/// Folders held against other processes that change files in them, in one order, so that no two wait for each other.
struct FolderLocks {
  let folders: Set<String>
  private let locks: [FolderLock]

  /// - Parameter folders: absolute paths; for one that is not there yet, the one above it is held.
  /// - Throws: ``WorkError/store(_:)``.
  init(_ folders: Set<String>) throws(WorkError) {
    self.folders = folders
    var present: Set<String> = []
    for folder in folders {
      var folder = folder
      while folder.count > 1, (try? FileStatus(path: folder)) == nil { folder = FilePlan.folder(of: folder) }
      present.insert(folder)
    }
    var locks: [FolderLock] = []
    for folder in present.sorted() {
      do throws(SystemError) {
        locks.append(try FolderLock(folder))
      } catch {
        throw .store(StoreError(.unreadable, path: folder, reason: error.reason))
      }
    }
    self.locks = locks
  }

  func hold<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withExtendedLifetime(locks) { try body() }
  }
}

/// A moment at which a command can be cut off: before and behind each write.
package enum WritingMoment: Sendable, Hashable {
  case beforeJournal
  case afterJournal
  case beforeFile(Int)
  case afterFile(Int)
  case beforeClosing
}

/// Writes the files of one command: the journal first, then file by file, each in one step.
struct FileTransaction {
  let journal: Journal?
  /// For tests: throwing cuts the command off as SIGKILL would, without anything being tidied up.
  let interrupt: (@Sendable (WritingMoment) throws -> Void)?

  struct Result {
    let name: Journal.Name?
    let remarks: [Diagnostic]
  }

  /// - Parameter changes: with the bytes that the files have now; who calls it holds their folders.
  /// - Throws: ``WorkError``; then every file is as it was, unless it cannot be put back, which the journal then says.
  func write(
    _ changes: [(change: FileChange, bytes: [UInt8])], entry: ([JournalEntry.File]) -> JournalEntry
  ) throws -> Result {
    var contents: [[UInt8]?] = []
    var files: [JournalEntry.File] = []
    for (change, bytes) in changes {
      let new = try Self.content(change, bytes)
      contents.append(new)
      if journal != nil { files.append(JournalEntry.File(change, of: bytes, becoming: new)) }
    }
    try interrupt?(.beforeJournal)
    let name = try journal?.begin(entry(files))
    try interrupt?(.afterJournal)
    var remarks: [Diagnostic] = []
    // What moves stands in its new place before it leaves the old one.
    let order = changes.indices.sorted { Self.rank(changes[$0].change) < Self.rank(changes[$1].change) }
    for (count, index) in order.enumerated() {
      try interrupt?(.beforeFile(count))
      do throws(WorkError) {
        remarks += try Self.put(changes[index].change, contents[index])
      } catch {
        takeBack(order[..<count].map { changes[$0] }, name)
        throw error
      }
      try interrupt?(.afterFile(count))
    }
    try interrupt?(.beforeClosing)
    if let name { try journal?.close(name) }
    return Result(name: name, remarks: remarks)
  }

  private static func content(_ change: FileChange, _ bytes: [UInt8]) throws(WorkError) -> [UInt8]? {
    guard let new = change.applied(to: bytes) else {
      throw .store(StoreError(.writeFailed, path: change.path, reason: "it changed meanwhile"))
    }
    return change.kind == .removed ? nil : new
  }

  private static func rank(_ change: FileChange) -> (Int) {
    switch change.kind {
    case .created: 0
    case .changed: 1
    case .removed: 2
    }
  }

  /// The disk is full, or the like: what is written goes back, the last first. Where that fails too, the entry stays open, so that the
  /// next change settles it.
  private func takeBack(_ written: [(change: FileChange, bytes: [UInt8])], _ name: Journal.Name?) {
    for (change, bytes) in written.reversed() {
      let old: [UInt8]? = change.kind == .created ? nil : bytes
      guard (try? Self.put(change.inverse, old)) != nil else { return }
    }
    if let name { try? journal?.discard(name) }
  }

  /// Writes, or removes, one file.
  ///
  /// - Parameter content: nil for one that goes.
  static func put(_ change: FileChange, _ content: [UInt8]?) throws(WorkError) -> [Diagnostic] {
    guard let content else {
      try remove(change)
      return []
    }
    return try WorkError.storing { () throws(StoreError) in
      let output = try Output.file(change.path, makingFolders: change.ownsFolder)
      try output.write(content[...])
      return try output.commit()
    }
  }

  private static func remove(_ change: FileChange) throws(WorkError) {
    do throws(SystemError) {
      _ = try FileSystem.remove(change.path)
      let folder = FilePlan.folder(of: change.path)
      if change.ownsFolder, try FileSystem.removeEmptyFolder(folder) {
        try FileSystem.synchronizeFolder(FilePlan.folder(of: folder))
      } else {
        try FileSystem.synchronizeFolder(folder)
      }
    } catch {
      throw .store(StoreError(.writeFailed, path: change.path, reason: error.reason))
    }
  }
}
