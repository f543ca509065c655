import Foundation
import Listo
import ListoTesting
import Synchronization

/// One Listo with an account on a fake server: a folder, a journal, and what its last sync left.
struct SyncPlayground {
  let root: URL
  let server: MockCalDAV
  let folder: URL
  private let state: URL

  init(_ server: MockCalDAV) throws {
    self.server = server
    root = FileManager.default.temporaryDirectory.appendingPathComponent("listo-sync-\(UUID().uuidString)")
    folder = root.appendingPathComponent("lists")
    state = root.appendingPathComponent("state")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// One that was synced with a server that has these lists, the first with so many reminders.
  init(_ quirks: MockCalDAV.Behavior, lists: [String], count: Int) throws {
    try self.init(MockCalDAV(quirks, lists: lists, count: count))
    try sync()
  }

  func remove() { try? FileManager.default.removeItem(at: root) }

  /// A clock that goes on by itself, so that nothing depends on the machine's.
  static let start: Int64 = 1_795_467_600

  var journal: Journal { Journal(root.appendingPathComponent("journal").path) }

  func makeSync(
    _ options: SyncOptions = SyncOptions(), client: (any HTTPClient)? = nil, at time: Int64 = start,
    configuring configure: (inout SyncContext) -> Void = { _ in }
  ) throws -> AccountSync {
    let traits: Set<ServerTrait> = server.state.withLock { $0.behavior.overwrites } ? [.overwrites] : []
    let session = CalDAVSession(client ?? server, home: try MockCalDAV.homeURL, traits: traits)
    let log = try SyncLog(state.path)
    let files = try AccountFolder(folder.path, journal: journal, at: Instant(seconds: time))
    var options = options
    options.confirmed = try journal.confirmedDeletions(below: files.path)
    var context = SyncContext(time: time, day: "2026-11-23", label: "sync test") { UUID().uuidString }
    context.options = options
    configure(&context)
    return AccountSync(session, files, log, context)
  }

  @discardableResult
  func sync(
    _ options: SyncOptions = SyncOptions(), client: (any HTTPClient)? = nil, at time: Int64 = start
  ) throws -> SyncReport {
    try makeSync(options, client: client, at: time).run()
  }

  // MARK: Files

  func list(titled title: String) throws -> URL {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let list = folder.appendingPathComponent(name)
      let text = try? String(contentsOf: list.appendingPathComponent("displayname"), encoding: .utf8)
      if text == title + "\n" { return list }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// A list that is made here: a folder that says what it is called, and reminders by the names of their
  /// files.
  @discardableResult
  func makeList(_ name: String, title: String, _ reminders: [String: String] = [:]) throws -> URL {
    let list = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: list, withIntermediateDirectories: true)
    try Data((title + "\n").utf8).write(to: list.appendingPathComponent("displayname"))
    for (file, text) in reminders { try Data(text.utf8).write(to: list.appendingPathComponent(file)) }
    return list
  }

  /// The files of all lists, by the list's title and the UID.
  func items() throws -> [String: [String: (url: URL, text: String)]] {
    var result: [String: [String: (url: URL, text: String)]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where !name.hasPrefix(".") {
      let list = folder.appendingPathComponent(name)
      let title =
        (try? String(contentsOf: list.appendingPathComponent("displayname"), encoding: .utf8)) ?? name
      var own: [String: (url: URL, text: String)] = [:]
      for file in try FileManager.default.contentsOfDirectory(atPath: list.path) where file.hasSuffix(".ics")
      {
        let url = list.appendingPathComponent(file)
        let text = try String(contentsOf: url, encoding: .utf8)
        own[Self.value("UID", in: text) ?? file] = (url, text)
      }
      result[title.trimmingCharacters(in: .newlines)] = own
    }
    return result
  }

  func write(_ text: String, _ file: String, in title: String) throws {
    let url = try list(titled: title).appendingPathComponent(file)
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  static func value(_ name: String, in text: String) -> String? {
    text.components(separatedBy: "\r\n").first { $0.hasPrefix(name + ":") }.map {
      String($0.dropFirst(name.count + 1))
    }
  }

  /// One reminder as a resource.
  static func todo(_ uid: String, _ title: String, _ more: [String] = [], stamp: Int = 1) -> String {
    let digits = String(format: "%06d", stamp)
    return
      ([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", "UID:\(uid)",
        "DTSTAMP:20260101T\(digits)Z",
        "LAST-MODIFIED:20260101T\(digits)Z", "SUMMARY:\(title)",
      ] + more + ["END:VTODO", "END:VCALENDAR", ""])
      .joined(separator: "\r\n")
  }
}

extension MockCalDAV {
  /// One with a list for each name, called Home where it is home; in the first are so many reminders.
  convenience init(_ behavior: Behavior = Behavior(), lists: [String], count: Int) {
    self.init(behavior)
    for list in lists { addList(list, title: list.capitalized) }
    for number in 0..<count {
      put(SyncPlayground.todo("u\(number)", "Task \(number)"), "t\(number).ics", in: lists[0])
    }
  }
}
