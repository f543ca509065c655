/// A decision of a sync between versions, whose loser is kept until it is dismissed.
public struct SyncConflict: Sendable, Hashable {
  /// The name of the folder of its list.
  public var list: String
  /// The UID of the reminder.
  public var uid: String
  /// What people call the reminder.
  public var title: String
  /// What was decided, a line each.
  public var texts: [String]
  /// The name of the file with the versions that lost, in the folder for what is kept; nil where none did.
  public var file: String?
  /// In seconds since 1970.
  public var time: Int64
}
