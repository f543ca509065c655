public import ListoEditing
public import ListoModel

extension EditContext {
  /// With random UUIDs (RFC 9562 §5.4) for what comes new, in capital letters as Apple writes them.
  public init(_ view: ViewContext) {
    self.init(view) {
      var digits: [UInt8] = []
      var generator = SystemRandomNumberGenerator()
      for index in 0..<16 {
        var byte = UInt8.random(in: 0...255, using: &generator)
        if index == 6 { byte = byte & 0x0F | 0x40 }
        if index == 8 { byte = byte & 0x3F | 0x80 }
        if [4, 6, 8, 10].contains(index) { digits.append(0x2D) }
        for digit in [byte >> 4, byte & 0x0F] { digits.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
      }
      return String(decoding: digits, as: UTF8.self)
    }
  }
}
