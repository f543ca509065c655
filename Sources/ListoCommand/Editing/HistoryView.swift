internal import Listo

/// The journal's entries, for people and for scripts.
struct HistoryView {
  let entries: [HistoryEntry]
  let context: ViewContext

  var text: String {
    guard !entries.isEmpty else { return "Nothing was changed yet.\n" }
    let width = entries.reduce(0) { max($0, "\($1.id)".count) }
    return entries.map { entry in
      let number = "\(entry.id)".padded(toCells: width)
      guard let command = entry.label, let time = entry.time else {
        return Visible.line("\(number)  \(Self.word(entry.state))") + "\n"
      }
      let when = context.zone.local(of: time)
      let clock = "\(when.day) \(RelativeDate.clock(when))"
      let state = Self.word(entry.state)
      let label = Self.words(entry.kind, command)
      return Visible.line("\(number)  \(clock)  \(label)" + (state.isEmpty ? "" : " (\(state))")) + "\n"
    }.joined()
  }

  /// `{"listo":"history","version":1,"changes":[{"id":…,"time":…,"label":…,"state":…,"reminders":…,"files":[…]}]}`, the last first; `time`,
  /// `label` and `files` are missing where the entry cannot be read.
  var json: JSONValue {
    .object(present: [
      "listo": "history", "version": 1,
      "changes": .array(
        entries.map { entry in
          .object(present: [
            "id": .number(entry.id.number), "time": entry.time.map { .string("\($0)") },
            "label": entry.label.map { .string($0) },
            "state": .string(Self.key(entry.state)), "reminders": .number(entry.itemCount),
            "files": entry.transaction.map { .array($0.files.map { .string($0.path) }) },
          ])
        }),
    ])
  }

  /// The command; of one that took another back, that one's number before it.
  private static func words(_ kind: Transaction.Kind?, _ label: String) -> String {
    switch kind {
    case .undo(let id): "undo \(id): \(label)"
    case .redo(let id): "redo \(id): \(label)"
    case .edit, nil: label
    }
  }

  private static func word(_ state: HistoryEntry.State) -> String {
    switch state {
    case .standing: ""
    case .undone: "taken back"
    case .pending: "cut off, or under way; the next change settles it"
    case .laterVersion: "a later version of listo wrote it"
    case .broken(let reason): "it cannot be read: \(reason)"
    }
  }

  private static func key(_ state: HistoryEntry.State) -> String {
    switch state {
    case .standing: "standing"
    case .undone: "undone"
    case .pending: "pending"
    case .laterVersion: "later-version"
    case .broken: "broken"
    }
  }
}
