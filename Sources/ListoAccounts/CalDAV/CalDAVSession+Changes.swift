extension CalDAVSession {
  /// Asked of each item. The type tells a VEVENT without reading it, where the server says it.
  private static let asked: [WebDAVName] = [.dav("getetag"), .dav("getcontenttype")]
  /// Pages of one list at the most, each with at least one item.
  private static let pageLimit = 10_000

  /// The changes in a list since a token; all items of the list if there is no token, or if the server
  /// refuses it.
  ///
  /// Changes come by sync-collection where the list has a token (RFC 6578), a whole listing by a question for
  /// VTODO or for the properties of all members. The collection itself, collections in it, and items that say
  /// they hold no VTODO are left out.
  ///
  /// - Parameters:
  ///   - list: as ``lists()`` gave it, before.
  ///   - token: of the last sync.
  /// - Throws: ``AccountError``.
  package func changes(of list: RemoteList, since token: String?) throws(AccountError) -> ListChanges {
    var isTokenRefused = false
    if list.syncToken != nil, !traits.contains(.noSyncCollection) {
      if let token {
        if let changes = try synced(list, since: token) { return changes }
        isTokenRefused = true
      }
      // The list's own token would do, but here the listing and its token are of one moment.
      if var changes = try synced(list, since: nil) {
        changes.isTokenRefused = isTokenRefused
        return changes
      }
    }
    var changes = try listed(list)
    changes.isTokenRefused = isTokenRefused
    return changes
  }

  /// By sync-collection; nil where the server does not take the token, or does not know the report.
  private func synced(_ list: RemoteList, since token: String?) throws(AccountError) -> ListChanges? {
    var changes = ListChanges()
    changes.isWhole = token == nil
    var versions = Versions()
    var next = token
    for _ in 0..<Self.pageLimit {
      let response = try send(WebDAVQuery.changes(since: next, Self.asked).request(to: url(list.href)))
      // Refused: 403 (valid-sync-token), 412 and 500 were seen. An error of another kind shows itself when it
      // is listed anew.
      guard response.status == 207 else {
        if [401, 404, 410, 429, 502, 503, 504].contains(response.status) {
          throw AccountError(response, "the request for changes of \(list.href.name)")
        }
        return nil
      }
      let answer = try Self.multistatus(response, "the request for changes of \(list.href.name)")
      let isCut = versions.take(answer, in: list.href, response.url, &changes)
      guard let received = answer.syncToken, !received.isEmpty else { return nil }
      changes.token = received
      // Cut off with 507 for the collection (RFC 6578 §3.6), there is more to ask with the new token.
      guard isCut else {
        versions.finish(&changes)
        return changes
      }
      guard received != next else { return nil }
      next = received
    }
    throw AccountError(.answer, "the list of changes of \(list.href.name) does not end", url: url(list.href))
  }

  /// All that is there, without a token: that which ``lists()`` told before is the one to go on with.
  private func listed(_ list: RemoteList) throws(AccountError) -> ListChanges {
    var changes = ListChanges()
    changes.isWhole = true
    changes.token = list.syncToken
    var versions = Versions()
    let place = url(list.href)
    let doing = "the request for the content of \(list.href.name)"
    // A list of events as well: only its reminders are asked for.
    if list.components != ["VTODO"], !traits.contains(.noCalendarQuery) {
      let response = try send(WebDAVQuery.reminders(Self.asked).request(to: place))
      if response.status == 207 {
        _ = versions.take(try Self.multistatus(response, doing), in: list.href, response.url, &changes)
        versions.finish(&changes)
        return changes
      }
    }
    let (answer, url) = try ask(
      .properties(Self.asked + [.dav("resourcetype")], isOfMembers: true), place, doing)
    _ = versions.take(answer, in: list.href, url, &changes)
    versions.finish(&changes)
    return changes
  }
}

/// The state of each item in the pages of an answer: the last mention counts.
private struct Versions {
  private var order: [Href] = []
  private var states: [Href: State] = [:]

  private enum State {
    case there(EntityTag?)
    case gone
  }

  /// - Returns: whether the answer was cut off.
  mutating func take(
    _ answer: Multistatus, in collection: Href, _ url: HTTPURL, _ changes: inout ListChanges
  ) -> Bool {
    var isCut = false
    for response in answer.responses {
      for reference in response.references {
        switch Href.resolve(reference, from: url) {
        case .failure(let problem): changes.ignored.append(problem)
        case .success(let href):
          if href.asCollection == collection {
            if response.status == 507 { isCut = true }
            continue
          }
          guard href.isMember(of: collection) else {
            changes.ignored.append(HrefProblem(reference, .outside))
            continue
          }
          take(href, response)
        }
      }
    }
    return isCut
  }

  private mutating func take(_ href: Href, _ response: Multistatus.Response) {
    let isGone = response.status == 404 || response.status == 410
    // A collection in the collection, or an item of another kind. One that another kind took the place of is
    // gone for us.
    let isOther = href.path.hasSuffix("/") || !isReminder(response)
    if isOther, !isGone { return }
    if states[href] == nil { order.append(href) }
    states[href] =
      isGone ? .gone : .there(response.property(.dav("getetag")).flatMap { EntityTag($0.trimmed) })
  }

  private func isReminder(_ response: Multistatus.Response) -> Bool {
    if let type = response.property(.dav("resourcetype")), type.child(.dav("collection")) != nil {
      return false
    }
    guard let type = response.property(.dav("getcontenttype"))?.trimmed.lowercased() else { return true }
    guard let mark = type.firstRange(of: "component=") else { return true }
    return type[mark.upperBound...].hasPrefix("vtodo") || type[mark.upperBound...].hasPrefix("\"vtodo")
  }

  func finish(_ changes: inout ListChanges) {
    for href in order {
      switch states[href] {
      case .there(let etag): changes.changed.append(ListChanges.Version(href: href, etag: etag))
      case .gone: if !changes.isWhole { changes.removed.append(href) }
      case nil: break
      }
    }
  }
}
