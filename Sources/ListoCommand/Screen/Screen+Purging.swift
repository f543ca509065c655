internal import Listo

extension Screen {
  /// The page shows completed and cancelled reminders alone.
  func isFinishedAlone(_ page: RemindersPage) -> Bool {
    page.options.finished == .alone || page.scope == Self.completed.scope
  }

  /// Deletes the reminders of a page of completed reminders, once that is confirmed.
  mutating func purge() -> [Effect] {
    guard case .reminders(let page) = page, isFinishedAlone(page) else {
      let finished = settings.bindings.name(of: .finished)
      say("this works only on a page of completed reminders alone; \(finished) shows them")
      return []
    }
    let shown = page.rows.compactMap { $0.path.flatMap(data.catalog.modelIdentifier) }
    let gone = purgeable(shown)
    let kept = shown.count - gone.count
    guard !gone.isEmpty else {
      say(shown.isEmpty ? "there is nothing to delete" : "nothing to delete: each is open or has open parts")
      return []
    }
    let edits = gone.map { ScreenEdit($0, .delete(.keep)) }
    let effects: [Effect] = [
      .change(label: "Purged: \(RelativeDate.count(gone.count, "reminder"))", edits)
    ]
    guard gone.count >= settings.deletion.least else { return effects }
    let rest = kept == 0 ? "" : " \(kept) with open parts will stay."
    prompt = .question(
      Question(
        text: "Delete \(RelativeDate.count(gone.count, "completed reminder"))?\(rest)",
        answers: [Question.Answer(key: "y", words: "yes", effects: effects)]))
    return []
  }

  /// Those that ``Editing/purgeable(before:in:)`` would delete, whatever their dates.
  private func purgeable(_ shown: [ModelIdentifier]) -> [ModelIdentifier] {
    let editing = Editing(data.catalog, in: EditContext(data.context))
    var lists: Set<ModelIdentifier> = []
    var purgeable: Set<ModelIdentifier> = []
    for list in shown.compactMap(\.container) where lists.insert(list).inserted {
      purgeable.formUnion(editing.purgeable(in: list) { _ in true })
    }
    return shown.filter(purgeable.contains)
  }
}
