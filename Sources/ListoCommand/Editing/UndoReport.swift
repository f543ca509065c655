internal import Listo

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
