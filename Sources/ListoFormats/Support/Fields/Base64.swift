/// Base 64 (RFC 4648 §4; RFC 2045 §6.8).
enum Base64 {
  /// The octets that a text stands for; white space in it, where lines were folded, counts for nothing.
  ///
  /// - Returns: nil for any other character, for a length that no octets have, and for what stands behind the
  ///   padding.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var octets: [UInt8] = []
    var (bits, count, padding) = (UInt32(0), 0, 0)
    for byte in text {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { continue }
      if byte == 0x3D {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      for shift: UInt32 in [16, 8, 0] { octets.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      (bits, count) = (0, 0)
    }
    // The padding may be left out, but not be another.
    switch (count, padding) {
    case (0, 0): break
    case (2, 0), (2, 2): octets.append(UInt8(truncatingIfNeeded: bits >> 4))
    case (3, 0), (3, 1):
      octets += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default: return nil
    }
    return octets
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
