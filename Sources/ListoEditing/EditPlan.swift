public import ICalendar
public import ListoModel

/// The changes to the items of a catalog: the steps that a store writes and a journal keeps, and notes about
/// them.
public struct EditPlan: Sendable {
  /// One item that is replaced, removed or added.
  public struct Step: Sendable {
    /// The list that contains the item.
    public let list: ModelIdentifier
    /// The identifier of the item; for an added item, the one that it will have.
    public let identifier: ModelIdentifier
    /// The item as it was read, with its file and line; nil for an added item.
    public let before: Reminder?
    /// The new component; nil for a removed item.
    public let after: Component?
    /// Definitions of the zones that `after` names, which its calendar needs.
    public let zones: [Component]

    /// Creates the change of one item; `before` is nil for an added item, `after` for a deleted one.
    public init(
      list: ModelIdentifier, identifier: ModelIdentifier, before: Reminder?, after: Component?,
      zones: [Component] = []
    ) {
      (self.list, self.identifier, self.before, self.after, self.zones) =
        (list, identifier, before, after, zones)
    }
  }

  /// Each item at most once.
  public var steps: [Step]
  /// Changes that were made in addition to the requested ones: a sentence each, about one reminder.
  public var notes: [Note]

  /// A remark about one reminder for the user.
  public struct Note: Sendable, Hashable {
    /// The reminder that it is about.
    public let identifier: ModelIdentifier
    /// A part of a sentence, in lower case, without its end.
    public let text: String

    /// A note about one reminder.
    public init(_ identifier: ModelIdentifier, _ text: String) {
      (self.identifier, self.text) = (identifier, text)
    }
  }

  /// Steps in the order in which they were made.
  public init(steps: [Step] = [], notes: [Note] = []) { (self.steps, self.notes) = (steps, notes) }

  /// Whether there is nothing to write; there may be notes nevertheless.
  public var isEmpty: Bool { steps.isEmpty }
}

extension Catalog {
  /// The catalog with the changes of a plan, without writing files. Added reminders come last in their lists.
  ///
  /// - Complexity: linear in the lists that change.
  public func applying(_ plan: EditPlan) -> Catalog {
    replacing(
      plan.steps.map { step in
        let calendar =
          step.before?.calendar ?? list(step.list)?.calendars.first ?? .none
        let reminder = step.after.map { Reminder($0, in: calendar.defining(step.zones)) }
        return Replacement(list: step.list, identifier: step.identifier, reminder: reminder)
      })
  }
}
