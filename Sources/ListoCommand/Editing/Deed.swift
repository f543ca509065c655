/// What a command does to reminders, in the words with which it asks and tells.
struct Deed {
  /// `done`, `moved to Work`: what became of each.
  let participle: String
  /// The same in a question: `5 reminders would be changed`.
  let asked: String
  /// The setting for deletions says when it is asked.
  let deletes: Bool
  /// The same is done to subtasks, which are told too.
  let includesSubtasks: Bool

  init(_ participle: String, asked: String? = nil, deletes: Bool = false, includesSubtasks: Bool = false) {
    (self.participle, self.asked) = (participle, asked ?? participle)
    (self.deletes, self.includesSubtasks) = (deletes, includesSubtasks)
  }

  static let added = Deed("added")
  static let done = Deed("done", includesSubtasks: true)
  static let deleted = Deed("deleted", deletes: true, includesSubtasks: true)
}
