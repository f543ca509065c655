internal import ListoModel
internal import Platform

/// The input, folder or source that was probably meant by a path at which nothing stands.
package enum NearestPath {
  /// A name in the folder of a path that is spelt nearly so; nil where none is.
  ///
  /// - Parameters:
  ///   - current: the folder that is meant where none is named.
  ///   - others: what else may have been meant there.
  /// - Complexity: linear in the entries of the folder, of which 10,000 are looked at.
  package static func find(
    _ path: String, in current: String = ".", or others: () -> [String]
  ) -> String? {
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
    let entries = (try? FileSystem.entries(inFolder: folder.isEmpty ? current : folder)) ?? []
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
