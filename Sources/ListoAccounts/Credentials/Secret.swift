/// A password or a token. Its description hides it, so that it appears in no message, log or dump of a value.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The bytes as they are sent, without a NUL.
  public let bytes: [UInt8]

  /// - Returns: nil for bytes that no protocol can carry: with a NUL or a line end.
  public init?(_ bytes: [UInt8]) {
    guard !bytes.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else { return nil }
    self.bytes = bytes
  }

  /// A text that hides the secret.
  public var description: String { "(secret)" }
  /// A text that hides the secret.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
