/// Name-based UUIDs, version 5 (RFC 9562 §5.5): the same name gives the same UUID, everywhere and always.
package enum UUIDv5 {
  /// The namespace of the UIDs that Listo gives to reminders without one: an arbitrary UUID, fixed for ever.
  package static let reminders: [UInt8] = [
    0x3E, 0x1F, 0xEC, 0x56, 0x1F, 0xB9, 0x42, 0x3A, 0xA5, 0x0F, 0x0C, 0x1E, 0x13, 0x25, 0xB7, 0x14,
  ]

  /// The UUID of `name` in `namespace`, with hyphens, in lower case.
  package static func string(namespace: [UInt8] = reminders, name: [UInt8]) -> String {
    String(decoding: text(namespace: namespace, name: name), as: UTF8.self)
  }

  /// True for a text with the length and the version of such a UUID; its name tells whether it is one.
  package static func isLike(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    text.count == 36 && bytes[text.lowerBound + 14] == 0x35
  }

  /// The same in ASCII.
  package static func text(namespace: [UInt8] = reminders, name: [UInt8]) -> [UInt8] {
    let words = SHA1(hashing: (namespace + name).span).words
    // Version and variant (RFC 9562 §5.5).
    let high = UInt64(words[0]) << 32 | UInt64(words[1] & 0xFFFF_0FFF | 0x5000)
    let low = UInt64(words[2] & 0x3FFF_FFFF | 0x8000_0000) << 32 | UInt64(words[3])
    return UUIDText.text(of: UInt128(high) << 64 | UInt128(low))
  }
}
