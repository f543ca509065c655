internal import ListoFormats
package import ListoStores
internal import Platform

/// The record of changes for undo: a folder with a file for each command, which only its owner can read.
///
/// The entry is written before any other file, under a name for commands in progress, and renamed at the end.
/// An interrupted command therefore leaves an entry, which the next change completes or undoes.
public struct Journal: Sendable {
  /// The limits of the journal. The newest entry and interrupted entries are always kept.
  public struct Bounds: Sendable, Hashable {
    /// The greatest age of an entry, in seconds.
    public var age: Int64
    /// The size of all entries, in bytes.
    public var size: Int

    /// - Parameters:
    ///   - age: in seconds; 180 days.
    ///   - size: in bytes; 256 MB.
    public init(age: Int64 = 180 * 86_400, size: Int = 256 << 20) { (self.age, self.size) = (age, size) }
  }

  /// The absolute path; it is made with the first entry.
  public let folder: String
  /// The limits of the journal.
  public var bounds: Bounds

  /// The journal in a folder; nothing is read or made yet.
  public init(_ folder: String, bounds: Bounds = Bounds()) { (self.folder, self.bounds) = (folder, bounds) }

  // MARK: Names

  /// A file of the folder.
  struct Name: Hashable, Comparable {
    let number: Int
    /// The command that wrote it is under way, or was cut off.
    let isOpen: Bool

    var text: String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + (isOpen ? ".open" : "")
        + ".jsonl"
    }

