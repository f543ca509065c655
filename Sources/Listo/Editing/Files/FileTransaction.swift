internal import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform

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
    /// Nil without a journal.
    let id: Transaction.ID?
    let remarks: [Diagnostic]
  }

  /// - Parameters:
  ///   - edits: of the files as they are now; who calls it holds their folders.
  ///   - entry: what else the journal keeps.
  /// - Throws: ``WorkError``; then every file is as it was, unless it cannot be put back, which the journal
  ///   then says.
  func write(_ edits: [any FileEdit], _ entry: JournalEntry) throws(WorkError) -> Result {
    do {
      return try writing(edits, entry)
    } catch {
      throw WorkError(rethrown: error)
    }
  }

  private func writing(_ edits: [any FileEdit], _ entry: JournalEntry) throws -> Result {
    try interrupt?(.beforeJournal)
    let name = try journal?.begin(entry, edits)
    try interrupt?(.afterJournal)
    var writing = Writing(edits)
    do {
      try writing.run(interrupt)
    } catch let error as WorkError {
      takeBack(writing.done.map { edits[$0] }, name)
      // Folders made for files that were never written, and those whose files were removed again.
      writing.removeEmptyFolders()
      throw error
    }
    try interrupt?(.beforeClosing)
    if let name { try journal?.close(name) }
    return Result(id: name.map { Transaction.ID($0.number) }, remarks: writing.remarks)
  }

  /// The disk is full, or the like: what is written goes back, each by itself, since there may be room for no
  /// more. Where that fails too, the entry stays open, so that the next change settles it.
  private func takeBack(_ written: [any FileEdit], _ name: Journal.Name?) {
    var writing = Writing(written.map(\.inverse), atOnce: 1)
    guard (try? writing.run(nil)) != nil else { return }
    if let name { try? journal?.discard(name) }
  }

  /// Writes, or removes, files: all that can be.
  ///
  /// - Returns: the numbers of those that could not be.
  static func put(_ files: [any FileContent]) -> [Int] {
    var writing = Writing(files)
    if (try? writing.run(nil)) != nil { return [] }
    // One of them stands in the way of those behind it.
    return Set(files.indices).subtracting(writing.done).sorted().filter { index in
      var single = Writing([files[index]])
      guard (try? single.run(nil)) == nil else { return false }
      single.removeEmptyFolders()
      return true
    }
  }
}

/// The files of one command on their way to the disk.
///
/// Of many files the disk is waited for once: their bytes are written beside their places and brought to the
/// disk together, then they take their places one after the other, and then their folders are brought there.
/// New and changed files are on the disk before the first file is removed: a moved item is in its new place
/// before it leaves the old one.
private struct Writing {
  private let files: [any FileContent]
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

  init(_ files: [any FileContent], atOnce most: Int = Output.most) {
    (self.files, self.most) = (files, most)
  }

  /// - Throws: ``WorkError``, or what `interrupt` throws.
  mutating func run(_ interrupt: ((WritingMoment) throws -> Void)?) throws {
    for kind in [FileChange.Kind.created, .changed, .removed] {
      var rest = files.indices.filter { files[$0].kind == kind }[...]
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
    for index in part where files[index].kind != .removed {
      let file = files[index]
      if file.ownsFolder { try makeFolder(FilePlan.folder(of: file.path)) }
      let output = try WorkError.storing { () throws(StoreError) in try Output.file(file.path) }
      try file.write(to: output)
      outputs[index] = output
    }
    remarks += try WorkError.storing { () throws(StoreError) in
      try Output.finish(part.compactMap { outputs[$0] })
    }
    for index in part {
      try interrupt?(.beforeFile(done.count))
      if let output = outputs[index] {
        try WorkError.storing { () throws(StoreError) in try output.place() }
        output.folder.map { _ = folders.insert($0) }
      } else {
        try remove(files[index])
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

  private mutating func remove(_ file: any FileContent) throws(WorkError) {
    do throws(SystemError) {
      _ = try FileSystem.remove(file.path)
    } catch {
      throw .store(StoreError(.writeFailed, path: file.path, reason: error.reason))
    }
    let folder = FilePlan.folder(of: file.path)
    folders.insert(folder)
    if file.ownsFolder { owned.insert(folder) }
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
