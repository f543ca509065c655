import Foundation
import Listo

/// The catalog of `Samples`, read without stores, in a fixed order and with a source name that no machine
/// decides.
enum SampleCatalog {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples")

  static let zone = Zone.system(named: "Europe/Berlin") ?? .utc

  /// 2026-12-01T09:00:00 Europe/Berlin, the day around which Samples are dated.
  static let context = ViewContext(
    now: Instant(iso: "2026-12-01T09:00:00+01:00") ?? Instant(seconds: 0), zone: zone)

  static func load(_ sources: [String] = ["iCloud", "Nextcloud", "Tasks.org", "Thunderbird", "KOrganizer"])
    throws
    -> Catalog
  {
    var builder = CatalogBuilder()
    for name in sources {
      let source = Source(identifier: "/Samples/\(name)", title: name, kind: .folder)
      for entry in try entries(folder.appending(path: name)) {
        let url = folder.appending(path: "\(name)/\(entry)")
        if entry.hasSuffix(".ics") {
          try add(
            url, "Samples/\(name)/\(entry)", to: &builder,
            CatalogBuilder.Folder(
              parent: Source(identifier: "/Samples", title: "Samples", kind: .folder), source: source,
              name: name,
              path: "Samples/\(name)"))
          continue
        }
        let inner = CatalogBuilder.Folder(
          parent: source,
          source: Source(identifier: "/Samples/\(name)/\(entry)", title: entry, kind: .folder),
          name: entry, path: "Samples/\(name)/\(entry)",
          displayName: try? String(contentsOf: url.appending(path: "displayname"), encoding: .utf8),
          color: (try? String(contentsOf: url.appending(path: "color"), encoding: .utf8)).flatMap {
            ListColor($0)
          })
        for file in try entries(url) where file.hasSuffix(".ics") {
          try add(url.appending(path: file), "Samples/\(name)/\(entry)/\(file)", to: &builder, inner)
        }
      }
    }
    return builder.catalog()
  }

  /// One calendar of this text, as a file `Test.ics` in the folder `Folder`.
  static func parse(_ text: String, isWritable: Bool = true) throws -> Catalog {
    var builder = CatalogBuilder()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    let file = try CalendarFile(reading: MemorySource(Array(lines.utf8)), file: "Folder/Test.ics")
    builder.add(
      file, fileName: "Test.ics",
      in: CatalogBuilder.Folder(
        parent: Source(identifier: "/", title: "/", kind: .folder),
        source: Source(identifier: "/Folder", title: "Folder", kind: .folder), name: "Folder", path: "Folder"),
      isWritable: isWritable)
    return builder.catalog()
  }

  private static func entries(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private static func add(
    _ url: URL, _ name: String, to builder: inout CatalogBuilder, _ folder: CatalogBuilder.Folder
  ) throws {
    let bytes = [UInt8](try Data(contentsOf: url))
    builder.add(
      try CalendarFile(reading: MemorySource(bytes), file: name), fileName: url.lastPathComponent, in: folder)
  }
}