    init(_ number: Int, isOpen: Bool) { (self.number, self.isOpen) = (number, isOpen) }

    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard let number = parts.first.flatMap({ Int($0) }), number > 0, parts.last == "jsonl" else {
        return nil
      }
      self.init(number, isOpen: parts.count == 3 && parts[1] == "open")
      guard self.text == text else { return nil }
    }

    static func < (left: Name, right: Name) -> Bool {
      (left.number, left.isOpen ? 0 : 1) < (right.number, right.isOpen ? 0 : 1)
    }
  }

  func path(_ name: Name) -> String { folder.withSlash + name.text }

  /// The names of all entries, the oldest first.
  func names() throws(WorkError) -> [Name] {
    try journaling { () throws(SystemError) in
      guard let kind = try? FileStatus(path: folder, followingLinks: false).kind else { return [] }
      // A link could lead to where others read.
      guard kind == .folder else { throw .notRegular }
      return try FileSystem.entries(inFolder: folder).compactMap { Name($0.name) }.sorted()
    }
  }

  // MARK: Reading

  /// Returns the changes, newest first.
  ///
  /// - Throws: ``WorkError/editing(_:)`` if the folder cannot be read.
  /// - Complexity: linear in the bytes of the entries.
  public func history() throws(WorkError) -> [HistoryEntry] {
    let entries = try names().map { HistoryEntry($0, read($0)) }
    return HistoryEntry.withStates(entries).reversed()
  }

  /// The place of the reminder that had a short name before it was moved to another list; nil for none, and
  /// if several reminders have its UID.
  ///
  /// - Complexity: linear in the bytes of the last hundred entries, and in the reminders of the catalog.
  package func path(formerlyNamed word: String, in catalog: Catalog) throws(WorkError) -> Catalog.IndexPath? {
    guard let uid = try uid(formerlyNamed: word) else { return nil }
    let paths = catalog.reminderPaths.filter { path in
      catalog.reminder(at: path).map { $0.uid == uid && $0.recurrenceID == nil } ?? false
    }
    return paths.count == 1 ? paths[0] : nil
  }

  private func uid(formerlyNamed word: String) throws(WorkError) -> String? {
    for name in try names().suffix(100).reversed() {
      let items = HistoryEntry(name, read(name)).transaction?.items ?? []
      let item = items.first { ShortNames.isName(word, of: $0.identifier) && $0.identifier.uid != nil }
      if let item { return item.identifier.uid?.text }
    }
    return nil
  }

  /// The changes, oldest first, without their files; ``read(_:)`` has them.
  ///
  /// - Complexity: linear in the number of entries, however large they are.
  func heads() throws(WorkError) -> [(name: Name, entry: HistoryEntry)] {
    let names = try names()
    return Array(zip(names, HistoryEntry.withStates(names.map { HistoryEntry($0, head($0)) })))
  }

  private func head(_ name: Name) -> Content {
    do throws(SystemError) {
      let file = try InputFile(path: path(name), waitsForWriter: false)
      guard file.kind == .regular else { throw .notRegular }
      var line: [UInt8] = []
      while true {
        let start = line.count
        let count = try file.read(4096, at: start, into: &line)
        if let end = line[start...].firstIndex(of: 0x0A) {
          return JournalEntry.read(head: Array(line[..<end]))
        }
        guard count > 0 else { return .broken("its end is missing") }
      }
    } catch {
      return .broken(error.reason)
    }
  }

  /// Returns the changes that were interrupted or are still running in another process. Commands that only
  /// read warn about them; the next change completes or reverts them.
  ///
  /// - Complexity: one look into the folder, and linear in the bytes of these entries.
  public func pending() throws(WorkError) -> [HistoryEntry] {
    try names().filter(\.isOpen).map { HistoryEntry($0, read($0)) }
  }

  /// The entries of ``pending()`` that may have changed what is read here by half; none where the journal
  /// cannot be read.
  package func pending(in tree: InputTree) -> [HistoryEntry] {
    guard let pending = try? pending(), !pending.isEmpty else { return [] }
    let paths = Set(tree.inputs.compactMap { $0.path.flatMap { try? FileSystem.target(of: $0) } })
    return pending.filter { entry in
      // A file that is gone, or did not come yet, is none of the inputs.
      entry.transaction?.files.contains { paths.contains($0.path) || $0.kind != .changed } ?? false
    }
  }

  /// The result of reading an entry.
  enum Content {
    case entry(JournalEntry)
    /// A later version of Listo wrote it.
    case laterVersion
    case broken(String)
  }

  func read(_ name: Name) -> Content {
    let path = path(name)
    do throws(SystemError) {
      guard try FileStatus(path: path, followingLinks: false).kind == .regular else { throw .notRegular }
      guard let bytes = try SmallFile.bytes(path, limit: .max) else { return .broken("it is gone") }
      return JournalEntry.read(bytes, Transaction.ID(name.number))
    } catch {
      return .broken(error.reason)
    }
  }

  // MARK: Writing

  /// Writes an entry, whose command then is under way.
  ///
  /// - Parameter edits: the files of it.
  /// - Returns: its name.
  func begin(_ entry: JournalEntry, _ edits: [any FileEdit]) throws(WorkError) -> Name {
    let known = try names()
    let lock = try journaling { () throws(SystemError) in
      try FileSystem.makeFolder(folder, isPrivate: true)
      return try FolderLock(folder)
    }
    defer { withExtendedLifetime(lock) {} }
    // Another process may have taken the next number before this one held the folder.
    let (current, name, output) = try journaling { () throws(SystemError) in
      let current = try FileSystem.entries(inFolder: folder).compactMap { Name($0.name) }
      let name = Name((current.map(\.number).max() ?? known.last?.number ?? 0) + 1, isOpen: true)
      return (current, name, try OutputFile(path: path(name), isPrivate: true))
    }
    try entry.write(edits) { (piece) throws(WorkError) in
      try journaling { () throws(SystemError) in try output.write(piece) }
    }
    return try journaling { () throws(SystemError) in
      try output.commit()
      // By the clock of the file system, whatever is taken for now in what was changed.
      let now = try FileStatus(path: path(name), followingLinks: false).modified / 1_000_000_000
      prune(current.sorted(), before: now - bounds.age)
      return name
    }
  }

  /// All that the entry names is written. That the disk knows the new name is not waited for: an entry that
  /// is open though all of it is written is closed by the next change.
  func close(_ name: Name) throws(WorkError) {
    try journaling { () throws(SystemError) in
      try FileSystem.rename(path(name), to: path(Name(name.number, isOpen: false)))
    }
  }

  /// Nothing of what the entry names stands.
  func discard(_ name: Name) throws(WorkError) {
    try journaling { () throws(SystemError) in _ = try FileSystem.remove(path(name)) }
  }

  /// Deletes all entries, so that no change can be undone any more.
  ///
  /// - Returns: the number of deleted entries.
  /// - Throws: ``WorkError/editing(_:)``.
  @discardableResult
  public func forget() throws(WorkError) -> Int {
    let names = try names()
    for name in names { try discard(name) }
    return names.count
  }

  /// Takes the oldest away until what is left is within the bounds. What cannot be removed stays.
  private func prune(_ names: [Name], before time: Int64) {
    var sizes = names.map { ($0, (try? FileStatus(path: path($0), followingLinks: false))) }
    var total = sizes.reduce(0) { $0 + ($1.1?.size ?? 0) }
    while let (name, status) = sizes.first {
      sizes.removeFirst()
      guard !name.isOpen, let status else { continue }
      guard total > bounds.size || status.modified / 1_000_000_000 < time else { break }
      total -= status.size
      _ = try? FileSystem.remove(path(name))
    }
  }

  private func journaling<Result>(_ body: () throws(SystemError) -> Result) throws(WorkError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .editing(.journal(path: folder, reason: error.reason))
    }
  }
}
