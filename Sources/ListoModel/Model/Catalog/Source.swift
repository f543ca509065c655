/// Where lists come from: an account, a folder, standard input, the web (EventKit's EKSource).
public struct Source: Sendable, Hashable {
  /// What kind of place it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// A folder of calendars, or the folder of a single file.
    case folder
    /// Standard input.
    case stream
    /// A calendar that is published on the web (EventKit's subscribed calendars).
    case published
  }

  /// The absolute path of the folder, `-`, or an address on the web without what may be a secret in it.
  public let identifier: String
  /// What people call it: the folder's name, the host of an address.
  public let title: String
  /// What kind of place it is.
  public let kind: Kind

  /// A source.
  ///
  /// - Parameter identifier: the account, the absolute path of a folder, `-`, or an address on the web as it is told.
  public init(identifier: String, title: String, kind: Kind) {
    (self.identifier, self.title, self.kind) = (identifier, title, kind)
  }

  /// What is read from standard input.
  public static let standardInput = Source(identifier: "-", title: "standard input", kind: .stream)
}
