public import ListoEditing
public import ListoModel

extension EditContext {
  /// Creates a context that gives new reminders random UUIDs (RFC 9562 §5.4) in upper case, as Apple does.
  public init(_ view: ViewContext) {
    self.init(view) {
      var generator = SystemRandomNumberGenerator()
      var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      return UUIDText.text(of: bytes, uppercase: true)
    }
  }
}
