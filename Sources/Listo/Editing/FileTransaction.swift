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

/// Writes the files of one command: the journal first, then the files, each in one step.
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
    var writing = Writing(changes.map(\.change), contents)
    do {
      try writing.run(interrupt)
    } catch let error as WorkError {
      takeBack(writing.done.map { changes[$0] }, name)
      // Those that were made for files that never came, and those of files that have gone again.
      writing.removeEmptyFolders()
      throw error
    }
    try interrupt?(.beforeClosing)
    if let name { try journal?.close(name) }
    return Result(name: name, remarks: writing.remarks)
  }

  private static func content(_ change: FileChange, _ bytes: [UInt8]) throws(WorkError) -> [UInt8]? {
    guard let new = change.applied(to: bytes) else {
      throw .store(StoreError(.writeFailed, path: change.path, reason: "it changed meanwhile"))
    }
    return change.kind == .removed ? nil : new
  }

  /// The disk is full, or the like: what is written goes back, each by itself, since there may be room for no more. Where that fails too,
  /// the entry stays open, so that the next change settles it.
  private func takeBack(_ written: [(change: FileChange, bytes: [UInt8])], _ name: Journal.Name?) {
    let contents = written.map { $0.change.kind == .created ? nil : $0.bytes }
    var writing = Writing(written.map(\.change.inverse), contents, atOnce: 1)
    guard (try? writing.run(nil)) != nil else { return }
    if let name { try? journal?.discard(name) }
  }

  /// Writes, or removes, files: all that can be.
  ///
  /// - Parameter files: what becomes of each; the content is nil for one that goes.
  /// - Returns: the numbers of those that could not be.
  static func put(_ files: [(change: FileChange, content: [UInt8]?)]) -> [Int] {
    var writing = Writing(files.map(\.change), files.map(\.content))
    if (try? writing.run(nil)) != nil { return [] }
    // One of them stands in the way of those behind it.
    return Set(files.indices).subtracting(writing.done).sorted().filter { index in
      var single = Writing([files[index].change], [files[index].content])
      guard (try? single.run(nil)) == nil else { return false }
      single.removeEmptyFolders()
      return true
    }
  }
}

/// The files of one command on their way to the disk.
///
/// Of many files the disk is waited for once: their bytes are written beside their places and brought to the disk together, then they
/// take their places one after the other, and then their folders are brought there. What comes and what changes stands on the disk
/// before the first file goes: what moves is in its new place before it leaves the old one.
private struct Writing {
  let changes: [FileChange]
  /// Nil for one that goes.
  let contents: [[UInt8]?]
  /// Those that are in their places, or gone, in this order.
  private(set) var done: [Int] = []
  private(set) var remarks: [Diagnostic] = []
  /// Folders in which names are others than on the disk.
  private var folders: Set<String> = []
  /// Those that were made for files, each behind the one that it is in.
  private var made: [String] = []
  /// Those that go with the last of their files.
  private var owned: Set<String> = []
  /// How many files are brought to the disk together.
  private let most: Int

  init(_ changes: [FileChange], _ contents: [[UInt8]?], atOnce most: Int = Output.most) {
    (self.changes, self.contents, self.most) = (changes, contents, most)
  }

  /// - Throws: ``WorkError``, or what `interrupt` throws.
  mutating func run(_ interrupt: ((WritingMoment) throws -> Void)?) throws {
    for kind in [FileChange.Kind.created, .changed, .removed] {
      var rest = changes.indices.filter { changes[$0].kind == kind }[...]
      while !rest.isEmpty {
        let part = rest.prefix(most)
        rest = rest.dropFirst(part.count)
        try write(part, interrupt)
      }
      removeOwnedFolders()
      try synchronizeFolders()
    }
  }

  /// Removes those that were made and in which nothing stands.
  func removeEmptyFolders() {
    for folder in made.reversed() { _ = try? FileSystem.removeEmptyFolder(folder) }
  }

  private mutating func write(
    _ part: ArraySlice<Int>, _ interrupt: ((WritingMoment) throws -> Void)?
  ) throws {
    var outputs: [Int: Output] = [:]
    for index in part where contents[index] != nil && changes[index].ownsFolder {
      try makeFolder(FilePlan.folder(of: changes[index].path))
    }
    remarks += try WorkError.storing { () throws(StoreError) in
      for index in part {
        guard let content = contents[index] else { continue }
        let output = try Output.file(changes[index].path)
        try output.write(content[...])
        outputs[index] = output
      }
      return try Output.finish(part.compactMap { outputs[$0] })
    }
    for index in part {
      try interrupt?(.beforeFile(done.count))
      if let output = outputs[index] {
        try WorkError.storing { () throws(StoreError) in try output.place() }
        output.folder.map { _ = folders.insert($0) }
      } else {
        try remove(changes[index])
      }
      done.append(index)
      try interrupt?(.afterFile(done.count - 1))
    }
  }

  /// Makes a folder, and those above it that are missing.
  private mutating func makeFolder(_ folder: String) throws(WorkError) {
    guard made.last != folder, (try? FileStatus(path: folder)) == nil else { return }
    let parent = FilePlan.folder(of: folder)
    if parent != folder { try makeFolder(parent) }
    do throws(SystemError) {
      try FileSystem.makeFolder(folder)
    } catch {
      throw .store(StoreError(.cannotCreate, path: folder, reason: error.reason))
    }
    made.append(folder)
    folders.insert(parent)
  }

  private mutating func remove(_ change: FileChange) throws(WorkError) {
    do throws(SystemError) {
      _ = try FileSystem.remove(change.path)
    } catch {
      throw .store(StoreError(.writeFailed, path: change.path, reason: error.reason))
    }
    let folder = FilePlan.folder(of: change.path)
    folders.insert(folder)
    if change.ownsFolder { owned.insert(folder) }
  }

  /// One that may not be removed stays, and is empty: its files are gone all the same.
  private mutating func removeOwnedFolders() {
    for folder in owned where (try? FileSystem.removeEmptyFolder(folder)) == true {
      folders.remove(folder)
      folders.insert(FilePlan.folder(of: folder))
    }
    owned = []
  }

  private mutating func synchronizeFolders() throws(WorkError) {
    for folder in folders.sorted() {
      do throws(SystemError) {
        try FileSystem.synchronizeFolder(folder)
      } catch {
        throw .store(StoreError(.writeFailed, path: folder, reason: error.reason))
      }
    }
    folders = []
  }
}
