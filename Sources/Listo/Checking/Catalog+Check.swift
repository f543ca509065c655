public import ICalendar
public import ListoModel
public import ListoRepairs
internal import ListoStores

extension Catalog {
  /// Checks files and folders as `listo check` does: for errors in reading, against RFC 5545 and its
  /// extensions, and for content that some programs or servers refuse.
  ///
  ///     for problem in try Catalog.check([folder], for: [.rfc, .nextcloud]) { print(problem) }
  ///
  /// - Parameters:
  ///   - places: paths of files and folders, or addresses of published calendars.
  ///   - profiles: the programs and servers that the content is meant for.
  /// - Returns: the findings in the order of the inputs and of their lines, with file, line and code; empty
  ///   if nothing is wrong.
  /// - Throws: ``WorkError/store(_:)`` if a place cannot be read.
  /// - Complexity: linear in the bytes, which are read twice.
  public static func check(
    _ places: [String], for profiles: [Profile] = [.rfc]
  ) throws(WorkError) -> [Diagnostic] {
    try check(InputTree(places), for: profiles)
  }

  /// Checks bytes as ``check(_:for:)`` checks a file.
  ///
  /// - Parameters:
  ///   - bytes: the content of a file in any format that Listo reads.
  ///   - name: the file name in the findings.
  ///   - profiles: the programs and servers that the content is meant for.
  /// - Throws: ``WorkError/store(_:)`` if the format is not known or cannot be read.
  public static func check(
    _ bytes: [UInt8], named name: String = "-", for profiles: [Profile] = [.rfc]
  ) throws(WorkError) -> [Diagnostic] {
    try check(InputTree(memory: [(name, bytes)]), for: profiles)
  }

  private static func check(_ tree: InputTree, for profiles: [Profile]) throws(WorkError) -> [Diagnostic] {
    if let error = tree.errors.first { throw .store(error) }
    let notes = WorkNotes()
    var findings: [Diagnostic] = []
    do {
      try CheckJob(notes, for: profiles).run(tree, begin: { _ in }) { found in
        findings += found.map(\.diagnostic)
      }
    } catch let error as WorkError {
      throw error
    } catch {
      throw .store(error as? StoreError ?? StoreError(.unreadable, path: "", reason: "\(error)"))
    }
    return tree.problems + notes.problems + findings
  }
}
