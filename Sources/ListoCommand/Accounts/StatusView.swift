internal import Listo

/// What the last syncs of an account left to be looked at, for people.
struct StatusView {
  let status: AccountStatus

  /// What was refused is part of what a plan tells.
  var lines: [String] {
    status.conflicts.flatMap { conflict in
      ["  conflict: \(conflict.title.isEmpty ? conflict.uid : conflict.title)"]
        + conflict.texts.map { "    \($0)" }
        + (status.file(of: conflict).map { ["    kept: \(StandardFolders.abbreviated($0))"] } ?? [])
    } + status.leftOut.map { "  left out: \($0.resource): \($0.reason)" }
  }
}
