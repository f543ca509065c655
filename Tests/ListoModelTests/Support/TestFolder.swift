import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// A folder of calendar files, in memory or on disk, as both ways of reading take it: whole, into a catalog,
/// and as a stream.
struct TestFolder {
  struct File {
    var name: String
    var bytes: [UInt8]

    init(_ name: String, _ text: String) { (self.name, bytes) = (name, Array(text.utf8)) }
    init(_ name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  var path: String
  var displayName: String?
  var files: [File]
  /// The name that the folder was given.
  var name: String?

  init(_ path: String, displayName: String? = nil, _ files: [File]) {
    (self.path, self.displayName, self.files) = (path, displayName, files)
  }

  var folder: CatalogBuilder.Folder {
    let parts = path.split(separator: "/")
    func source(_ count: Int) -> Source {
      let path = "/" + parts.prefix(count).joined(separator: "/")
      if path == self.path, let name {
        return Source(identifier: name, title: name, kind: .folder, path: path)
      }
      return Source(
        identifier: path, title: parts.prefix(count).last.map(String.init) ?? "/", kind: .folder)
    }
    return CatalogBuilder.Folder(
      parent: source(parts.count - 1), source: source(parts.count), name: parts.last.map(String.init) ?? "/",
      path: path,
      displayName: displayName)
  }

  /// All Diagnostics are told, not only the first: which those are depends on the way of reading.
  private static let limits = {
    var limits = ReadingLimits()
    limits[.diagnostics] = .max
    return limits
  }()

  static func catalog(_ folders: [TestFolder]) throws -> (Catalog, [Diagnostic]) {
    var builder = CatalogBuilder(limits: limits)
    for folder in folders {
      for file in folder.files {
        builder.add(
          try CalendarFile(
            reading: MemorySource(file.bytes), file: folder.path + "/" + file.name, limits: limits),
          fileName: file.name,
          in: folder.folder)
      }
    }
    return (builder.catalog(), builder.problems)
  }

  static func surveys(_ folders: [TestFolder]) throws -> ([(File, Survey)], [Diagnostic]) {
    var names = ListNames()
    var result: [(File, Survey)] = []
    for folder in folders {
      for file in folder.files {
        result.append(
          (
            file,
            try Survey(
              of: MemorySource(file.bytes), file: folder.path + "/" + file.name, fileName: file.name,
              in: folder.folder,
              names: &names, limits: limits)
          ))
      }
    }
    return (result, result.flatMap { $0.1.problems } + names.problems)
  }
}

/// Files of the repository and, where `LISTO_CORPUS` names a folder of them, of other programs.
enum Files {
  static let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples").path

  private static let corpus = URL(filePath: samples).deletingLastPathComponent()
    .appending(path: "Tests/Corpus").path

  /// The calendar files below the samples and both corpora, by the folder that they stand in.
  static func folders() -> [TestFolder] { found }

  private static let found: [TestFolder] = {
    var roots = [samples, corpus]
    if let others = Corpus.folder { roots.append(others) }
    var folders: [String: [TestFolder.File]] = [:]
    for root in roots {
      for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init() {
        let path = root + "/" + name
        guard let data = FileManager.default.contents(atPath: path),
          data.range(of: Data("BEGIN:V".utf8)) != nil
        else { continue }
        let url = URL(filePath: path)
        folders[url.deletingLastPathComponent().path, default: []].append(
          TestFolder.File(url.lastPathComponent, bytes: [UInt8](data)))
      }
    }
    return folders.keys.sorted().map { key in
      TestFolder(key, folders[key, default: []].sorted { $0.name < $1.name })
    }
  }()
}

/// Calendars made up for tests.
enum Make {
  static func todo(_ lines: String...) -> String { todo(lines) }

  static func todo(_ lines: [String]) -> String {
    (["BEGIN:VTODO"] + lines + ["END:VTODO"]).map { $0 + "\r\n" }.joined()
  }

  static func calendar(_ header: [String] = [], _ components: String...) -> String {
    calendar(header, components)
  }

  static func calendar(_ header: [String], _ components: [String]) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + header.map { $0 + "\r\n" }.joined() + components.joined()
      + "END:VCALENDAR\r\n"
  }

  /// A reminder on its own.
  static func reminder(_ lines: String...) throws -> Reminder {
    Reminder(try #require(Component(Array(todo(lines).utf8))), in: .none)
  }
}
