package import ICalendar
internal import ListoModel
package import ListoStores
internal import Platform

/// Where what an input lacks counts as deleted, only a whole collection will do.
extension Input {
  /// - Parameter problems: what was met in reading it.
  /// - Throws: ``WorkError/incomplete(input:reason:)`` and ``WorkError/message(input:)``.
  func requireWhole(_ calendars: [CalendarContext], _ problems: [Diagnostic]) throws(WorkError) {
    try requireCollection(calendars, problems)
    if isPartial(problems) { throw .incomplete(input: name, reason: "it could not be read completely") }
  }

  /// The same, but for single components that could not be read.
  func requireCollection(_ calendars: [CalendarContext], _ problems: [Diagnostic]) throws(WorkError) {
    if calendars.contains(where: \.isPartOfCollection) { throw .message(input: name) }
    if calendars.isEmpty && !isEmptyCollection {
      throw .incomplete(input: name, reason: "there is no calendar in it")
    }
    if problems.contains(where: { $0.code == .missingEnd }) {
      throw .incomplete(input: name, reason: "it may be cut off")
    }
  }

  /// Something in it could not be read.
  package func isPartial(_ problems: [Diagnostic]) -> Bool {
    isPartial || problems.contains(where: \.code.mayHideComponents)
  }
}

extension InputTree {
  /// A file of another format that a folder holds is read where its content shows what it is; one that does
  /// not show it any more would be passed over without a word.
  ///
  /// - Parameters:
  ///   - base: what others are compared with, and its path.
  ///   - sides: the others, and their paths.
  /// - Throws: ``WorkError/incomplete(input:reason:)`` where a file of the base is there on another side, and
  ///   is not read.
  static func requireFiles(
    of base: (path: String, tree: InputTree), in sides: some Sequence<(path: String, tree: InputTree)>
  ) throws(WorkError) {
    let top = base.path.withSlash
    let files = base.tree.inputs.filter { !$0.format.isICalendar }.compactMap(\.path).filter {
      $0.hasPrefix(top)
    }
    guard !files.isEmpty else { return }
    for side in sides {
      let read = Set(side.tree.inputs.compactMap(\.path))
      for file in files {
        let path = side.path.withSlash + file.dropFirst(top.count)
        guard !read.contains(path), (try? FileStatus(path: path).kind) == .regular else { continue }
        throw .incomplete(input: path, reason: "its format can no longer be recognized")
      }
    }
  }
}
