package import ICalendar
package import ListoAccounts
internal import ListoModel
internal import ListoStores
internal import Platform

/// The folder of an account: a vdir for each list, changed through the journal, so that what a sync brings
/// can be taken back.
package final class AccountFolder: SyncFolder {
  /// The absolute path.
  package let path: String
  private let writer: FileTransaction
  private let time: Instant

  /// The file that tells a copy of the folder from the folder.
  private static let markerName = ".listo-account"

  /// - Parameters:
  ///   - path: absolute; it is made with the first list.
  ///   - journal: where what a sync brings is kept, so that it can be taken back.
  ///   - time: when it is written.
  /// - Throws: ``WorkError``.
  package convenience init(_ path: String, journal: Journal?, at time: Instant) throws(WorkError) {
    try self.init(path, journal: journal, at: time, interrupt: nil)
  }

  /// - Parameter interrupt: see ``ReminderStore/interrupt``.
  package init(
    _ path: String, journal: Journal?, at time: Instant,
    interrupt: (@Sendable (WritingMoment) throws -> Void)?
  ) throws(WorkError) {
    self.path = (try? FileSystem.realPath(path)) ?? path
    (writer, self.time) = (FileTransaction(journal: journal, interrupt: interrupt), time)
    // Earlier interrupted changes are settled before anything is compared.
    _ = try journal?.settle()
  }

  // MARK: Reading

  /// See ``SyncFolder/marker()``.
  package func marker() throws -> String? { try Self.line(path.withSlash + Self.markerName) }

  /// See ``SyncFolder/setMarker(_:)``.
  package func setMarker(_ identifier: String) throws {
    try Self.storing(path.withSlash + Self.markerName) { () throws(SystemError) in
      try FileSystem.makeFolder(path, isPrivate: true)
      try SmallFile.write(Array((identifier + "\n").utf8), to: path.withSlash + Self.markerName)
    }
  }

  /// See ``SyncFolder/lists()``.
  package func lists() throws -> [SyncFolderList] { try Self.lists(in: path) }

  /// The lists below a folder.
  ///
  /// - Throws: ``WorkError``.
  static func lists(in path: String) throws(WorkError) -> [SyncFolderList] {
    guard (try? FileStatus(path: path))?.kind == .folder else { return [] }
    let entries = try storing(path) { () throws(SystemError) in try FileSystem.entries(inFolder: path) }
    var lists: [SyncFolderList] = []
    for entry in entries where !entry.name.hasPrefix(".") && !entry.isUnspeakable {
      let folder = path.withSlash + entry.name
      guard (try? FileStatus(path: folder, followingLinks: false))?.kind == .folder else { continue }
      let names = try storing(folder) { () throws(SystemError) in
        try FileSystem.entries(inFolder: folder).filter { !$0.isUnspeakable }.map(\.name)
      }
      let files = names.filter { $0.hasSuffix(".ics") && !$0.hasPrefix(".") }
      // A folder that says nothing of itself is no list yet.
      let isList = !files.isEmpty || names.contains(where: VdirMetadata.names.contains)
      guard isList else { continue }
      let properties = SyncState.Properties(
        title: try line("\(folder)/displayname"), color: try line("\(folder)/color"),
        order: try line("\(folder)/order").flatMap { Int($0) })
      lists.append(SyncFolderList(folder: entry.name, properties: properties, files: files))
    }
    return lists
  }

  /// See ``SyncFolder/read(_:in:)``.
  package func read(_ file: String, in list: String) throws -> [UInt8]? { try bytes("\(list)/\(file)") }

  private func bytes(_ name: String) throws(WorkError) -> [UInt8]? { try Self.bytes(path.withSlash + name) }

  private static func bytes(_ path: String) throws(WorkError) -> [UInt8]? {
    try storing(path) { () throws(SystemError) in try SmallFile.bytes(path, limit: 64 << 20) }
  }

  /// The first line of a small file; nil where there is none.
  private static func line(_ path: String) throws(WorkError) -> String? {
    try bytes(path).flatMap(OneLine.first)
  }

  private static func storing<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(WorkError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .store(StoreError(.unreadable, path: path, reason: error.reason))
    }
  }

  // MARK: Writing

  /// See ``SyncFolder/apply(_:_:)``.
  package func apply(_ changes: [[SyncFolderChange]], _ label: String) throws -> Set<Int> {
    let locks = try FolderLocks(Set(changes.joined().map { path.withSlash + $0.list }))
    return try locks.hold {
      var applied: Set<Int> = []
      var edits: [any FileEdit] = []
      for (number, group) in changes.enumerated() {
        guard let files = try self.edits(group) else { continue }
        applied.insert(number)
        edits += files
      }
      if !edits.isEmpty {
        _ = try writer.write(edits, JournalEntry(kind: .edit, label: label, time: time))
      }
      return applied
    }
  }

  /// Nil where a file is no longer what it was.
  private func edits(_ group: [SyncFolderChange]) throws -> [any FileEdit]? {
    var result: [any FileEdit] = []
    func add(_ change: FileChange, of bytes: [UInt8]) throws(WorkError) {
      let file = try ChangedFile(change, of: bytes)
      if !file.isEmpty { result.append(file) }
    }
    for change in group {
      switch change {
      case .write(let list, let file, let old, let new):
        guard try read(file, in: list) == old else { return nil }
        let place = ItemFile(path, list, file)
        guard let old else {
          result.append(NewItemFile(place, new.bytes, inNewFolder: isNew(list)))
          continue
        }
        try add(place.change(from: old, to: new.bytes, inNewFolder: false), of: old)
      case .remove(let list, let file, let old):
        guard try read(file, in: list) == old else { return nil }
        try add(ItemFile(path, list, file).removal(of: old), of: old)
      case .properties(let list, let wanted):
        for (change, bytes) in try properties(list, wanted) { try add(change, of: bytes) }
      case .removeList(let list):
        for name in VdirMetadata.names {
          guard let old = try bytes("\(list)/\(name)") else { continue }
          let splice = FileChange.Splice(offset: 0, old: old)
          let path = path.withSlash + "\(list)/\(name)"
          try add(FileChange(path, .removed, [splice], ownsFolder: true), of: old)
        }
      }
    }
    return result
  }

  private func properties(
    _ list: String, _ wanted: SyncState.Properties
  ) throws -> [(change: FileChange, bytes: [UInt8])] {
    let texts = [
      ("displayname", wanted.title), ("color", wanted.color), ("order", wanted.order.map { "\($0)" }),
    ]
    return try texts.compactMap { name, text in
      guard let text = text.map(OneLine.text), try Self.line(path.withSlash + "\(list)/\(name)") != text
      else { return nil }
      let old = try bytes("\(list)/\(name)")
      let splice = FileChange.Splice(offset: 0, old: old ?? [], new: Array((text + "\n").utf8))
      let change = FileChange(
        path.withSlash + "\(list)/\(name)", old == nil ? .created : .changed, [splice],
        ownsFolder: old == nil && isNew(list))
      return (change, old ?? [])
    }
  }

  /// Its folder is made with its files, and goes with them where that is taken back.
  private func isNew(_ list: String) -> Bool { (try? FileStatus(path: path.withSlash + list)) == nil }
}

