extension String {
  /// Bytes as hexadecimal digits in lower case, two for each.
  ///
  /// - Complexity: linear in the bytes, without a text for each of them: a name is made for every reminder without UID.
  package init(hexadecimal bytes: some Collection<UInt8>) {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(Self.hexadecimalDigit(byte >> 4))
      digits.append(Self.hexadecimalDigit(byte & 15))
    }
    self.init(decoding: digits, as: UTF8.self)
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
