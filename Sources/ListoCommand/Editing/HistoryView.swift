internal import Listo

/// The journal's entries, for people.
struct HistoryView {
  let entries: [HistoryEntry]
  let context: ViewContext

  let surface: Surface

  var lines: [StyledLine] {
    guard !entries.isEmpty else { return [StyledLine([StyledText("There are no changes.")])] }
    let dates = RelativeDate(context)
    return AlignedRows.lines(
      entries.map { entry in
        let number = StyledText("\(entry.id)", .dim)
        let state = Self.word(entry.state)
        guard let command = entry.label, let time = entry.time else {
          return [number, StyledText(""), shown(state, .overdue)]
        }
        let label = Self.words(entry.kind, command) + (state.isEmpty ? "" : " (\(state))")
        return [number, StyledText(dates.short(time)), shown(label, style(entry.state))]
      }, surface)
  }

  private func shown(_ text: String, _ style: Style) -> StyledText {
    StyledText(Visible.line(text, surface.glyphs), style)
  }

  private func style(_ state: HistoryEntry.State) -> Style {
    switch state {
    case .standing: .plain
    case .undone: .dim
    case .pending, .laterVersion, .broken: .overdue
    }
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

/// The answer of `undo` and `redo`.
struct UndoReport {
  let transaction: Transaction
  let isRedo: Bool

  var text: String {
    guard !transaction.isEmpty else { return "already so; nothing changed\n" }
    let word = isRedo ? "redone" : "undone"
    // The label of an edit names its first reminder behind a colon.
    let action = transaction.label.firstIndex(of: ":").map { transaction.label[..<$0] }
    var text = ""
    var told: Set<String> = []
    let titles = Dictionary(grouping: transaction.items) { $0.title ?? "(untitled)" }
    for item in transaction.items {
      let title = item.title ?? "(untitled)"
      guard told.insert(title).inserted, let all = titles[title] else { continue }
      let (came, went) = (all.contains { $0.before == nil }, all.contains { $0.after == nil })
      // One that moved between lists leaves one place and comes to another.
      let result =
        came == went
        ? ""
        : came ? ", restored" : all.count > 1 ? ", copy removed" : ", removed"
      text += Visible.line((action.map { "\(word): \($0), " } ?? "  ") + title + result) + "\n"
    }
    // A change without such a label, such as a sync, is named once.
    if text.isEmpty || action == nil { text = Visible.line("\(word): \(transaction.label)") + "\n" + text }
    return text + (isRedo ? "listo undo takes it back\n" : "listo redo makes it again\n")
  }
}
