public import ListoModel

/// The options of a sync.
public struct SyncOptions: Sendable {
  /// Which way changes go.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    case both = "sync"
    /// Changes on the server are copied here; nothing is written to the server.
    case pull
    /// Changes here are copied to the server; nothing is written here.
    case push
  }

  /// The treatment of a list that is missing on one side.
  public enum MissingLists: String, Sendable, Hashable, CaseIterable {
    /// Report it and keep the list.
    case tell
    /// Remove it on the other side too.
    case remove
    /// Create it again.
    case restore
  }

  /// The number of reminders of a list that may be deleted at once without confirmation.
  public struct Guard: Sendable, Hashable {
    /// Up to this number may always be deleted.
    public var count: Int
    /// Beyond them, up to this share of the list, 0 to 1.
    public var share: Double

    /// Ten, and half of the list, without a word.
    public init(count: Int = 10, share: Double = 0.5) { (self.count, self.share) = (count, share) }
  }

  /// Which way changes go.
  public var direction = Direction.both
  /// The side that wins if both sides changed a property differently.
  public var preference = MergePreference.newest
  /// The limit for deletions, in both directions.
  public var deletions = Guard()
  /// The guard does not count.
  public var allowsDeletions = false
  /// The treatment of a list that is missing on one side.
  public var missingLists = MissingLists.tell
  /// Reminders that the server refused are sent again, though neither they nor the server changed.
  public var retriesRefused = false
  /// The server's software, and the rules that Listo has for it; they are remembered with a refusal.
  package var server = ""
  /// UIDs that were deleted here by a command that asks first, by list.
  package var confirmed: [String: Set<UID>] = [:]
  /// The folders of the lists that are meant; nil for all.
  public var lists: Set<String>?

  /// Creates the default options: both directions, the newest version wins, and mass deletion stops.
  public init() {}
}
