internal import ListoFormats
package import ListoModel
package import Platform

/// The state that a sync remembers of an account: a folder with the bases' bytes as files, called by their
/// hashes, and a log that only grows and is written anew, in one step, when most of it no longer counts.
///
/// Each record counts by itself and is written when the step that it records has happened, so that a sync
/// that is killed has remembered exactly the steps that it did. If the log names data that the disk lost, the
/// data counts as unknown, which costs a comparison and no reminder.
package final class SyncLog {
  /// The remembered state of a list.
  package struct List: Sendable, Hashable {
    /// The folder's name.
    package var folder: String
    /// The collection's path.
    package var href: Href
    /// The properties of both sides at the last sync.
    package var properties: SyncState.Properties
    /// The server's token for "all until now" (RFC 6578); only there once all of it is here.
    package var token: String?
    /// The same of a server that has no tokens: it is another with each change.
    var ctag: String?

    /// Something was written there since the token, and not read again: changes since the token may leave out
    /// what became of it.
    package var isWritten = false

    /// A list as both sides have it.
    package init(
      folder: String, href: Href, properties: SyncState.Properties, token: String? = nil, ctag: String? = nil
    ) {
      (self.folder, self.href, self.properties, self.token, self.ctag) = (
        folder, href, properties, token, ctag
      )
    }
  }

  /// A resource that is no reminder of a sync.
  package struct Other: Sendable, Hashable {
    /// The version that was looked at; nil where the server names none.
    package var etag: EntityTag?
    /// Nil for what is none of a sync's business, such as an event.
    package var reason: String?
  }

  struct Key: Hashable {
    let list: String
    let uid: UID
  }

  private let folder: PrivateFolder
  private let bases: PrivateFolder
  private let kept: PrivateFolder
  /// Names this state: the folder of the lists has it too, so that a copy of either is noticed.
  package internal(set) var identifiers: Set<String> = []
  /// By the names of their folders.
  package internal(set) var lists: [String: List] = [:]
  /// By list, then by UID.
  var items: [String: [UID: SyncState.BaseItem]] = [:]
  var refusals: [Key: SyncState.Refusal] = [:]
  /// By list.
  package internal(set) var others: [String: [Href: Other]] = [:]
  /// In the order in which they came, until they are dismissed.
  package internal(set) var conflicts: [SyncConflict] = []
  private var records = 0
  /// Records of noticed changes, written with the next record: reading alone writes nothing.
  private var noticed: [JSONValue] = []
  private let path: String

  private static let name = "sync.jsonl"
  static let version = 1

  /// Where the versions that lost are kept.
  package var keptFolder: String { path + "/kept" }

  /// Opens it, or begins one.
  ///
  /// - Parameter path: the folder, absolute.
  /// - Throws: `SystemError` where it cannot be opened, or is another user's.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    folder = try PrivateFolder(path)
    bases = try PrivateFolder(path + "/base")
    kept = try PrivateFolder(path + "/kept")
    let bytes = try folder.read(Self.name) ?? []
    // A record without its end was being written.
    let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    for line in bytes[..<end].split(separator: 0x0A) {
      records += 1
      guard let value = JSONValue(json: Array(line)) else { continue }
      take(value)
    }
    if end < bytes.count || records > 2 * live + 1000 { try compact() }
  }

  /// Nothing is known yet.
  package var isNew: Bool { identifiers.isEmpty }

  private var live: Int {
    lists.count + refusals.count + conflicts.count + others.reduce(1) { $0 + $1.value.count }
      + items.reduce(0) { $0 + $1.value.count }
  }

  // MARK: Reading

  /// An item as the last sync left it; nil where it knew none.
  package func base(_ uid: UID, in list: String) -> SyncState.BaseItem? { items[list]?[uid] }

  /// All items of a list, by UID.
  package func bases(of list: String) -> [UID: SyncState.BaseItem] { items[list] ?? [:] }

  /// The content of a base; nil if the disk lost it.
  package func content(_ item: SyncState.BaseItem) -> SyncItem? {
    guard let bytes = try? bases.read(item.digest), SyncItem.digest(of: bytes) == item.digest else {
      return nil
    }
    return try? SyncItem(bytes)
  }

  /// The server's refusal of an item; nil if the server accepted the item.
  package func refusal(_ uid: UID, in list: String) -> SyncState.Refusal? {
    refusals[Key(list: list, uid: uid)]
  }

  /// The refusals, in the order of lists and UIDs.
  package var allRefusals: [(list: String, uid: UID, refusal: SyncState.Refusal)] {
    refusals.map { ($0.key.list, $0.key.uid, $0.value) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }

  // MARK: Remembering

  /// The folder of the lists gets another identifier: this one and the last count until it has it.
  package func begin(_ identifier: String, isWritten: Bool) throws(SystemError) {
    try write(Self.record(identifier, isOnly: isWritten), isDurable: true)
  }

  /// The bytes of a base, before they are named by `set`.
  package func keep(_ item: SyncItem) throws(SystemError) -> String {
    let digest = item.digest
    if let old = try bases.read(digest), old.count == item.bytes.count { return digest }
    try bases.write(item.bytes, to: digest, isDurable: false)
    return digest
  }

  /// An item is the same on both sides now, or was sent.
  package func set(_ item: SyncState.BaseItem, _ uid: UID, in list: String) throws(SystemError) {
    guard items[list]?[uid] != item else { return }
    try write(Self.record(item, Key(list: list, uid: uid)))
  }

  /// An item is gone on both sides.
  package func forget(_ uid: UID, in list: String) throws(SystemError) {
    guard items[list]?[uid] != nil else { return }
    try write(.object(present: ["gone": .string(uid.text), "list": .string(list)]))
  }

  /// A list as both sides have it now.
  package func set(_ list: List) throws(SystemError) {
    guard lists[list.folder] != list else { return }
    try write(Self.record(list), isDurable: true)
  }

  /// A resource that need not be read again as long as it is this version; nil for one that is gone.
  package func set(_ other: Other?, _ href: Href, in list: String) throws(SystemError) {
    guard others[list]?[href] != other else { return }
    guard let other else {
      return try write(
        .object(present: ["other": .string(href.path), "list": .string(list), "gone": .bool(true)]))
    }
    try write(Self.record(other, href, in: list))
  }

  /// All lists with their items, since it is not known any more what they say.
  package func reset() throws(SystemError) {
    try write(.object(present: ["reset": .bool(true)]), isDurable: true)
  }

  /// Keeps what a sync deletes here, in a folder of its own for each day.
  ///
  /// - Parameter day: such as `2026-11-23`.
  package func discard(_ bytes: [UInt8], day: String) throws(SystemError) {
    let trash = try PrivateFolder(path + "/trash/" + day)
    try trash.write(bytes, to: SyncItem.digest(of: bytes) + ".ics")
  }

  /// The folder of a list has another name. That is written with what is remembered next.
  package func rename(list: String, to name: String) {
    let record = JSONValue.object(present: ["renamed": .string(list), "list": .string(name)])
    noticed.append(record)
    take(record)
  }

  /// Forgets the remembered state of a list, because it is about another list. The next record writes this.
  package func lose(list: String) {
    let record = Self.gone(list: list)
    noticed.append(record)
    take(record)
  }

  private static func gone(list: String) -> JSONValue { .object(present: ["goneList": .string(list)]) }

  /// A list with all its items.
  package func forget(list: String) throws(SystemError) {
    try write(Self.gone(list: list), isDurable: true)
  }

  /// Remembers the server's refusal of an item; nil once the server accepted the item.
  package func set(_ refusal: SyncState.Refusal?, _ uid: UID, in list: String) throws(SystemError) {
    guard refusals[Key(list: list, uid: uid)] != refusal else { return }
    try write(Self.record(refusal, Key(list: list, uid: uid)))
  }

  /// Keeps a decision, and the versions that lost it.
  package func add(
    _ texts: [String], _ uid: UID, _ title: String, in list: String, rejected: [UInt8], at time: Int64
  ) throws(SystemError) {
    var file: String?
    if !rejected.isEmpty {
      let name = SyncItem.digest(of: rejected) + ".ics"
      try kept.write(rejected, to: name)
      file = name
    }
    // One that was cut off and is made again is the same.
    let known = conflicts.contains { ($0.list, UID($0.uid), $0.texts, $0.file) == (list, uid, texts, file) }
    guard !known else { return }
    let conflict = SyncConflict(list: list, uid: uid.text, title: title, texts: texts, file: file, time: time)
    try write(Self.record(conflict), isDurable: true)
  }

  /// Forgets conflicts. What lost goes to the trash of that day.
  ///
  /// - Parameters:
  ///   - lists: of these lists, by their folders; nil for all.
  ///   - day: such as `2026-11-23`.
  package func dismissConflicts(of lists: Set<String>? = nil, day: String) throws(SystemError) {
    let left = lists.map { lists in conflicts.filter { !lists.contains($0.list) } } ?? []
    let files = Set(conflicts.compactMap(\.file)).subtracting(left.compactMap(\.file))
    for file in files.sorted() {
      if let bytes = try kept.read(file) { try discard(bytes, day: day) }
    }
    try write([.object(present: ["dismissed": .bool(true)])] + left.map { Self.record($0) }, isDurable: true)
    for file in files.sorted() { try kept.remove(file) }
  }

  /// Removes the trash of days before one. What cannot be removed, such as what others put there, stays: no
  /// sync fails for it.
  ///
  /// - Parameter day: such as `2026-11-23`. What is not called as a day stays.
  func emptyTrash(before day: String) {
    let trash = path + "/trash"
    for name in Self.names(trash) where name < day && Self.isDay(name) {
      let path = "\(trash)/\(name)"
      guard (try? FileStatus(path: path, followingLinks: false))?.kind == .folder,
        let folder = try? PrivateFolder(path)
      else { continue }
      for file in Self.names(path) { _ = try? folder.remove(file) }
      _ = try? FileSystem.removeEmptyFolder(path)
    }
  }

  private static func names(_ folder: String) -> [String] {
    (try? FileSystem.entries(inFolder: folder).map(\.name)) ?? []
  }

  private static func isDay(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [4, 2, 2] && parts.allSatisfy { Int($0) != nil }
  }

  private func write(_ value: JSONValue, isDurable: Bool = false) throws(SystemError) {
    try write([value], isDurable: isDurable)
  }

  /// All of them at once.
  private func write(_ new: [JSONValue], isDurable: Bool) throws(SystemError) {
    let values = noticed + new
    try folder.append(values.flatMap { $0.compact + [0x0A] }, to: Self.name, isDurable: isDurable)
    noticed = []
    records += values.count
    for value in new { take(value) }
  }

  // MARK: Compacting

  /// Writes what counts anew, in one step, and removes bases that nothing names.
  package func compact() throws(SystemError) {
    var values = identifiers.sorted().enumerated().map { Self.record($1, isOnly: $0 == 0) }
    values += lists.sorted { $0.key < $1.key }.map { Self.record($0.value) }
    for (list, all) in items.sorted(by: { $0.key < $1.key }) {
      values += all.sorted { $0.key < $1.key }.map { Self.record($0.value, Key(list: list, uid: $0.key)) }
    }
    for (list, all) in others.sorted(by: { $0.key < $1.key }) {
      values += all.sorted { $0.key < $1.key }.map { Self.record($0.value, $0.key, in: list) }
    }
    values += allRefusals.map { Self.record($0.refusal, Key(list: $0.list, uid: $0.uid)) }
    values += conflicts.map { Self.record($0) }
    try folder.write(values.flatMap { $0.compact + [0x0A] }, to: Self.name)
    noticed = []
    let used = Set(items.values.flatMap { $0.values.map(\.digest) })
    for name in try bases.names() where !used.contains(name) { try bases.remove(name) }
    records = live
  }
}
