extension CalDAVSession {
  /// Hrefs of one multiget: an answer of some hundred KB.
  package static let batch = 100

  /// Reads items by calendar-multiget in batches, several at once (``width``); where that does not work, one
  /// by one.
  ///
  /// An answer that cannot be read costs no item: its batch is asked for in halves, down to the item that
  /// spoils it, which is read by itself, outside of XML. An item that is answered with 503 is skipped; a
  /// second one behind it means that the server is busy.
  ///
  /// - Parameters:
  ///   - hrefs: of one list.
  ///   - receive: given each as it comes, batch by batch; in a batch the order is the server's. Its error
  ///     ends the reading.
  /// - Throws: ``AccountError``, or what `receive` throws.
  package func items(_ hrefs: [Href], of list: Href, receive: (ItemAnswer) throws -> Void) throws {
    let size = traits.contains(.noMultiget) ? 1 : Self.batch
    let batches = stride(from: 0, to: hrefs.count, by: size).map {
      Array(hrefs[$0..<min($0 + size, hrefs.count)])
    }
    var row = BusyRow()
    try many(batches) { (batch: [Href]) throws(AccountError) -> [ItemAnswer] in
      try answers(batch[...], list)
    } receive: { _, answers in
      for answer in answers {
        try row.take(answer)
        try receive(answer)
      }
    }
  }

  private func answers(_ batch: ArraySlice<Href>, _ list: Href) throws(AccountError) -> [ItemAnswer] {
    var missing = Set(batch)
    var result: [ItemAnswer] = []
    if batch.count > 1 {
      guard let found = try multiget(batch, list) else {
        let middle = batch.startIndex + batch.count / 2
        return try answers(batch[..<middle], list) + answers(batch[middle...], list)
      }
      result = found.filter { missing.remove($0.href) != nil }
    }
    // sabre/dav 1.8 fails as a whole where one is gone; DAViCal leaves that one out.
    var row = BusyRow()
    for href in batch where missing.contains(href) {
      let answer = try item(href)
      try row.take(answer)
      result.append(answer)
    }
    return result
  }

  /// Those that the answer holds: none where the server does not know the report; nil where the answer cannot
  /// be read, as where an item has a character that no XML may have.
  private func multiget(_ hrefs: ArraySlice<Href>, _ list: Href) throws(AccountError) -> [ItemAnswer]? {
    let response = try send(WebDAVQuery.items(hrefs.map(\.path)).request(to: url(list)))
    guard response.status == 207 else {
      if [401, 429, 503].contains(response.status) { throw AccountError(response, "the request for items") }
      return []
    }
    guard let answer = try? Multistatus(response.body) else { return nil }
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
  /// - Throws: ``AccountError`` where the account cannot be asked; what is against this item alone is part of
  ///   the answer.
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
    case 401, 429: throw AccountError(response, "the request for \(href.name)")
    default: return .failed(href, Refusal(response))
    }
  }

  /// The bytes with CRLF for each line feed that has none before it: XML 1.0 §2.11 takes them away, and RFC
  /// 5545 §3.1 has them.
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

/// Whether a server that answers 503 means one item, or means that it is busy: a second item in a row is no
/// accident.
struct BusyRow {
  private var last: Href?

  /// - Throws: ``AccountError`` at the second in a row.
  mutating func take(_ status: Int?, _ href: Href) throws(AccountError) {
    guard status == 503 else { return last = nil }
    guard let last, last != href else { return last = href }
    throw AccountError(.busy, "the server answered 503 to one item after the other", status: 503)
  }

  mutating func take(_ answer: ItemAnswer) throws(AccountError) {
    if case .failed(let href, let refusal) = answer {
      try take(refusal.status, href)
    } else {
      try take(nil, answer.href)
    }
  }
}
