public import ICalendar
public import ListoModel

/// The changes to the items of a catalog: the steps that a store writes and a journal keeps, and notes about
/// them.
public struct EditPlan: Sendable {
  /// One item that takes the place of another, goes, or comes.
  public struct Step: Sendable {
    /// The list that holds it.
    public let list: ModelIdentifier
    /// Its name; of one that comes, the name it will have.
    public let identifier: ModelIdentifier
    /// As it was read, with its file and line; nil for one that comes.
    public let before: Reminder?
    /// The component that takes its place; nil for one that goes.
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

  /// Something that people should know of one reminder.
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

  /// Nothing is to be written; notes may be there all the same.
  public var isEmpty: Bool { steps.isEmpty }
}
