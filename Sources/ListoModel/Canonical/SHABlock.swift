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
