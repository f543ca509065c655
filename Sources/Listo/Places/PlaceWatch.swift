internal import ListoStores
internal import Platform

/// Waits for changes in files and folders that were named.
package struct PlaceWatch {
  private let signal: ChangeSignal

  /// Begins to watch the places: changes from now on count.
  package init(_ places: [String]) { signal = ChangeSignal(Self.folders(places)) }

  /// Waits until something changed, and then until all is quiet for a moment; or until the time is over.
  package func wait(seconds: Int) { signal.wait(seconds: seconds) }

  /// The folders whose files are read.
  static func folders(_ places: [String]) -> [String] {
    var folders = Set(InputTree(places).inputs.map { $0.folder.source.place })
    for place in places {
      guard let real = try? FileSystem.realPath(place), (try? FileStatus(path: real).kind) == .folder else {
        continue
      }
      folders.insert(real)
    }
    return folders.sorted()
  }
}
