extension AccountSync {
  /// Brings here what changed there, all as one entry of the history.
  ///
  /// Versions that are lost by this are kept first: those that a sync deletes here, and those that lost a
  /// conflict.
  ///
  /// - Returns: the items that were changed; one whose file was changed meanwhile waits for the next round.
  func take(_ plan: SyncPlan, _ sides: SyncSides) throws -> Set<Attempt.Key> {
    var groups = try folderChanges(plan)
    let lists = groups.count
    var keys: [Attempt.Key] = []
    var names: Set<String> = []
    for step in plan.steps {
      if !step.conflicts.isEmpty {
        try log.add(
          step.conflicts, step.key, step.title, in: step.list, rejected: step.rejected, at: context.time)
        tellConflict(step, sides)
      }
      guard let here = step.here, let group = try changes(here, step, sides, &names) else { continue }
      groups.append(group)
      keys.append(step.place)
    }
    guard !groups.isEmpty else { return [] }
    context.observe(.taking(groups.count))
    let made = try folder.apply(groups, context.label)
    let applied = Set(made.filter { $0 >= lists }.map { keys[$0 - lists] })
    for step in plan.steps where applied.contains(step.place) { report.count(step.kind) }
    return applied
  }

  /// Nil where a file is no longer what it was when it was read.
  private func changes(
    _ here: SyncStep.Here, _ step: SyncStep, _ sides: SyncSides, _ names: inout Set<String>
  ) throws -> [SyncFolderChange]? {
    switch here {
    case .write(let item, replacing: let file?):
      guard let old = try unchanged(file, in: step.list, sides) else { return nil }
      files[step.place] = file
      return [.write(list: step.list, file: file, old: old, new: item)]
    case .write(let item, replacing: nil):
      let file = try newFile(step, &names)
      files[step.place] = file
      return [.write(list: step.list, file: file, old: nil, new: item)]
    case .remove(let file):
      guard let old = try unchanged(file, in: step.list, sides) else { return nil }
      try log.discard(old, day: context.day)
      return [.remove(list: step.list, file: file, old: old)]
    case .move(let item, let list, let file):
      guard let old = try unchanged(file, in: list, sides) else { return nil }
      let new = try newFile(step, &names)
      files[step.place] = new
      return [
        .write(list: step.list, file: new, old: nil, new: item), .remove(list: list, file: file, old: old),
      ]
    }
  }

  private func unchanged(_ file: String, in list: String, _ sides: SyncSides) throws -> [UInt8]? {
    guard let bytes = try folder.read(file, in: list),
      sides.digests[list]?[file] == SyncItem.digest(of: bytes)
    else { return nil }
    return bytes
  }

  /// A name that no file of the list has.
  private func newFile(_ step: SyncStep, _ names: inout Set<String>) throws -> String {
    var attempt = 0
    while true {
      let file = SyncNames.file(step.uid, attempt: attempt)
      let isTaken = try folder.read(file, in: step.list) != nil
      if !isTaken, names.insert("\(step.list)/\(file)").inserted { return file }
      attempt += 1
    }
  }
}
