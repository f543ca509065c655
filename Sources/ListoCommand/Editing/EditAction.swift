internal import Listo

/// The action of a command on reminders, in the words with which it asks and tells.
struct EditAction {
  /// `done`, `moved to Work`: what became of each.
  let participle: String
  /// The same in a question: `5 reminders would be changed`.
  let asked: String
  /// The setting for deletions says when it is asked.
  let deletes: Bool
  /// The same is done to subtasks, which are told too.
  let includesSubtasks: Bool
  /// The copies are reported, not their originals.
  let makesCopies: Bool
  /// The text behind the title in the report, for the reminder as it is now.
  let detail: (Reminder) -> String?

  init(
    _ participle: String, asked: String? = nil, deletes: Bool = false, includesSubtasks: Bool = false,
    makesCopies: Bool = false, detail: @escaping (Reminder) -> String? = { _ in nil }
  ) {
    (self.participle, self.asked) = (participle, asked ?? participle)
    (self.deletes, self.includesSubtasks) = (deletes, includesSubtasks)
    (self.makesCopies, self.detail) = (makesCopies, detail)
  }

  static var added: EditAction { EditAction("added") }
  static var done: EditAction { EditAction("done", includesSubtasks: true) }
  static var deleted: EditAction { EditAction("deleted", deletes: true, includesSubtasks: true) }
}
