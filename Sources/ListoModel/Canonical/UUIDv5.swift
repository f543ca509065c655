/// Name-based UUIDs, version 5 (RFC 9562 §5.5): the same name gives the same UUID, everywhere and always.
package enum UUIDv5 {
  /// The namespace of the UIDs that Listo gives to reminders without one: an arbitrary UUID, fixed for ever.
  package static let reminders: [UInt8] = [
    0x3E, 0x1F, 0xEC, 0x56, 0x1F, 0xB9, 0x42, 0x3A, 0xA5, 0x0F, 0x0C, 0x1E, 0x13, 0x25, 0xB7, 0x14,
  ]

  /// The UUID of `name` in `namespace`, with hyphens, in lower case.
  package static func string(namespace: [UInt8] = reminders, name: [UInt8]) -> String {
    var bytes = SHA1(hashing: (namespace + name).span).bytes.prefix(16)
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUIDText.text(of: bytes)
  }
}
