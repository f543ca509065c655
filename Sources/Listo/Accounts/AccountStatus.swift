public import ListoAccounts

/// The open issues of the last syncs of an account, read without a request.
public struct AccountStatus: Sendable {
  /// Decisions between versions, whose losers are kept until they are dismissed.
  public let conflicts: [SyncConflict]
  /// The folder of the files that conflicts name.
  public let keptFolder: String
  /// The changes that the server refused.
  public let refused: [Refused]

  /// Resources that syncs ignore, because they are not reminders that could be synced.
  public let leftOut: [LeftOut]

  /// A server resource that a sync does not fetch: a second one with the same UID, one without UID, or one
  /// that is not a calendar.
  public struct LeftOut: Sendable, Hashable {
    /// The name of the folder of its list.
    public let list: String
    /// The last part of its path.
    public let resource: String
    /// Why: a sentence without its full stop.
    public let reason: String
  }

  /// A reminder that the server did not take, and that waits.
  public struct Refused: Sendable, Hashable {
    /// The name of the folder of its list.
    public let list: String
    /// The UID of the reminder.
    public let uid: String
    package let refusal: SyncState.Refusal

    /// Why: a sentence without its full stop.
    public var reason: String { refusal.words }
    /// The remedies, one a line.
    public var repairs: [String] { refusal.allRepairs }
  }

  /// Returns the absolute path of the file with the versions that lost a conflict; nil if there are none.
  public func file(of conflict: SyncConflict) -> String? {
    conflict.file.map { keptFolder + "/" + $0 }
  }

  init(_ log: SyncLog, in lists: Set<String>?) {
    let isMeant = { (list: String) in lists?.contains(list) ?? true }
    conflicts = log.conflicts.filter { isMeant($0.list) }
    keptFolder = log.keptFolder
    refused = log.allRefusals.filter { isMeant($0.list) }.map {
      Refused(list: $0.list, uid: $0.uid.text, refusal: $0.refusal)
    }
    leftOut = log.others.keys.filter(isMeant).sorted().flatMap { list in
      (log.others[list] ?? [:]).sorted { $0.key < $1.key }.compactMap { href, other in
        other.reason.map { LeftOut(list: list, resource: href.name, reason: $0) }
      }
    }
  }
}
