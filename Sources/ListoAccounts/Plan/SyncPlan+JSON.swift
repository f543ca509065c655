package import ListoFormats

extension SyncPlan {
  /// The plan of one account, as `listo sync --dry-run --json` prints it.
  ///
  ///     {"plan":…,"lists":[{"list":…,"title":…,"kind":…,"reason":…,"repairs":[…]}],
  ///     "items":[{"list":…,"uid":…,"title":…,"kind":…,"changesHere":…,"changesThere":…,"conflicts":[…],"reason":…,"repairs":[…]}],
  ///     "unfit":[{"list":…,"file":…,"reason":…}]}
  ///
  /// `plan` is ``identifier``; kinds are those of ``ListStep/Kind`` and ``SyncStep/Kind``. Items that are the
  /// same on both sides are left out, and empty values are absent.
  ///
  /// - Complexity: that of ``identifier``.
  package var json: JSONValue {
    .object(present: [
      "plan": .string(identifier), "lists": .array(lists.filter { $0.kind != .pair }.map(\.json)),
      "items": .array(steps.filter(\.isNews).map(\.json)),
      "unfit": .array(
        unfit.map {
          .object(present: ["list": .string($0.list), "file": .string($0.file), "reason": .string($0.reason)])
        }),
    ])
  }
}

extension ListStep {
  fileprivate var json: JSONValue {
    .object(present: [
      "list": .string(list), "title": .string(title), "kind": .string(kind.rawValue),
      "reason": reason.map { .string($0) }, "repairs": repairs.isEmpty ? nil : .strings(repairs),
    ])
  }
}

extension SyncStep {
  fileprivate var json: JSONValue {
    .object(present: [
      "list": .string(list), "uid": .string(uid), "title": .string(title), "kind": .string(kind.rawValue),
      "changesHere": .bool(changesHere), "changesThere": .bool(changesThere),
      "conflicts": conflicts.isEmpty ? nil : .strings(conflicts), "reason": reason.map { .string($0) },
      "repairs": repairs.isEmpty ? nil : .strings(repairs),
    ])
  }
}
