internal import ICalendar
internal import ListoFormats
internal import ListoModel
internal import ListoStores
internal import Platform

/// The cached copies of calendars on the web, in a folder for its owner alone. Each copy has a file with its
/// bytes, and a file with its version and the time at which the server last confirmed it.
///
/// Files are called by hashes: an address, which may be a secret, stands in none of them.
struct PublishedCache: Sendable {
  /// The record of one address.
  struct Entry: Sendable {
    /// The name of the file with the bytes.
    var file: String
    /// Of that, in bytes: what a disk lost the end of is not taken for what the server has.
    var size: Int
    /// As the server said, for the next question (RFC 9110 §8.8).
    var etag: String?
    var lastModified: String?
    /// When the server last said that this is what it has, in seconds since 1970.
    var time: Int64
  }

  private let folder: PrivateFolder

  /// - Parameter path: absolute; the folder is made where it is not there.
  /// - Throws: ``SystemError`` where it cannot be, or is another user's.
  init(_ path: String) throws(SystemError) { folder = try PrivateFolder(path) }

  /// The record of an address, and its bytes; nil if there are none, or they are not complete.
  func entry(of address: WebAddress) -> (entry: Entry, bytes: InputFile)? {
    let key = Self.key(address)
    // Another process may put a new one in its place in between.
    for _ in 0..<2 {
      guard let record = (try? folder.read(key + ".json")).flatMap(\.self), let entry = Entry(record) else {
        return nil
      }
      if let bytes = (try? folder.open(entry.file)).flatMap(\.self) {
        return bytes.size == entry.size ? (entry, bytes) : nil
      }
    }
    return nil
  }

  /// Keeps bytes in the place of those of before.
  ///
  /// - Throws: ``SystemError`` where they cannot be written; then those of before are still there.
  func store(
    _ bytes: [UInt8], of address: WebAddress, etag: String?, lastModified: String?, time: Int64
  ) throws(SystemError) -> InputFile {
    let key = Self.key(address)
    let digest = String(hexadecimal: SHA256(hashing: bytes.span).bytes[..<8])
    let entry = Entry(
      file: "\(key).\(digest)", size: bytes.count, etag: etag, lastModified: lastModified, time: time)
    let lock = try FolderLock(folder.path)
    defer { withExtendedLifetime(lock) {} }
    try folder.write(bytes, to: entry.file)
    guard let file = try folder.open(entry.file) else { throw SystemError.notRegular }
    try folder.write(entry.json, to: key + ".json")
    for name in try names(of: key) where name != key + ".json" && name != entry.file {
      try folder.remove(name)
    }
    return file
  }

  /// The server said again that this is what it has.
  ///
  /// - Parameter file: ``Entry/file`` of what it was asked about.
  func confirm(_ file: String, of address: WebAddress, time: Int64) throws(SystemError) {
    let lock = try FolderLock(folder.path)
    defer { withExtendedLifetime(lock) {} }
    // Another process may have fetched a newer one meanwhile.
    let record = try folder.read(Self.key(address) + ".json")
    guard var entry = record.flatMap(Entry.init), entry.file == file else { return }
    entry.time = time
    try folder.write(entry.json, to: Self.key(address) + ".json", isDurable: false)
  }

  /// Forgets all that is kept of an address.
  func forget(_ address: WebAddress) throws(SystemError) {
    let lock = try FolderLock(folder.path)
    defer { withExtendedLifetime(lock) {} }
    for name in try names(of: Self.key(address)) { try folder.remove(name) }
  }

  /// The names of the files of an address, including the leftovers of a process that was killed while it
  /// wrote.
  private func names(of key: String) throws(SystemError) -> [String] {
    try folder.names().filter { $0.hasPrefix(key + ".") || $0.hasPrefix(".\(key).") }
  }

  private static func key(_ address: WebAddress) -> String {
    String(SyncItem.digest(of: Array(address.url.utf8)).prefix(32))
  }
}

extension PublishedCache.Entry {
  fileprivate init?(_ json: [UInt8]) {
    guard let value = JSONValue(json: json), let file = value["file"]?.text, !file.contains("/"),
      let size = value["size"]?.integer, let time = value["time"]?.integer
    else { return nil }
    (self.file, self.size, self.time) = (file, size, Int64(time))
    (etag, lastModified) = (value["etag"]?.text, value["last-modified"]?.text)
  }

  fileprivate var json: [UInt8] {
    JSONValue.object(present: [
      "file": .string(file), "size": .number(size), "time": .number(Int(time)),
      "etag": etag.map { .string($0) }, "last-modified": lastModified.map { .string($0) },
    ]).pretty
  }
}

/// How long ago something was fetched, for people.
struct PublishedAge {
  /// Below zero where the clock was put back.
  let seconds: Int64

  /// `3 hours ago`.
  var words: String {
    switch seconds {
    case ..<0: "earlier, by a clock that was ahead of this one"
    case ..<60: "less than a minute ago"
    case ..<3600: Self.count(seconds / 60, "minute")
    case ..<86_400: Self.count(seconds / 3600, "hour")
    default: Self.count(seconds / 86_400, "day")
    }
  }

  private static func count(_ number: Int64, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s") ago"
  }
}
