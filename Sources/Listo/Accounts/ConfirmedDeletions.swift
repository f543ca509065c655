internal import ListoModel

extension Journal {
  /// Reminders that were deleted, below a folder, by commands that say how many and ask: a sync takes their word for it.
  ///
  /// - Returns: UIDs by the names of the lists' folders.
  public func confirmedDeletions(below folder: String) throws(WorkError) -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    let start = folder.withSlash
    for entry in try history() where entry.state == .standing {
      guard case .edit = entry.kind, let label = entry.label, let files = entry.entry?.files,
        ["delete", "purge", "archive"].contains(where: { label.hasPrefix($0) })
      else { continue }
      for file in files where file.change.path.hasPrefix(start) {
        let parts = file.change.path.dropFirst(start.count).split(separator: "/")
        guard parts.count == 2, let list = parts.first else { continue }
        for splice in file.change.splices where splice.new.isEmpty {
          if let uid = splice.item?.uid?.text { result[String(list), default: []].insert(uid) }
        }
      }
    }
    return result
  }
}
