internal import ListoModel

extension Journal {
  /// Reminders that were deleted, below a folder, by commands that say how many and ask: a sync takes their
  /// word for it.
  ///
  /// - Returns: UIDs by the names of the lists' folders.
  /// - Complexity: linear in the number of entries of the journal, and in the bytes of those of such
  ///   commands.
  package func confirmedDeletions(below folder: String) throws(WorkError) -> [String: Set<UID>] {
    var result: [String: Set<UID>] = [:]
    let start = folder.withSlash
    for (name, head) in try heads() where head.state == .standing {
      guard case .edit = head.kind, let label = head.label,
        ["delete", "purge", "archive", "dedupe"].contains(where: { label.hasPrefix($0) }),
        case .entry(let entry) = read(name)
      else { continue }
      for file in entry.files where file.change.path.hasPrefix(start) {
        let parts = file.change.path.dropFirst(start.count).split(separator: "/")
        guard parts.count == 2, let list = parts.first else { continue }
        for splice in file.change.splices where splice.new.isEmpty {
          if let uid = splice.item?.uid?.text { result[String(list), default: []].insert(UID(uid)) }
        }
      }
    }
    return result
  }
}
