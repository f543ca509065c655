package import ListoStores
internal import Platform

/// A file that is named on a command line and is no calendar, read whole; `-` is standard input.
package enum NamedFile {
  /// - Parameter limit: so many bytes at the most.
  /// - Throws: ``StoreError`` with the system's reason, or with ``StoreError/Code-swift.enum/tooLarge``.
  package static func bytes(_ argument: String, upTo limit: Int) throws(StoreError) -> [UInt8] {
    do throws(SystemError) {
      let file = argument == "-" ? try InputFile.standardInput() : try InputFile(path: argument)
      if let bytes = try file.bytes(upTo: limit) { return bytes }
    } catch {
      throw StoreError(error.isMissing ? .missing : .unreadable, path: argument, reason: error.reason)
    }
    throw StoreError(.tooLarge, path: argument, reason: "it has more than \(limit >> 20) MiB")
  }

  /// The path that was probably meant by one at which nothing stands: a name in its folder that is spelt nearly so.
  ///
  /// - Parameter others: what else may have been meant where no folder is named.
  /// - Complexity: linear in the entries of the folder, of which 10,000 are looked at.
  package static func nearest(to path: String, or others: () -> [String]) -> String? {
    // The first part of it that is not there.
    var path = path
    while let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex,
      (try? FileStatus(path: String(path[..<slash]))) == nil
    {
      path = String(path[..<slash])
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let entries = (try? FileSystem.entries(inFolder: folder.isEmpty ? "." : folder)) ?? []
    var names = entries.prefix(10_000).map(\.name).filter { !$0.hasPrefix(".") }
    if folder.isEmpty { names += others() }
    // An extension that both have does not make them alike.
    let ending = name.lastIndex(of: ".").map { name[$0...] } ?? ""
    let stems = names.map { $0.hasSuffix(ending) ? String($0.dropLast(ending.count)) : $0 }
    guard let near = Spelling.nearest(to: String(name.dropLast(ending.count)), in: stems),
      let index = stems.firstIndex(of: near)
    else { return nil }
    return folder + names[index]
  }
}
