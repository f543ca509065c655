/// What can end the reading of an input. Everything less is a ``Diagnostic``.
public enum ICalendarError: Error, Sendable, Hashable {
  /// The operating system refused to read: its reason in words.
  case unreadable(reason: String)
}
