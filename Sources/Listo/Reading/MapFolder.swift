package import ListoFormats
package import ListoStores
internal import Platform

/// A folder with maps of exports: `NAME.toml` each. They come before formats of the same name, and are used
/// where they are named.
package struct MapFolder: Sendable {
  private let path: String
  private static let ending = ".toml"

  package init(_ path: String) { self.path = path }

  /// The names of the maps, in order; empty if the folder does not exist.
  package var names: [String] {
    guard let entries = try? FileSystem.entries(inFolder: path) else { return [] }
    return entries.map(\.name).filter { $0.hasSuffix(Self.ending) && $0.count > Self.ending.count }
      .map { String($0.dropLast(Self.ending.count)).lowercased() }.sorted()
  }

  /// The format of a map.
  ///
  /// - Returns: nil where no map has the name.
  /// - Throws: ``StoreError`` for a map that is broken or cannot be read; its path ends in the line.
  package func format(named name: String) throws(StoreError) -> Format? {
    guard names.contains(name) else { return nil }
    let file = "\(path)/\(name)\(Self.ending)"
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try SmallFile.bytes(file) ?? [] } catch {
      throw StoreError(reading: file, error)
    }
    do throws(ExportMap.Problem) { return Format(try ExportMap(bytes, name: name)) } catch {
      throw StoreError(.unreadable, path: "\(file):\(error.line)", reason: error.reason)
    }
  }

  /// The formats of all maps that are not broken.
  package var formats: [Format] { names.compactMap { try? format(named: $0) } }
}
