/// A deviation of a server from the standards, or an ability. ``Discovery`` finds them, the account stores
/// them, and `account check` shows them.
public enum ServerTrait: String, Sendable, Hashable, CaseIterable {
  /// A sync without changes takes one request, because lists have sync tokens (RFC 6578).
  case syncTokens = "sync-tokens"
  /// Lists have a ctag, so only changed lists are listed.
  case ctags
  /// The account is one list, and its home is that.
  case oneList = "one-list"
  /// The server has no sync-collection report although it sends sync tokens.
  case noSyncCollection = "no-sync-collection"
  /// calendar-multiget does not work: items are read one by one.
  case noMultiget = "no-multiget"
  /// calendar-query does not work.
  case noCalendarQuery = "no-calendar-query"
  /// If-Match or If-None-Match is not kept to: another's change can be overwritten.
  case overwrites

  /// The trait as a phrase for people.
  public var words: String {
    switch self {
    case .syncTokens: "sync tokens (RFC 6578)"
    case .ctags: "changes by ctag"
    case .oneList: "one list alone"
    case .noSyncCollection: "no sync-collection: changed lists are listed again"
    case .noMultiget: "no calendar-multiget: items are read one by one"
    case .noCalendarQuery: "no calendar-query: all items of a list are listed"
    case .overwrites:
      "preconditions are ignored: Listo reads each item just before writing it, and a change by another client in between is lost"
    }
  }

  /// Whether the trait is a missing ability.
  public var isLacking: Bool {
    switch self {
    case .syncTokens, .ctags, .oneList: false
    case .noSyncCollection, .noMultiget, .noCalendarQuery, .overwrites: true
    }
  }

  /// Finds the traits by the properties of the lists and by queries, one of them of a list with items;
  /// nothing is written.
  static func found(_ session: CalDAVSession, _ lists: RemoteLists) throws(AccountError) -> Set<ServerTrait> {
    var traits: Set<ServerTrait> = []
    let all = lists.lists
    if !all.isEmpty, all.allSatisfy({ $0.syncToken != nil }) { traits.insert(.syncTokens) }
    if !all.isEmpty, all.allSatisfy({ $0.ctag != nil }) { traits.insert(.ctags) }
    guard let list = all.first else { return traits }
    let url = session.url(list.href)
    func works(_ query: WebDAVQuery) throws(AccountError) -> Bool {
      let response = try session.send(query.request(to: url))
      return response.status == 207 && (try? Multistatus(response.body)) != nil
    }
    if list.syncToken != nil, try !works(.changes(since: list.syncToken, [.dav("getetag")])) {
      traits.insert(.noSyncCollection)
    }
    if try !works(.reminders([.dav("getetag")])) { traits.insert(.noCalendarQuery) }
    for list in all.prefix(8) {
      guard let version = try session.changes(of: list, since: nil).changed.first else { continue }
      if try !works(.items([version.href.path])) { traits.insert(.noMultiget) }
      break
    }
    return traits
  }

  /// Faults that cannot be seen without writing, by what is known of the program: SOGo 5.8 overwrites what
  /// `If-None-Match: *` forbids and deletes with a wrong If-Match; Calypso 2.0 does not look at If-Match.
  static func known(_ home: HTTPURL, server: String?) -> Set<ServerTrait> {
    let isKnown = home.path.contains("/SOGo/") || server?.lowercased().contains("calypso") ?? false
    return isKnown ? [.overwrites] : []
  }
}
