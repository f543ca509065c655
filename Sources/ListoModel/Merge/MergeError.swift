public import ICalendar

/// The reason why a merge is not possible. Nothing has been written when a plan throws it.
public enum MergeError: Error, Sendable, Hashable {
  /// An input cannot be read, or is larger than a limit allows.
  case unreadable(input: String, ICalendarError)
  /// A component is larger than ``Limit/itemSize``: it was not read, and would be lost.
  case oversize(Diagnostic)
  /// An input of a merge with a base is no whole collection: all that it lacks would count as deleted.
  case incomplete(Diagnostic)
  /// An input of a merge with a base is an iTIP message, not a collection.
  case refused(Diagnostic)
  /// A side of a merge with a base has nothing of a list, which the base has: it is refused unless
  /// that is allowed.
  case emptied(EmptiedSide)
  /// An input has changed while it was being merged.
  case changed(input: String)
  /// The person who was asked about a conflict cancelled the merge.
  case stopped
}
