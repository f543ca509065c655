import ICalendar

@testable import ListoModel

/// Comparing and patching of files in memory.
enum Patching {
  static func catalog(_ bytes: [UInt8], file: String = "a.ics") throws -> Catalog {
    try TestFolder.catalog([TestFolder("/s/f", [.init(file, bytes: bytes)])]).0
  }

  static func difference(
    _ old: [UInt8], _ new: [UInt8], options: CatalogDifference.Options = .init()
  ) throws -> CatalogDifference {
    try CatalogDifference(from: catalog(old), to: catalog(new), options: options)
  }

  /// A file in which the zones have their first names again: without a UID, an item is known by its lines.
  static func withBareZoneNames(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    return Array(text.replacing(/(Europe\/Berlin|Asia\/Tokyo)-[0-9a-f]{8}/) { $0.output.1 }.utf8)
  }

  /// The patch as it was written and read again.
  static func patch(_ old: [UInt8], _ new: [UInt8]) throws -> Patch {
    try Patch(reading: MemorySource(Patch(difference(old, new)).text))
  }

  static func apply(
    _ patch: Patch, to bytes: [UInt8], prefer: MergePreference = .newest
  ) throws -> PatchTrial {
    try PatchTrial(
      patch, to: bytes, file: "a.ics", in: TestFolder("/s/f", []).folder,
      options: PatchOptions(preference: prefer))
  }
}
