import Foundation
import Listo
import Synchronization

/// A folder with places to be edited, and a journal beside them; gone with the test.
final class StoreFolder: Sendable {
  /// Of the places.
  let path: String
  private let root: String
  let journal: Journal

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "listo-store-\(UUID().uuidString)")
    let places = url.appending(path: "places")
    try FileManager.default.createDirectory(at: places, withIntermediateDirectories: true)
    root = url.resolvingSymlinksInPath().path
    path = root + "/places"
    journal = Journal(root + "/state/journal")
  }

  deinit {
    _ = try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: root)
  }

  /// Writes a file, with the folders above it.
  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

  func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path + "/" + name)))
  }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// Every file below it with its bytes.
  func files() throws -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    let names = FileManager.default.enumerator(atPath: path)
    for case let name as String in names ?? .init() {
      var isFolder: ObjCBool = false
      guard unsafe FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      result[name] = try bytes(name)
    }
    return result
  }

  func store(_ interrupt: (@Sendable (WritingMoment) throws -> Void)? = nil) throws -> ReminderStore {
    try ReminderStore([path], journal: journal, interrupt: interrupt)
  }

  func store(of name: String) throws -> ReminderStore {
    try ReminderStore([path + "/" + name], journal: journal)
  }

  // MARK: Calendars

  static func todo(_ uid: String, _ lines: String...) -> String {
    ["BEGIN:VTODO", "UID:\(uid)"].joined(separator: "\r\n") + "\r\n"
      + (lines + ["END:VTODO", ""]).joined(separator: "\r\n")
  }

  static func calendar(_ name: String?, _ todos: String...) -> String {
    let title = name.map { "X-WR-CALNAME:\($0)\r\n" } ?? ""
    return
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n\(title)\(todos.joined())END:VCALENDAR\r\n"
  }
}

let noon = Instant(seconds: 1_795_003_200)

extension Catalog {
  /// The only reminder with this UID.
  func identifier(_ uid: String) throws -> ModelIdentifier {
    let found = reminderPaths.compactMap(modelIdentifier).filter { $0.uid?.text == uid }
    guard found.count == 1 else { throw Missing(what: "\(uid): \(found.count)") }
    return found[0]
  }

  struct Missing: Error { let what: String }
}

extension ReminderStore {
  /// Changes the reminder with this UID, as an app would by its component; nil takes it out.
  @discardableResult
  func change(
    _ uid: String, label: String = "change", _ body: @Sendable (Component) -> Component?
  ) throws -> Transaction {
    try apply(label, at: noon) { catalog throws(WorkError) in
      guard let identifier = try? catalog.identifier(uid), let before = catalog[identifier] else {
        throw .editing(.change(.notFound(ModelIdentifier(source: uid))))
      }
      return EditPlan(steps: [
        EditPlan.Step(
          list: identifier.container ?? identifier, identifier: identifier, before: before,
          after: body(before.component))
      ])
    }
  }

  @discardableResult
  func set(_ uid: String, _ id: PropertyID, _ value: String?) throws -> Transaction {
    try change(uid) { component in
      var component = component
      component.set(id, value: value.map { Array($0.utf8) })
      return component
    }
  }

  /// Adds a reminder to the first list.
  @discardableResult
  func add(_ uid: String, _ text: String? = nil, zones: [Component] = []) throws -> Transaction {
    let component = Component(Array((text ?? StoreFolder.todo(uid, "SUMMARY:\(uid)")).utf8))
    return try apply("add \(uid)", at: noon) { catalog throws(WorkError) in
      guard let list = catalog.sources.first?.lists.first, let component else {
        throw .noCalendar(hadInputs: false)
      }
      let identifier = ModelIdentifier(
        source: list.identifier.source, list: list.identifier.list, uid: ModelIdentifier.Name(uid))
      return EditPlan(steps: [
        EditPlan.Step(
          list: list.identifier, identifier: identifier, before: nil, after: component, zones: zones)
      ])
    }
  }
}
