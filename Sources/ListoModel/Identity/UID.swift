/// A UID (RFC 5545 §3.8.4.7), compared byte by byte: two that differ only in how an accented letter is
/// encoded name two things.
///
/// Swift compares such strings as equal, so that a `String` is no key for a UID.
package struct UID: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }

  package static func == (left: UID, right: UID) -> Bool { left.text.hasBytes(of: right.text) }

  package static func < (left: UID, right: UID) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  // Two of the same bytes are equal strings too, so that a string's hash is one of its bytes.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
  /// Whether both have the same bytes; `==` holds also where accented letters are encoded in two ways.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
