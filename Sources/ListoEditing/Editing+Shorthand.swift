public import ICalendar
public import ListoModel

/// The usual changes by their names; ``apply(_:to:)-(Change,_)`` has all of them.
extension Editing {
  /// Completes a reminder. A repeating one moves on to its next date, and a completed copy of the present
  /// occurrence is added, unless `completion` says otherwise.
  ///
  /// - Throws: ``EditError``; then nothing is changed.
  public mutating func complete(
    _ id: ModelIdentifier, as completion: Completion = Completion()
  ) throws(EditError) {
    try apply(.complete(completion), to: id)
  }

  /// Opens a completed or cancelled reminder again.
  ///
  /// - Throws: ``EditError``; then nothing is changed.
  public mutating func reopen(_ id: ModelIdentifier) throws(EditError) { try apply(.reopen, to: id) }

  /// Sets a field of a reminder; nil removes it.
  ///
  /// - Returns: the reminder that holds the change: of an occurrence of a series, the new override.
  /// - Throws: ``EditError``; then nothing is changed.
  @discardableResult
  public mutating func set(
    _ field: FieldID, to value: FieldValue?, of id: ModelIdentifier
  ) throws(EditError) -> ModelIdentifier {
    try apply(.set(field, value), to: id)
  }

  /// Sets the due date of a reminder; nil removes it. The start, the alarms and, for a series, the other
  /// dates move with it.
  ///
  /// - Returns: the reminder that holds the change: of an occurrence of a series, the new override.
  /// - Throws: ``EditError``; then nothing is changed.
  @discardableResult
  public mutating func setDue(
    _ due: Moment?, of id: ModelIdentifier
  ) throws(EditError) -> ModelIdentifier {
    try apply(.set(.due, due.map { .moment($0) }), to: id)
  }

  /// Gives a reminder another title.
  ///
  /// - Throws: ``EditError``; then nothing is changed.
  public mutating func rename(_ id: ModelIdentifier, to title: String) throws(EditError) {
    try apply(.set(.title, .text(title)), to: id)
  }

  /// Flags a reminder, or removes its flag.
  ///
  /// - Throws: ``EditError``; then nothing is changed.
  public mutating func flag(_ id: ModelIdentifier, to isFlagged: Bool = true) throws(EditError) {
    try apply(.flag(isFlagged), to: id)
  }

  /// Makes a reminder a subtask of another one of its list, or of none.
  ///
  /// - Throws: ``EditError``, also if it would become a part of itself; then nothing is changed.
  public mutating func setParent(
    _ parent: ModelIdentifier?, of id: ModelIdentifier
  ) throws(EditError) {
    try apply(.setParent(parent), to: id)
  }

  /// Deletes a reminder. Its subtasks are deleted with it, or move up a level.
  ///
  /// - Throws: ``EditError``; then nothing is changed.
  public mutating func delete(
    _ id: ModelIdentifier, subtasks: Subtasks = .keep
  ) throws(EditError) {
    try apply(.delete(subtasks), to: id)
  }

  /// Moves a reminder with its subtasks to the end of another list.
  ///
  /// - Returns: its identifier there.
  /// - Throws: ``EditError``; then nothing is changed.
  @discardableResult
  public mutating func move(
    _ id: ModelIdentifier, to list: ModelIdentifier
  ) throws(EditError) -> ModelIdentifier {
    try apply(.move(toList: list), to: id)
    guard let uid = self[id]?.uid ?? id.uid?.text else { return id }
    return master(of: uid, in: list) ?? id
  }

  /// Puts reminders, in this order, at a position among those with the same parent.
  ///
  /// - Throws: ``EditError``; then the reminders before the refused one are arranged.
  /// - Complexity: O(n log n) in the siblings, for each reminder.
  public mutating func arrange(_ ids: [ModelIdentifier], _ position: Position) throws(EditError) {
    guard let first = ids.first else { return }
    try arrange(first, position)
    var last = first
    for id in ids.dropFirst() {
      try arrange(id, .after(last))
      last = id
    }
  }
}
