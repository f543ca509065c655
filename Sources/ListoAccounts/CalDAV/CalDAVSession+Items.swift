extension CalDAVSession {
  /// Hrefs of one multiget: an answer of some hundred KB.
  package static let batch = 100

  /// Reads items by calendar-multiget in batches, several at once (``width``); where that does not work, one by one.
  ///
  /// - Parameters:
  ///   - hrefs: of one list.
  ///   - receive: given each as it comes, batch by batch; in a batch the order is the server's. Its error ends the reading.
  /// - Throws: ``AccountError``, or what `receive` throws.
  package func items(_ hrefs: [Href], of list: Href, receive: (ItemAnswer) throws -> Void) throws {
    let size = traits.contains(.noMultiget) ? 1 : Self.batch
    let batches = stride(from: 0, to: hrefs.count, by: size).map {
      Array(hrefs[$0..<min($0 + size, hrefs.count)])
    }
    try many(batches) { (batch: [Href]) throws(AccountError) -> [ItemAnswer] in
      try answers(batch, list)
    } receive: { _, answers in
      for answer in answers { try receive(answer) }
    }
  }

  private func answers(_ batch: [Href], _ list: Href) throws(AccountError) -> [ItemAnswer] {
    var missing = Set(batch)
    var result: [ItemAnswer] = []
    if batch.count > 1 { result = try multiget(batch, list).filter { missing.remove($0.href) != nil } }
    // sabre/dav 1.8 fails as a whole where one is gone; DAViCal leaves that one out.
    for href in batch where missing.contains(href) { result.append(try item(href)) }
    return result
  }

  /// Those that the answer holds; none where the server does not do it.
  private func multiget(_ hrefs: [Href], _ list: Href) throws(AccountError) -> [ItemAnswer] {
    let response = try send(WebDAVQuery.items(hrefs.map(\.path)).request(to: url(list)))
    guard response.status == 207 else {
      if [401, 429, 503].contains(response.status) { throw AccountError(response, "the question for items") }
      return []
    }
    let answer = try Self.multistatus(response, "the question for items")
    var result: [ItemAnswer] = []
    for part in answer.responses {
      for reference in part.references {
        guard let href = try? Href.resolve(reference, from: response.url).get() else { continue }
        if let status = part.status, status == 404 || status == 410 {
          result.append(.gone(href))
        } else if let data = part.property(.calDAV("calendar-data")), !data.text.isEmpty {
          let etag = part.property(.dav("getetag")).flatMap { EntityTag($0.trimmed) }
          result.append(.item(RemoteItem(href: href, etag: etag, bytes: Self.withLineEnds(data.text))))
        }
      }
    }
    return result
  }

  /// Reads one item, as it is stored.
  ///
  /// - Throws: ``AccountError`` where the account cannot be asked; what is against this item alone is part of the answer.
  package func item(_ href: Href) throws(AccountError) -> ItemAnswer {
    var request = HTTPRequest(.get, url(href))
    request.headers.add("Accept", "text/calendar")
    let response = try send(request)
    switch response.status {
    case 200:
      return .item(
        RemoteItem(
          href: href, etag: response.headers["ETag"].flatMap { EntityTag($0) },
          bytes: Self.withLineEnds(response.body)))
    case 404, 410: return .gone(href)
    case 401, 429, 503: throw AccountError(response, "the question for \(href.name)")
    default: return .failed(href, Refusal(response))
    }
  }

  /// The bytes with CRLF for each line feed that has none before it: XML 1.0 §2.11 takes them away, and RFC 5545 §3.1 has them.
  static func withLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0A) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 30)
    var last: UInt8 = 0
    for byte in bytes {
      if byte == 0x0A, last != 0x0D { result.append(0x0D) }
      result.append(byte)
      last = byte
    }
    return result
  }
}
