internal import Listo

/// The journal's entries, for people.
struct HistoryView {
  let entries: [HistoryEntry]
  let context: ViewContext

  var text: String {
    guard !entries.isEmpty else { return "There are no changes.\n" }
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
    case .undone: "undone"
    case .pending: "interrupted or in progress; the next change completes or undoes it"
    case .laterVersion: "written by a later version of listo"
    case .broken(let reason): "it cannot be read: \(reason)"
    }
  }
}
