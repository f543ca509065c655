/// Why a server did not take something, of one item or list.
package struct Refusal: Error, Sendable, Hashable {
  /// The status of the answer, or of the part of it that is about this.
  package let status: Int
  /// The precondition that does not hold, such as `no-uid-conflict`, `valid-calendar-data` or
  /// `supported-calendar-component` (RFC 4791 §5.3.2.1).
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

  /// Its UID is known elsewhere in the account, at ``place`` where that is told. Cyrus names the precondition
  /// of RFC 6638 §3.2.4.1.
  package var isUIDTaken: Bool {
    precondition == "no-uid-conflict" || precondition == "unique-scheduling-object-resource"
  }

  /// A sentence without its end: `the server answered 403 (no-uid-conflict): …`.
  package var words: String {
    "the server answered \(status)" + (precondition.map { " (\($0))" } ?? "")
      + (reason.map { ": \($0)" } ?? "")
  }
}

/// The outcome of writing, deleting or moving an item.
package enum WriteOutcome: Sendable, Hashable {
  /// It is done. The ETag is the new version's, where the server says it: believed as a version, never as
  /// "these bytes".
  case done(EntityTag?)
  /// 412 without a reason: another version is there than was expected, or the server has something against it
  /// and does not say so. Read again: changed means a conflict, unchanged a refusal.
  case changed
  /// There is nothing there to change, or no list to write to (404, 410).
  case missing
  /// The server does not take it; sending it again changes nothing.
  case refused(Refusal)
  /// It went out and nothing came back: it is done or not. Read and compare before anything is repeated.
  case unknown(HTTPFailure)
}
