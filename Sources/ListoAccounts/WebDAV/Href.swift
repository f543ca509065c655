/// A resource of an account's server, by its path: a list or an item.
///
/// Two are equal if they name the same, however they percent-encode it; servers change the spelling from one
/// answer to the next.
package struct Href: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// From the root of the server on, percent-encoded as the server spells it: what requests and states hold.
  package let path: String
  /// In the one spelling that is compared.
  let canonical: String

  /// Why a reference of a server is not followed.
  package enum Problem: String, Sendable, Hashable, CaseIterable {
    /// It leads to another scheme, host or port.
    case otherOrigin
    /// It is not in the collection that was asked, or names it by way of `..`.
    case outside
    /// It is no address.
    case malformed

    /// For people, behind the reference.
    package var reason: String {
      switch self {
      case .otherOrigin: "it is on another server"
      case .outside: "it is outside the collection"
      case .malformed: "it is not an address"
      }
    }
  }

  /// - Returns: nil for a path that does not begin with a slash, or has parts that are `.` or `..`, encoded
  ///   or not.
  package init?(path: String) {
    guard path.hasPrefix("/"), path.utf8.count <= 8192 else { return nil }
    let canonical = PercentEncoding.canonical(path)
    let parts = canonical.split(separator: "/", omittingEmptySubsequences: true)
    guard !parts.contains(where: { $0 == "." || $0 == ".." }), !canonical.contains("%00") else { return nil }
    self.path = path
    self.canonical = canonical == path ? path : canonical
  }

  /// Resolves a reference in an answer of this address.
  package static func resolve(_ reference: String, from url: HTTPURL) -> Result<Href, HrefProblem> {
    // A path that goes up is never meant well, wherever it ends.
    let plain = PercentEncoding.decoded(reference[...])
    let isClimbing = plain.split(separator: "/").contains("..")
    guard let target = url.resolve(reference) else { return .failure(HrefProblem(reference, .malformed)) }
    guard target.origin == url.origin else { return .failure(HrefProblem(reference, .otherOrigin)) }
    guard !isClimbing, target.query == nil, let href = Href(path: target.path) else {
      return .failure(HrefProblem(reference, isClimbing ? .outside : .malformed))
    }
    return .success(href)
  }

  /// The same as a collection has it: with a slash at its end.
  package var asCollection: Href { path.hasSuffix("/") ? self : Href(path: path + "/") ?? self }

  /// It stands right in a collection.
  package func isMember(of collection: Href) -> Bool {
    let folder = collection.asCollection.canonical
    guard canonical.hasPrefix(folder) else { return false }
    let name = canonical.dropFirst(folder.count)
    return !name.isEmpty && !name.dropLast().contains("/")
  }

  /// A resource of a collection by its name, which is percent-encoded.
  package func member(_ name: String) -> Href? {
    Href(path: asCollection.path + PercentEncoding.segment(name))
  }

  /// The last part, decoded; for messages.
  package var name: String {
    PercentEncoding.decoded(path.split(separator: "/").last ?? "")
  }

  /// The path.
  package var description: String { path }

  package static func == (left: Href, right: Href) -> Bool { left.canonical == right.canonical }
  package func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
  package static func < (left: Href, right: Href) -> Bool {
    left.canonical.utf8.lexicographicallyPrecedes(right.canonical.utf8)
  }
}

/// A reference of a server that was not followed: it is told, and nothing else is done with it.
package struct HrefProblem: Error, Sendable, Hashable {
  /// As the server wrote it; text of a stranger.
  package let reference: String
  /// Why.
  package let problem: Href.Problem

  init(_ reference: String, _ problem: Href.Problem) { (self.reference, self.problem) = (reference, problem) }
}