extension SyncFolderChange {
  /// The folder of the list that it is about.
  var list: String {
    switch self {
    case .write(let list, _, _, _), .remove(let list, _, _), .properties(let list, _), .removeList(let list):
      list
    }
  }
}

/// A new file of an account's folder: its bytes as they came, taken apart where the journal asks for its
/// parts, and not held so. A first pull has ten thousand of them.
struct NewItemFile: FileEdit {
  let path: String
  let ownsFolder: Bool
  let spliceCount: Int
  let itemCount: Int
  private let file: ItemFile
  private let bytes: [UInt8]

  /// - Parameter isInNewFolder: its folder is not there yet.
  init(_ file: ItemFile, _ bytes: [UInt8], inNewFolder isInNewFolder: Bool) {
    (self.file, self.bytes, ownsFolder) = (file, bytes, isInNewFolder)
    path = file.path
    let change = file.change(from: nil, to: bytes, inNewFolder: isInNewFolder)
    (spliceCount, itemCount) = (change.splices.count, change.itemCount)
  }

  var kind: FileChange.Kind { .created }
  var inverse: any FileContent {
    OriginalFile(change: FileChange(path, .created, [], ownsFolder: ownsFolder), original: FileOriginal([]))
  }

  func seals() -> (before: FileSeal?, after: FileSeal?) {
    // All of it is new, so all of it counts.
    var reading = FileSeal.Reading(size: bytes.count, around: CollectionOfOne(0..<bytes.count))
    reading.take(bytes[...])
    return (nil, reading.seal)
  }

  func forEachSplice(_ body: (FileChange.Splice) throws(WorkError) -> Void) throws(WorkError) {
    for splice in file.change(from: nil, to: bytes, inNewFolder: ownsFolder).splices { try body(splice) }
  }

  func write(to output: Output) throws(WorkError) {
    try WorkError.storing { () throws(StoreError) in try output.write(bytes[...]) }
  }
}
