internal import ICalendar
internal import ListoAccounts
package import ListoFormats

extension AccountStatus {
  /// The open issues of the last syncs, as `listo status --json` prints them next to the `SyncPlan`.
  ///
  ///     {"conflicts":[{"list":…,"uid":…,"title":…,"texts":[…],"kept":a path,"time":…}],
  ///     "refused":[{"list":…,"uid":…,"reason":…,"repairs":[…]}],
  ///     "leftOut":[{"list":…,"resource":…,"reason":…}]}
  package var json: JSONValue {
    .object(present: [
      "conflicts": .array(
        conflicts.map { conflict in
          .object(present: [
            "list": .string(conflict.list), "uid": .string(conflict.uid), "title": .string(conflict.title),
            "texts": .strings(conflict.texts), "kept": file(of: conflict).map { .string($0) },
            "time": .string("\(Instant(seconds: conflict.time))"),
          ])
        }),
      "refused": .array(
        refused.map { refused in
          .object(present: [
            "list": .string(refused.list), "uid": .string(refused.uid), "reason": .string(refused.reason),
            "repairs": .strings(refused.repairs),
          ])
        }),
      "leftOut": .array(
        leftOut.map { left in
          .object(present: [
            "list": .string(left.list), "resource": .string(left.resource), "reason": .string(left.reason),
          ])
        }),
    ])
  }
}
