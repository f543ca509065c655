/// An item as its server has it: a resource with its bytes.
package struct RemoteItem: Sendable, Hashable {
  /// Where it is.
  package let href: Href
  /// Its version; nil where the server does not say.
  package let etag: EntityTag?
  /// iCalendar, of a stranger: not checked. Lines end with CRLF, also where the answer's XML made them line
  /// feeds.
  package let bytes: [UInt8]

  /// It has a character that no XML may have (XML 1.0 §2.2), or is no UTF-8: an answer with it and others can
  /// be read by nobody.
  package var isNoXML: Bool {
    String(validating: bytes, as: UTF8.self)?.unicodeScalars.contains { !$0.isXML } ?? true
  }

  /// An item as a value.
  package init(href: Href, etag: EntityTag?, bytes: [UInt8]) {
    (self.href, self.etag, self.bytes) = (href, etag, bytes)
  }
}

/// The answer to a request for one item.
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

/// The items in a list, or the changes in it since a token.
package struct ListChanges: Sendable, Hashable {
  /// Items that are new or have another version, by their hrefs; in the answer's order, each once.
  package var changed: [Version] = []
  /// Items that are gone since the token.
  package var removed: [Href] = []
  /// `changed` is all that is in the list: what is not named is not there.
  package var isWhole = false
  /// The token for the next request, once all of `changed` is read; nil if there is none.
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
