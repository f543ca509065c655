/// The version of a resource, as its server names it (RFC 9110 §8.8.3).
///
/// A weak one is equal to the strong one of the same name: Cyrus answers to a PUT with the one, and to the
/// GET after it with the other.
package struct EntityTag: Sendable, Hashable, CustomStringConvertible {
  /// With its quotes, without the mark of a weak one: what `If-Match` is given.
  package let quoted: String
  /// It stands for bytes that are equal by meaning alone.
  package let isWeak: Bool

  /// Reads a header or a property; quotes that are missing are added. Nil for nothing, and for what no header
  /// can hold.
  package init?(_ text: String) {
    var name = text.trimmedOfBlanks[...]
    isWeak = name.hasPrefix("W/")
    if isWeak { name = name.dropFirst(2) }
    if name.hasPrefix("\""), name.hasSuffix("\""), name.count > 1 { name = name.dropFirst().dropLast() }
    guard !name.isEmpty, name.utf8.count <= 1024,
      !name.utf8.contains(where: { $0 < 0x21 || $0 == 0x22 || $0 == 0x7F })
    else { return nil }
    quoted = "\"\(name)\""
  }

  /// As a state keeps it, and ``init(_:)`` reads it.
  package var description: String { isWeak ? "W/" + quoted : quoted }

  package static func == (left: EntityTag, right: EntityTag) -> Bool { left.quoted == right.quoted }
  package func hash(into hasher: inout Hasher) { hasher.combine(quoted) }
}
