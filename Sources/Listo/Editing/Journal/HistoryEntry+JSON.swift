internal import ICalendar
package import ListoFormats

extension HistoryEntry {
  /// Returns the entries in order, as `listo history --json` prints them.
  ///
  ///     {"listo":"history","version":1,"changes":[{"id":…,"time":…,"label":…,"state":…,"reminders":…,"files":[a path, …]}]}
  ///
  /// `state` is `standing`, `undone`, `pending`, `later-version` or `broken`; `time`, `label` and `files` are
  /// missing if an entry cannot be read.
  package static func json(of entries: [HistoryEntry]) -> JSONValue {
    .object(present: [
      "listo": "history", "version": 1,
      "changes": .array(
        entries.map { entry in
          .object(present: [
            "id": .number(entry.id.number), "time": entry.time.map { .string("\($0)") },
            "label": entry.label.map { .string($0) }, "state": .string(entry.state.word),
            "reminders": .number(entry.itemCount),
            "files": entry.transaction.map { .strings($0.files.map(\.path)) },
          ])
        }),
    ])
  }
}

extension HistoryEntry.State {
  fileprivate var word: String {
    switch self {
    case .standing: "standing"
    case .undone: "undone"
    case .pending: "pending"
    case .laterVersion: "later-version"
    case .broken: "broken"
    }
  }
}
