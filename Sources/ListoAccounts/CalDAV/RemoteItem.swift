/// An item as its server has it: a resource with its bytes.
package struct RemoteItem: Sendable, Hashable {
  /// Where it is.
  package let href: Href
  /// Its version; nil where the server does not say.
  package let etag: EntityTag?
  /// iCalendar, of a stranger: not checked. Lines end with CRLF, also where the answer's XML made them line feeds.
  package let bytes: [UInt8]

  /// An item as a value.
  package init(href: Href, etag: EntityTag?, bytes: [UInt8]) {
    (self.href, self.etag, self.bytes) = (href, etag, bytes)
  }
}

/// What became of reading one item.
package enum ItemAnswer: Sendable, Hashable {
  /// It is there.
  case item(RemoteItem)
  /// Nothing stands there (any more).
  case gone(Href)
  /// It is there, and the server does not give it.
  case failed(Href, Refusal)

  /// The reference that was asked for.
  package var href: Href {
    switch self {
    case .item(let item): item.href
    case .gone(let href), .failed(let href, _): href
    }
  }
}

/// What is in a list, or changed in it since a token.
package struct ListChanges: Sendable, Hashable {
  /// Items that are new or have another version, by their hrefs; in the answer's order, each once.
  package var changed: [Version] = []
  /// Items that are gone since the token.
  package var removed: [Href] = []
  /// `changed` is all that is in the list: what is not named is not there.
  package var isWhole = false
  /// What to ask with next time, when all of `changed` is read; nil where there is none.
  package var token: String?
  /// The server refused the token that was given: it was listed anew.
  package var isTokenRefused = false
  /// References that were not followed.
  package var ignored: [HrefProblem] = []

  /// Which version of an item is there.
  package struct Version: Sendable, Hashable {
    /// Where it is.
    package let href: Href
    /// Nil where the server does not say: then only reading it tells.
    package let etag: EntityTag?
  }
}

/// Why a server did not take something, of one item or list.
package struct Refusal: Error, Sendable, Hashable {
  /// The status of the answer, or of the part of it that is about this.
  package let status: Int
  /// The precondition that does not hold, such as `no-uid-conflict`, `valid-calendar-data` or `supported-calendar-component`
  /// (RFC 4791 §5.3.2.1).
  package let precondition: String?
  /// In the server's words, made fit for people; text of a stranger.
  package let reason: String?
  /// Where the UID is already (`no-uid-conflict`).
  package let place: Href?

  /// A refusal as a value.
  package init(status: Int, precondition: String? = nil, reason: String? = nil, place: Href? = nil) {
    (self.status, self.precondition, self.reason, self.place) = (status, precondition, reason, place)
  }

  init(_ response: HTTPResponse) {
    let said = WebDAVError(response.body)
    let place = said.reference.flatMap { try? Href.resolve($0, from: response.url).get() }
    self.init(
      status: response.status, precondition: said.precondition?.local, reason: said.reason, place: place)
  }

  /// Its UID is known elsewhere in the account, at ``place`` where that is told. Cyrus names the precondition of RFC 6638 §3.2.4.1.
  package var isUIDTaken: Bool {
    precondition == "no-uid-conflict" || precondition == "unique-scheduling-object-resource"
  }

  /// A sentence without its end: `the server answered 403 (no-uid-conflict): …`.
  package var words: String {
    "the server answered \(status)" + (precondition.map { " (\($0))" } ?? "")
      + (reason.map { ": \($0)" } ?? "")
  }
}

/// What became of writing, deleting or moving an item.
package enum WriteOutcome: Sendable, Hashable {
  /// It is done. The ETag is the new version's, where the server says it: believed as a version, never as "these bytes".
  case done(EntityTag?)
  /// 412 without a reason: another version is there than was expected, or the server has something against it and does not say so.
  /// Read again: changed means a conflict, unchanged a refusal.
  case changed
  /// There is nothing there to change, or no list to write to (404, 410).
  case missing
  /// The server does not take it; sending it again changes nothing.
  case refused(Refusal)
  /// It went out and nothing came back: it is done or not. Read and compare before anything is repeated.
  case unknown(HTTPFailure)
}
