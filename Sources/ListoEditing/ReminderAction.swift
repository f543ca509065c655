public import ListoModel

/// A change that an app offers for a row: a swipe button, a menu item, a key.
public enum ReminderAction: String, Sendable, Hashable, CaseIterable {
  case complete, reopen, cancel
  case flag, unflag
  /// Changing the title and other fields.
  case edit
  /// Moving the reminder to another list.
  case move
  /// Making it a subtask of the reminder before it.
  case indent
  /// Moving a subtask up a level.
  case outdent
  case delete
}

extension Editing {
  /// Returns the actions that a reminder allows now, in the order of ``ReminderAction``; none for a reminder
  /// that does not exist, or whose list cannot be edited.
  ///
  /// - Complexity: linear in its list.
  public func actions(for id: ModelIdentifier) -> [ReminderAction] {
    guard let reminder = self[id] else { return [] }
    return ReminderAction.allCases.filter { action in
      var trial = self
      do throws(EditError) {
        switch action {
        case .complete:
          guard reminder.isOpen else { return false }
          try trial.complete(id)
        case .reopen:
          guard !reminder.isOpen else { return false }
          try trial.reopen(id)
        case .cancel:
          guard reminder.isOpen else { return false }
          try trial.apply(.cancel, to: id)
        case .flag, .unflag:
          guard reminder.isFlagged == (action == .unflag) else { return false }
          try trial.flag(id, to: action == .flag)
        case .edit: _ = try trial.rename(id, to: reminder.title ?? "")
        case .move:
          let home = list(of: id)
          return catalog.lists.contains { other in
            guard other.id != home else { return false }
            var trial = self
            return (try? trial.move(id, to: other.id)) != nil
          }
        case .indent: _ = try trial.parentForIndenting(id)
        case .outdent:
          let parent = try trial.parentForOutdenting(id)
          try trial.setParent(parent, of: id)
        case .delete: try trial.delete(id)
        }
        return true
      } catch {
        return false
      }
    }
  }
}

extension Catalog {
  /// Returns the actions that a reminder allows; see ``Editing/actions(for:)``.
  ///
  /// - Parameter view: the viewer's clock and time zone.
  public func actions(for id: ModelIdentifier, in view: ViewContext) -> [ReminderAction] {
    Editing(self, in: EditContext(view) { "" }).actions(for: id)
  }
}
