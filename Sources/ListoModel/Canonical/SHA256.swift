internal import CProcessor

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
