internal import CProcessor

/// Sixteen words of a message, the highest byte of each first, as SHA-1 and SHA-256 take them (FIPS 180-4
/// §5.2.1).
typealias SHABlock = InlineArray<16, UInt32>

extension Span<UInt8> {
  /// The blocks of the message and of its padding: a bit that ends it, zeros, and its length (FIPS 180-4
  /// §5.1.1).
  var messageBlockCount: Int { (count + 8) >> 6 + 1 }

  /// The block with this number, counted from 0.
  ///
  /// - Parameter size: so many bytes of the message stand before these: whole blocks.
  func messageBlock(_ number: Int, behind size: Int = 0) -> SHABlock {
    var block = SHABlock(repeating: 0)
    for index in block.indices { block[index] = messageWord(at: number << 6 + index << 2) }
    if number == messageBlockCount - 1 {
      let bits = UInt64(size + count) << 3
      block[14] = UInt32(truncatingIfNeeded: bits >> 32)
      block[15] = UInt32(truncatingIfNeeded: bits)
    }
    return block
  }

  /// Four bytes of the message, the bit that ends it and zeros behind its last.
  @inline(__always)
  private func messageWord(at start: Int) -> UInt32 {
    if start + 4 <= count {
      return UInt32(self[start]) << 24 | UInt32(self[start + 1]) << 16 | UInt32(self[start + 2]) << 8
        | UInt32(self[start + 3])
    }
    var word: UInt32 = 0
    for index in start..<start + 4 {
      word = word << 8 | (index < count ? UInt32(self[index]) : index == count ? 0x80 : 0)
    }
    return word
  }
}

extension UInt32 {
  /// The bits moved to the right, those that fall out put back on the left.
  @inline(__always)
  func rotatedRight(by count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}

extension cprocessor_block {
  /// As C has it.
  @inline(__always)
  init(_ block: SHABlock) {
    self.init(
      words: (
        block[0], block[1], block[2], block[3], block[4], block[5], block[6], block[7], block[8], block[9],
        block[10], block[11], block[12], block[13], block[14], block[15]
      ))
  }
}

/// The SHA-256 hash of a message (FIPS 180-4 §6.2).
///
/// Written here, since swift-crypto brings 246 C++ files for it. Where the processor has instructions for it
/// they are taken: the name of each reminder is hashed wherever short names are shown, and 40 bytes take 0.15
/// µs in place of 0.9 µs.
package struct SHA256: Sendable {
  /// The hash, the first byte in the highest of the first word.
  package private(set) var words: InlineArray<8, UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  private init() {}

  /// - Complexity: linear in the message.
  package init(hashing message: Span<UInt8>) {
    self.init(hashing: message, byInstructions: Self.hasInstructions)
  }

  /// - Parameter byInstructions: by the processor's own, which it has.
  init(hashing message: Span<UInt8>, byInstructions: Bool) {
    for number in 0..<message.messageBlockCount {
      add(message.messageBlock(number), byInstructions: byInstructions)
    }
  }

  /// A message that comes in pieces, of which none is held.
  package struct Pieces: Sendable {
    private var hash = SHA256()
    /// Fewer than a block.
    private var rest: [UInt8] = []
    private var size = 0

    package init() {}

    /// - Complexity: linear in the piece.
    package mutating func add(_ piece: ArraySlice<UInt8>) {
      size += piece.count
      var piece = piece
      if !rest.isEmpty {
        let missing = piece.prefix(64 - rest.count)
        rest += missing
        piece = piece.dropFirst(missing.count)
        guard rest.count == 64 else { return }
        hash.add(rest.span.messageBlock(0))
        rest.removeAll(keepingCapacity: true)
      }
      let blocks = piece.prefix(piece.count & ~63)
      for number in 0..<blocks.count >> 6 { hash.add(blocks.span.messageBlock(number)) }
      rest += piece.dropFirst(blocks.count)
    }

    /// The hash of what came so far.
    package var digest: SHA256 {
      var hash = hash
      let last = rest.span
      for number in 0..<last.messageBlockCount {
        hash.add(last.messageBlock(number, behind: size - rest.count))
      }
      return hash
    }
  }

  /// The 32 bytes of the hash.
  package var bytes: [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: words[$0 >> 2] >> UInt32(24 - ($0 & 3) << 3)) }
  }

  /// Whether the processor offers SHA-256, and SHA-1; what comes of it is the same.
  static let hasInstructions = cprocessor_has_sha256()

  @inline(__always)
  private mutating func add(_ block: SHABlock, byInstructions: Bool = Self.hasInstructions) {
    if byInstructions { addByInstructions(block) } else { addByWords(block) }
  }

  private mutating func addByInstructions(_ block: SHABlock) {
    let before = cprocessor_sha256(
      a: words[0], b: words[1], c: words[2], d: words[3], e: words[4], f: words[5], g: words[6], h: words[7])
    let after = cprocessor_sha256_add(before, cprocessor_block(block))
    words = [after.a, after.b, after.c, after.d, after.e, after.f, after.g, after.h]
  }

  private mutating func addByWords(_ block: SHABlock) {
    var schedule = InlineArray<64, UInt32>(repeating: 0)
    for step in 0..<16 {
      schedule[step] = block[step]
    }
    for step in 16..<64 {
      let (early, late) = (schedule[step - 15], schedule[step - 2])
      let earlySum = early.rotatedRight(by: 7) ^ early.rotatedRight(by: 18) ^ early &>> 3
      let lateSum = late.rotatedRight(by: 17) ^ late.rotatedRight(by: 19) ^ late &>> 10
      schedule[step] = lateSum &+ schedule[step - 7] &+ earlySum &+ schedule[step - 16]
    }
    var (a, b, c, d) = (words[0], words[1], words[2], words[3])
    var (e, f, g, h) = (words[4], words[5], words[6], words[7])
    for step in 0..<64 {
      let choice = e & f ^ ~e & g
      let majority = a & b ^ a & c ^ b & c
      let lowSum = e.rotatedRight(by: 6) ^ e.rotatedRight(by: 11) ^ e.rotatedRight(by: 25)
      let highSum = a.rotatedRight(by: 2) ^ a.rotatedRight(by: 13) ^ a.rotatedRight(by: 22)
      let sum = h &+ lowSum &+ choice &+ cprocessor_sha256_constant(UInt32(step)) &+ schedule[step]
      (h, g, f, e) = (g, f, e, d &+ sum)
      (d, c, b, a) = (c, b, a, sum &+ highSum &+ majority)
    }
    words[0] &+= a
    words[1] &+= b
    words[2] &+= c
    words[3] &+= d
    words[4] &+= e
    words[5] &+= f
    words[6] &+= g
    words[7] &+= h
  }
}

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
