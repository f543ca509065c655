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
