/// A UID (RFC 5545 §3.8.4.7), compared byte by byte: two that differ only in how an accented letter is encoded name two things.
///
/// Swift compares such strings as equal, so that a `String` is no key for a UID.
package struct UID: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }

  package static func == (left: UID, right: UID) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  package static func < (left: UID, right: UID) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
