/// A password or a token. It describes itself as nothing, so that it comes into no message, log or dump of a
/// value.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// As it is sent; without a NUL.
  let bytes: [UInt8]

  /// - Returns: nil for bytes that no protocol can carry: with a NUL or a line's end in them.
  package init?(_ bytes: [UInt8]) {
    guard !bytes.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else { return nil }
    self.bytes = bytes
  }

  /// Says nothing of what it is.
  package var description: String { "(secret)" }
  /// Says nothing of what it is.
  package var debugDescription: String { description }
  /// Has no parts that could be seen.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
