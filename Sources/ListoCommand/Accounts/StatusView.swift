internal import Listo

/// What the last syncs of an account left to be looked at, for people and as JSON.
struct StatusView {
  let status: AccountStatus

  /// What was refused is part of what a plan tells.
  var lines: [String] {
    status.conflicts.flatMap { conflict in
      ["  conflict: \(conflict.title.isEmpty ? conflict.uid : conflict.title)"]
        + conflict.texts.map { "    \($0)" }
        + (file(conflict).map { ["    kept: \(StandardFolders.abbreviated($0))"] } ?? [])
    }
  }

  var json: JSONValue {
    .object(present: [
      "conflicts": .array(
        status.conflicts.map { conflict in
          .object(present: [
            "list": .string(conflict.list), "uid": .string(conflict.uid), "title": .string(conflict.title),
            "texts": .array(conflict.texts.map { .string($0) }), "kept": file(conflict).map { .string($0) },
            "time": .string("\(Instant(seconds: conflict.time))"),
          ])
        }),
      "refused": .array(
        status.refused.map { refused in
          .object(present: [
            "list": .string(refused.list), "uid": .string(refused.uid),
            "reason": .string(refused.reason),
            "repairs": .array(refused.repairs.map { .string($0) }),
          ])
        }),
    ])
  }

  private func file(_ conflict: SyncConflict) -> String? {
    conflict.file.map { status.keptFolder + "/" + $0 }
  }
}
