/// A decision of a sync between versions, whose loser is kept until it is dismissed.
public struct SyncConflict: Sendable, Hashable {
  /// The name of the folder of its list.
  public var list: String
  /// The UID of the reminder.
  public var uid: String
  /// The title of the reminder.
  public var title: String
  /// The decisions, a line each.
  public var texts: [String]
  /// The name of the file with the versions that lost, in the folder of kept versions; nil if there are none.
  public var file: String?
  /// The time in seconds since 1970.
  public var time: Int64
}
