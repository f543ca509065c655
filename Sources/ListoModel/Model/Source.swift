/// Where lists come from: an account, a folder, standard input (EventKit's EKSource).
public struct Source: Sendable, Hashable {
  /// What kind of place it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// A folder of calendars, or the folder of a single file.
    case folder
    /// Standard input.
    case stream
  }

  /// The absolute path of the folder, or `-`.
  public let identifier: String
  /// What people call it: the folder's name.
  public let title: String
  /// What kind of place it is.
  public let kind: Kind

  /// A source.
  ///
  /// - Parameter identifier: the account, the absolute path of a folder, or `-`.
  public init(identifier: String, title: String, kind: Kind) {
    (self.identifier, self.title, self.kind) = (identifier, title, kind)
  }

  /// What is read from standard input.
  public static let standardInput = Source(identifier: "-", title: "standard input", kind: .stream)
}
