internal import Listo

/// The conflicts and left-out items of an account's last syncs, for people to look at.
struct StatusView {
  let status: AccountStatus

  /// The lines of the conflicts and left-out items; refused items are part of a plan's report.
  var lines: [String] {
    status.conflicts.flatMap { conflict in
      ["  conflict: \(conflict.title.isEmpty ? conflict.uid : conflict.title)"]
        + conflict.texts.map { "    \($0)" }
        + (status.file(of: conflict).map { ["    kept: \(StandardFolders.abbreviated($0))"] } ?? [])
    } + status.leftOut.map { "  left out: \($0.resource): \($0.reason)" }
  }
}
