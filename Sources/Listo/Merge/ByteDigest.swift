internal import Crypto

/// The first half of the SHA-256 of some bytes: equal only for equal bytes, whoever made them.
struct ByteDigest: Hashable, Comparable {
  private let high: UInt64
  private let low: UInt64

  init(_ bytes: ArraySlice<UInt8>) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var index = 0
    for byte in SHA256.hash(data: bytes) {
      if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
      index += 1
      if index == 16 { break }
    }
    (self.high, self.low) = (high, low)
  }

  static func < (left: ByteDigest, right: ByteDigest) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
