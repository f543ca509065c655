extension CalDAVSession {
  /// The condition under which an item is written.
  package enum Expectation: Sendable, Hashable {
    /// Nothing stands there (`If-None-Match: *`).
    case nothing
    /// This version does (`If-Match`).
    case version(EntityTag)

    func add(to request: inout HTTPRequest) {
      switch self {
      case .nothing: request.headers.add("If-None-Match", "*")
      case .version(let etag): request.headers.add("If-Match", etag.quoted)
      }
    }
  }

  /// Writes an item. The server is asked not to mend it in silence (`Prefer: handling=strict`, RFC 7240).
  ///
  /// - Parameter bytes: one VCALENDAR of one UID, without METHOD (RFC 4791 §4.1); not checked.
  /// - Throws: ``AccountError`` where the account cannot be asked; what is against this item alone is an
  ///   outcome.
  package func put(
    _ bytes: [UInt8], to href: Href, expecting expectation: Expectation
  ) throws(AccountError) -> WriteOutcome {
    if let outcome = try forestalled(expectation, at: href) { return outcome }
    var request = HTTPRequest(.put, url(href))
    request.headers.add("Content-Type", "text/calendar; charset=utf-8")
    request.headers.add("Prefer", "handling=strict")
    expectation.add(to: &request)
    request.body = bytes
    return try write(request)
  }

  /// Deletes an item. ``WriteOutcome/missing`` where it is gone already.
  ///
  /// - Throws: as for ``put(_:to:expecting:)``.
  package func delete(_ href: Href, version: EntityTag) throws(AccountError) -> WriteOutcome {
    if let outcome = try forestalled(.version(version), at: href) { return outcome }
    var request = HTTPRequest(.delete, url(href))
    Expectation.version(version).add(to: &request)
    return try write(request)
  }

  /// Moves an item to where nothing stands: to another list of the same server.
  ///
  /// - Throws: as for ``put(_:to:expecting:)``.
  package func move(_ href: Href, to target: Href, version: EntityTag) throws(AccountError) -> WriteOutcome {
    if let outcome = try forestalled(.version(version), at: href) { return outcome }
    if let outcome = try forestalled(.nothing, at: target) { return outcome }
    var request = HTTPRequest(.move, url(href))
    request.headers.add("Destination", url(target).description)
    request.headers.add("Overwrite", "F")
    Expectation.version(version).add(to: &request)
    return try write(request)
  }

  /// The outcome that a server which respects preconditions would give, if this one does not: the item is
  /// read just before it is written. A change by another client in that moment is lost all the same, and no
  /// client can keep it.
  ///
  /// - Returns: nil where the expectation holds, or the server looks at it by itself.
  private func forestalled(
    _ expectation: Expectation, at href: Href
  ) throws(AccountError) -> WriteOutcome? {
    guard traits.contains(.overwrites) else { return nil }
    switch (try item(href), expectation) {
    case (.item, .nothing): return .changed
    case (.item(let item), .version(let version)): return item.etag == version ? nil : .changed
    case (.gone, .nothing): return nil
    case (.gone, .version): return .missing
    case (.failed(_, let refusal), _): return .refused(refusal)
    }
  }

  // MARK: Lists

  /// Makes a list for reminders. A server may take the list and not all of its properties: ask for it
  /// afterwards, and set what is not there.
  ///
  /// - Throws: as for ``put(_:to:expecting:)``.
  package func makeList(_ href: Href, _ properties: ListProperties) throws(AccountError) -> WriteOutcome {
    try write(WebDAVQuery.makeCalendar(properties.properties).request(to: url(href.asCollection)))
  }

  /// Changes properties of a list.
  ///
  /// - Throws: as for ``put(_:to:expecting:)``.
  package func set(_ properties: ListProperties, of href: Href) throws(AccountError) -> WriteOutcome {
    guard !properties.isEmpty else { return .done(nil) }
    return try write(WebDAVQuery.change(properties.properties).request(to: url(href.asCollection)))
  }

  /// Deletes a list and all that is in it. ``WriteOutcome/missing`` is what Cyrus answers, and deletes it.
  ///
  /// - Throws: as for ``put(_:to:expecting:)``.
  package func deleteList(_ href: Href) throws(AccountError) -> WriteOutcome {
    try write(HTTPRequest(.delete, url(href.asCollection)))
  }

  // MARK: Answers

  private func write(_ request: HTTPRequest) throws(AccountError) -> WriteOutcome {
    let response: HTTPResponse
    do throws(HTTPFailure) {
      response = try client.send(request)
    } catch {
      guard error.isSent, error.code == .interrupted || error.code == .tooLarge || error.code == .cancelled
      else {
        throw AccountError(error)
      }
      return .unknown(error)
    }
    let etag = response.headers["ETag"].flatMap { EntityTag($0) }
    switch response.status {
    case 207: return Self.outcome(of: response, etag)
    case 200..<300: return .done(etag)
    case 404, 410: return .missing
    case 412:
      // Xandikos says with 412 that it does not take an item, and names the precondition; a conflict has
      // none, or one of WebDAV's own.
      let refusal = Refusal(response)
      let isSaid = WebDAVError(response.body).precondition.map { $0 == .calDAV($0.local) } ?? false
      return isSaid ? .refused(refusal) : .changed
    case 401, 429: throw AccountError(response, "\(request.method.rawValue) of \(request.url.path)")
    // RFC 4918 §9.9.4: the place where it would go does not take it. A proxy in front of Radicale says it of
    // each MOVE.
    case 502 where request.method == .move: return .refused(Refusal(response))
    // Of a proxy: what is behind it may have done it.
    case 502, 504:
      let words = "a server in between answered \(response.status)"
      return .unknown(HTTPFailure(.interrupted, request.url, words, isSent: true))
    default: return .refused(Refusal(response))
    }
  }

  /// A 207 to a single write can hold a failure: Xandikos 0.2.8 answers so to a PUT that it refuses.
  private static func outcome(of response: HTTPResponse, _ etag: EntityTag?) -> WriteOutcome {
    guard let answer = try? Multistatus(response.body) else {
      return .refused(Refusal(status: 207, reason: "the answer cannot be read"))
    }
    for part in answer.responses {
      // Properties that depend on another's failure have 424: the one that failed says why.
      let failed = part.properties.filter { !(200..<300).contains($0.status) }
      let first = failed.first { $0.status != 424 } ?? failed.first
      let status = part.status.flatMap { (200..<300).contains($0) ? nil : $0 } ?? first?.status
      guard let status else { continue }
      let errors = part.errors + (first?.errors ?? [])
      if status == 412, errors.isEmpty, part.properties.isEmpty { return .changed }
      let names = first?.elements.map(\.name.local).joined(separator: ", ") ?? ""
      let reason =
        part.reason.flatMap(WebDAVError.words) ?? (names.isEmpty ? nil : "it does not support \(names)")
      return .refused(Refusal(status: status, precondition: errors.first?.local, reason: reason))
    }
    return .done(etag)
  }
}
