internal import CProcessor

/// The SHA-1 hash of a message (FIPS 180-4 §6.1): for version 5 UUIDs, which name and do not protect.
///
/// By the processor's instructions where it has them, as ``SHA256``: each reminder without UID gets one.
struct SHA1: Sendable {
  /// The hash, the first byte in the highest of the first word.
  private(set) var words: InlineArray<5, UInt32> = [
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0,
  ]

  /// - Complexity: linear in the message.
  init(hashing message: Span<UInt8>) {
    self.init(hashing: message, byInstructions: SHA256.hasInstructions)
  }

  /// - Parameter byInstructions: by the processor's own, which it has.
  init(hashing message: Span<UInt8>, byInstructions: Bool) {
    for number in 0..<message.messageBlockCount {
      let block = message.messageBlock(number)
      if byInstructions { addByInstructions(block) } else { addByWords(block) }
    }
  }

  /// The 20 bytes of the hash.
  var bytes: [UInt8] {
    (0..<20).map { UInt8(truncatingIfNeeded: words[$0 >> 2] >> UInt32(24 - ($0 & 3) << 3)) }
  }

  private mutating func addByInstructions(_ block: SHABlock) {
    let before = cprocessor_sha1(a: words[0], b: words[1], c: words[2], d: words[3], e: words[4])
    let after = cprocessor_sha1_add(before, cprocessor_block(block))
    words = [after.a, after.b, after.c, after.d, after.e]
  }

  private mutating func addByWords(_ block: SHABlock) {
    var schedule = InlineArray<80, UInt32>(repeating: 0)
    for step in 0..<16 {
      schedule[step] = block[step]
    }
    for step in 16..<80 {
      schedule[step] =
        (schedule[step - 3] ^ schedule[step - 8] ^ schedule[step - 14] ^ schedule[step - 16])
        .rotatedRight(by: 31)
    }
    var (a, b, c, d, e) = (words[0], words[1], words[2], words[3], words[4])
    for step in 0..<80 {
      // FIPS 180-4 §4.1.1 and §4.2.1.
      let (mixed, constant): (UInt32, UInt32) =
        switch step {
        case ..<20: (b & c ^ ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c ^ b & d ^ c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let sum = a.rotatedRight(by: 27) &+ mixed &+ e &+ constant &+ schedule[step]
      (e, d, c, b, a) = (d, c, b.rotatedRight(by: 2), a, sum)
    }
    words[0] &+= a
    words[1] &+= b
    words[2] &+= c
    words[3] &+= d
    words[4] &+= e
  }
}
