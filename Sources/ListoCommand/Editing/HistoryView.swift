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
