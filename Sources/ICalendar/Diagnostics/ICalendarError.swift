/// The errors that end the reading of an input. Lesser problems are a ``Diagnostic``.
public enum ICalendarError: Error, Sendable, Hashable {
  /// The operating system refused to read: its reason in words.
  case unreadable(reason: String)
  /// The input has more bytes than ``Limit/inputSize`` allows.
  case inputTooLarge(limit: Int)
  /// The input has more components than ``Limit/items`` allows to be held in memory.
  case tooManyItems(limit: Int)

  /// The error in words for people.
  public var reason: String {
    switch self {
    case .unreadable(let reason): reason
    case .inputTooLarge(let limit):
      "it has more than \(Limit.inputSize.text(limit)) bytes, the limit for an input; raise it with --input-limit input-size"
    case .tooManyItems(let limit):
      "it has more than \(limit) components, the limit for commands that keep all in memory; raise it with --input-limit items"
    }
  }
}
