/// The origin of lists: an account, a folder, standard input or the web (EventKit's EKSource).
public struct Source: Sendable, Hashable {
  /// The kind of the source.
  public enum Kind: String, Sendable, CaseIterable {
    /// A folder of calendars, or the folder of a single file.
    case folder
    /// Standard input.
    case stream
    /// A calendar that is published on the web (EventKit's subscribed calendars).
    case published
  }

  /// The name that was given to the folder or file, else the absolute path of the folder; `-`; or a web
  /// address without parts that may be secret.
  public let identifier: String
  /// The title: the name that was given, else that of the folder, or the host of an address.
  public let title: String
  /// The kind of the source.
  public let kind: Kind
  /// The absolute path of the folder, or of the file's folder; nil for a source that is none.
  public let path: String?

  /// A source.
  ///
  /// - Parameters:
  ///   - identifier: a name, the absolute path of a folder, `-`, or a web address without its secret parts.
  ///   - path: the absolute path of the folder; without one, an identifier that is such a path.
  public init(identifier: String, title: String, kind: Kind, path: String? = nil) {
    (self.identifier, self.title, self.kind) = (identifier, title, kind)
    self.path = path ?? (identifier.hasPrefix("/") ? identifier : nil)
  }

  /// The path of the folder; of a source that is none, its identifier.
  package var place: String { path ?? identifier }

  /// The source of standard input.
  public static let standardInput = Source(identifier: "-", title: "standard input", kind: .stream)
}
