public import ListoModel

/// What is asked of a sync.
public struct SyncOptions: Sendable {
  /// Which way changes go.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    case both = "sync"
    /// What changed there comes here; nothing is written there.
    case pull
    /// What changed here alone goes there; nothing is written here.
    case push
  }

  /// What is done about a list that is gone on one side.
  public enum MissingLists: String, Sendable, Hashable, CaseIterable {
    /// It is told, and stays.
    case tell
    /// It goes on the other side as well.
    case remove
    /// It is made again.
    case restore
  }

  /// How many reminders may go of a list at once without being asked for.
  public struct Guard: Sendable, Hashable {
    /// Up to so many may always go.
    public var count: Int
    /// Beyond them, up to this share of the list, 0 to 1.
    public var share: Double

    /// Ten, and half of the list, without a word.
    public init(count: Int = 10, share: Double = 0.5) { (self.count, self.share) = (count, share) }
  }

  /// Which way changes go.
  public var direction = Direction.both
  /// Who wins where both sides want different things of one property.
  public var preference = MergePreference.newest
  /// How much may go at once, in both directions.
  public var deletions = Guard()
  /// The guard does not count.
  public var allowsDeletions = false
  /// What is done about a list that is gone on one side.
  public var missingLists = MissingLists.tell
  /// Reminders that the server refused are sent again, though neither they nor the server changed.
  public var retriesRefused = false
  /// What a refusal is remembered with: the server's software, and the rules that Listo has for it.
  package var server = ""
  /// UIDs that were deleted here by a command that asks first, by list.
  package var confirmed: [String: Set<UID>] = [:]
  /// The folders of the lists that are meant; nil for all.
  public var lists: Set<String>?

  /// Both ways, the newest wins, and nothing goes in crowds.
  public init() {}
}
