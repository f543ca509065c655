/// What a server does, or does not do as it should: found by ``Discovery``, kept with the account, shown by `account check`.
public enum ServerTrait: String, Sendable, Hashable, CaseIterable {
  /// A sync without changes is one request: lists tell tokens (RFC 6578).
  case syncTokens = "sync-tokens"
  /// Lists tell a ctag, so that only those that changed are listed.
  case ctags
  /// There is no sync-collection though tokens are told.
  case noSyncCollection = "no-sync-collection"
  /// calendar-multiget does not work: items are read one by one.
  case noMultiget = "no-multiget"
  /// GET of an item does not work.
  case noGet = "no-get"
  /// calendar-query does not work.
  case noCalendarQuery = "no-calendar-query"
  /// If-Match or If-None-Match is not kept to: another's change can be overwritten (SOGo, Calypso).
  case overwrites

  /// For people.
  public var words: String {
    switch self {
    case .syncTokens: "changes by sync tokens (RFC 6578)"
    case .ctags: "changes by ctag"
    case .noSyncCollection: "no sync-collection"
    case .noMultiget: "no calendar-multiget: items are read one by one"
    case .noGet: "no GET of items"
    case .noCalendarQuery: "no calendar-query: all items of a list are named"
    case .overwrites:
      "preconditions are not kept to: a change that another client makes at the same time can be lost"
    }
  }
}
