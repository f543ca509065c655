/// The lists of an account, as its server has them now.
public struct RemoteLists: Sendable, Hashable {
  /// The lists that can hold reminders, in the server's order.
  public var lists: [RemoteList] = []
  /// Calendars that cannot hold reminders.
  public var others: [RemoteList] = []
  /// References that were not followed.
  package var ignored: [HrefProblem] = []
}
