/// A hash of 128 bits that tells byte sequences apart. The key is random in each process, so that nobody can
/// prepare inputs that share a hash. Do not store a hash beyond the process.
///
/// NH of UMAC (RFC 4418 §5.2) on words of 64 bits, in a tree for input longer than a block: two different
/// byte sequences share a hash with a probability of 2⁻⁶⁴ for each level of the tree (1 to 6), whatever their
/// content. It costs a fifth of SHA-256.
public struct ByteHash: Sendable, Hashable, Comparable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  /// The words of a block, and the levels of the tree that have a key of their own: enough for more bytes
  /// than a range can count.
  private static let block = 128
  private static let levels = 10

  private static let key: [UInt64] = {
    var generator = SystemRandomNumberGenerator()
    var (state, step): (UInt64, UInt64) = (generator.next(), generator.next() | 1)
    return (0..<block * levels).map { _ in
      // SplitMix64.
      state &+= step
      var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return word ^ word >> 31
    }
  }()

  /// The hash of the bytes in a range.
  ///
  /// - Complexity: linear in the range; a few nanoseconds for 64 bytes.
  public init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let key = Self.key
    let width = Self.block * 8
    if range.count <= width {
      add(bytes, range, key.span)
    } else {
      var words: [UInt64] = []
      var start = range.lowerBound
      while start < range.upperBound {
        var part = ByteHash()
        part.add(bytes, start..<min(start + width, range.upperBound), key.span)
        words += [part.high, part.low]
        start += width
      }
      self = Self.hash(words, key, level: 1)
    }
    // Bytes that differ only in zeros behind them differ in their number.
    add(0, UInt64(truncatingIfNeeded: range.count))
  }

  /// The hash of these bytes.
  public init(_ bytes: ArraySlice<UInt8>) {
    self.init(bytes.span, 0..<bytes.count)
  }

  private init() {}

  /// Folds the hash into one word, for a table or for comparing names.
  ///
  /// The low half of a product differs from the first different byte on, and the high half up to it.
  /// Therefore the halves are combined as they are, and all bits of the word differ.
  public var word: UInt64 { (low ^ high) &* 0x9E37_79B9_7F4A_7C15 }

  public static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }

  private static func hash(_ words: [UInt64], _ key: [UInt64], level: Int) -> ByteHash {
    var parts: [UInt64] = []
    var start = 0
    while true {
      var part = ByteHash()
      for index in stride(from: start, to: min(start + block, words.count), by: 2) {
        let place = min(level, levels - 1) * block + index - start
        part.add(product: words[index] &+ key[place], words[index + 1] &+ key[place + 1])
      }
      start += block
      if parts.isEmpty && start >= words.count { return part }
      parts += [part.high, part.low]
      if start >= words.count { return hash(parts, key, level: level + 1) }
    }
  }

  /// Adds a block of bytes, zeros behind it up to the next sixteen.
  @inline(__always)
  private mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>, _ key: Span<UInt64>) {
    var (index, place) = (range.lowerBound, 0)
    while index + 16 <= range.upperBound {
      add(
        product: ByteSearch.word(in: bytes, at: index) &+ key[place],
        ByteSearch.word(in: bytes, at: index + 8) &+ key[place + 1])
      index += 16
      place += 2
    }
    guard index < range.upperBound else { return }
    var (first, second): (UInt64, UInt64) = (0, 0)
    for at in index..<range.upperBound {
      let byte = UInt64(bytes[at])
      if at - index < 8 {
        first |= byte << UInt64((at - index) * 8)
      } else {
        second |= byte << UInt64((at - index - 8) * 8)
      }
    }
    add(product: first &+ key[place], second &+ key[place + 1])
  }

  @inline(__always)
  private mutating func add(product left: UInt64, _ right: UInt64) {
    let product = left.multipliedFullWidth(by: right)
    add(product.high, product.low)
  }

  @inline(__always)
  private mutating func add(_ high: UInt64, _ low: UInt64) {
    let sum = self.low.addingReportingOverflow(low)
    self.low = sum.partialValue
    self.high = self.high &+ high &+ (sum.overflow ? 1 : 0)
  }
}
