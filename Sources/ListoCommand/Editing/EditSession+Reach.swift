internal import Listo

extension EditSession {
  /// How much of the places a change looks at.
  enum Reach {
    /// All of them: parents, neighbours, other lists.
    case everything
    /// The reminders that are named, and their subtasks.
    case subtasks
    /// The reminders that are named.
    case named
    /// These, in the shapes that the list's producer gives to dates and flags.
    case shapes
    /// These with their subtasks, and all of the list that they go to.
    case list(String)
    /// These, and all of the lists that they are in; the reminder beside which they go, if there is one, is
    /// named too.
    case neighbours(String?)

    /// Nil for everything.
    var neighbourhood: ReminderStore.Neighbourhood? {
      var result = ReminderStore.Neighbourhood()
      switch self {
      case .everything: return nil
      case .named: break
      case .subtasks: result.subtasks = true
      case .shapes: result.shapes = true
      case .list(let name): (result.subtasks, result.list) = (true, name)
      case .neighbours: result.neighbours = true
      }
      return result
    }

    /// Of reminders that are named beside those that are changed.
    var otherWords: [String] { if case .neighbours(let word?) = self { [word] } else { [] } }
  }
}
