extension UInt64 {
  /// Of the eight bytes, the first the least, how many stand before one that does not stand for itself in
  /// most kinds of text: a control character, a quotation mark, a backslash or a byte from 0x7F on; 8 where
  /// all do.
  @inline(__always)
  fileprivate var plainBytes: Int {
    let ones = Self.ones
    let quote = self ^ (0x22 &* ones)
    let backslash = self ^ (0x5C &* ones)
    let delete = self ^ (0x7F &* ones)
    // The highest bit of each byte that is one of them. Of those above the first it may be set for nothing.
    let found =
      (self | (self &- (0x20 &* ones)) | (quote &- ones) | (backslash &- ones) | (delete &- ones))
      & (0x80 &* ones)
    return found.trailingZeroBitCount >> 3
  }

  /// The highest bit of the first of the eight bytes that is no character data of XML or has to be looked at
  /// there, and perhaps those of bytes above it: a control character, `<`, `>` or `&`.
  @inline(__always)
  fileprivate var markupMarks: UInt64 {
    let angle = (self | (0x02 &* Self.ones)) ^ (0x3E &* Self.ones)
    let ampersand = self ^ (0x26 &* Self.ones)
    let control = (self &- (0x20 &* Self.ones)) & ~self
    return (angle.zeroMarks | ampersand.zeroMarks | control) & (0x80 &* Self.ones)
  }

  fileprivate static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// The highest bit of the first of the eight bytes that is 0, and perhaps those of bytes above it; of the
  /// other bits nothing is said.
  @inline(__always)
  fileprivate var zeroMarks: UInt64 { (self &- Self.ones) & ~self }

  /// The same of the first that is this byte.
  @inline(__always)
  private func marks(_ byte: UInt8) -> UInt64 { (self ^ (UInt64(byte) &* Self.ones)).zeroMarks }

  /// The highest bit of the first of the eight bytes that TEXT has to escape (RFC 5545 §3.3.11), and perhaps
  /// those of bytes above it.
  @inline(__always)
  fileprivate var escapedMarks: UInt64 {
    (marks(0x0A) | marks(0x0D) | marks(0x2C) | marks(0x3B) | marks(0x5C)) & (0x80 &* Self.ones)
  }

  /// The highest bit of the first of the eight bytes that may end a line, and perhaps those of bytes above
  /// it.
  @inline(__always)
  fileprivate var lineEndMarks: UInt64 { (marks(0x0A) | marks(0x0D)) & (0x80 &* Self.ones) }
}

/// A few bytes that are looked for at once.
public struct SoughtBytes: Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64, UInt64)

  /// Five bytes, of which some may be the same.
  public init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8, _ fifth: UInt8) {
    func word(_ byte: UInt8) -> UInt64 { UInt64(byte) &* UInt64.ones }
    words = (word(first), word(second), word(third), word(fourth), word(fifth))
  }

  /// The highest bit of the first of the eight bytes that is one of them, and perhaps those of bytes above
  /// it.
  @inline(__always)
  fileprivate func marks(in word: UInt64) -> UInt64 {
    ((word ^ words.0).zeroMarks | (word ^ words.1).zeroMarks | (word ^ words.2).zeroMarks
      | (word ^ words.3).zeroMarks | (word ^ words.4).zeroMarks) & (0x80 &* UInt64.ones)
  }

  @inline(__always)
  fileprivate func contains(_ byte: UInt8) -> Bool {
    byte == UInt8(truncatingIfNeeded: words.0) || byte == UInt8(truncatingIfNeeded: words.1)
      || byte == UInt8(truncatingIfNeeded: words.2) || byte == UInt8(truncatingIfNeeded: words.3)
      || byte == UInt8(truncatingIfNeeded: words.4)
  }
}

extension Span where Element == UInt8 {
  /// Returns the first index from `start` on of one of a few bytes; `end` if there is none. Both are within
  /// the bytes.
  ///
  /// - Complexity: linear, eight bytes at a time.
  public func first(of sought: SoughtBytes, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= count)
    var index = start
    while index + 8 <= end {
      let marks = unsafe sought.marks(in: ByteSearch.uncheckedWord(in: self, at: index))
      if marks != 0 { return index + marks.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < end, !sought.contains(self[index]) { index += 1 }
    return index
  }

  /// The first index from `start` on of a byte that TEXT has to escape (RFC 5545 §3.3.11): a line end, a
  /// comma, a semicolon or a backslash; `count` where there is none.
  ///
  /// - Complexity: linear, eight bytes at a time.
  func endOfUnescapedText(from start: Int) -> Int {
    precondition(start >= 0)
    var index = start
    while index + 8 <= count {
      let marks = unsafe ByteSearch.uncheckedWord(in: self, at: index).escapedMarks
      if marks != 0 { return index + marks.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < count {
      switch self[index] {
      case 0x0A, 0x0D, 0x2C, 0x3B, 0x5C: return index
      default: index += 1
      }
    }
    return count
  }

  /// The first index from `start` on of a line feed or a carriage return; `count` where there is none.
  ///
  /// - Complexity: linear, eight bytes at a time.
  package func endOfUnbrokenRun(from start: Int) -> Int {
    precondition(start >= 0)
    var index = start
    while index + 8 <= count {
      let marks = unsafe ByteSearch.uncheckedWord(in: self, at: index).lineEndMarks
      if marks != 0 { return index + marks.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < count, self[index] != 0x0A, self[index] != 0x0D { index += 1 }
    return index
  }

  /// Returns the end of a run of bytes that XML needs no escape for: the first index from `start` on of a
  /// control character, `<`, `>` or `&`; `end` if there is none. Both are within the bytes.
  ///
  /// - Complexity: linear, eight bytes at a time.
  public func endOfCharacterData(from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= count)
    var index = start
    while index + 8 <= end {
      let marks = unsafe ByteSearch.uncheckedWord(in: self, at: index).markupMarks
      if marks != 0 { return index + marks.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < end {
      switch self[index] {
      case 0..<0x20, 0x26, 0x3C, 0x3E: return index
      default: index += 1
      }
    }
    return end
  }

  /// Returns the end of a run of bytes that most kinds of text need no escape for: the first index from
  /// `start` on of a control character, a quotation mark, a backslash or a byte from 0x7F on; `end` if there
  /// is none. Both are within the bytes.
  ///
  /// - Complexity: linear, eight bytes at a time.
  public func endOfPlainRun(from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= count)
    var index = start
    while index + 8 <= end {
      let plain = unsafe ByteSearch.uncheckedWord(in: self, at: index).plainBytes
      index += plain
      if plain < 8 { return index }
    }
    while index < end {
      let byte = self[index]
      if byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C { return index }
      index += 1
    }
    return end
  }
}

extension OutputSpan where Element == UInt8 {
  /// Appends the bytes in a range, as far as there is room.
  public mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    let count = Swift.min(range.count, freeCapacity)
    guard count > 0 else { return }
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe withUnsafeMutableBufferPointer { target, initialized in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        unsafe (to + initialized).initialize(from: from + range.lowerBound, count: count)
        initialized += count
      }
    }
  }

  /// Inserts a byte at an index; does nothing if there is no room.
  ///
  /// - Complexity: linear in the bytes after it, which are moved at once.
  public mutating func insert(_ byte: UInt8, at index: Int) {
    precondition(index >= 0 && index <= count)
    guard !isFull else { return }
    unsafe withUnsafeMutableBufferPointer { target, initialized in
      guard let start = target.baseAddress else { return }
      let place = unsafe UnsafeMutableRawPointer(start + index)
      unsafe (place + 1).copyMemory(from: place, byteCount: initialized - index)
      unsafe place.storeBytes(of: byte, as: UInt8.self)
      initialized += 1
    }
  }

  /// Appends the run of bytes that ``Swift/Span/endOfPlainRun(from:to:)`` finds, as far as there is room.
  ///
  /// - Returns: the index after the last appended byte.
  /// - Complexity: linear, eight bytes at a time.
  public mutating func appendPlainRun(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && start <= end && end <= bytes.count)
    // The last eight bytes are read and written whole, whatever the run has of them.
    guard end + 8 <= bytes.count, end - start + 8 <= freeCapacity else {
      let runEnd = bytes.endOfPlainRun(from: start, to: end)
      append(bytes, start..<runEnd)
      return runEnd
    }
    var index = start
    unsafe bytes.withUnsafeBytes { source in
      unsafe withUnsafeMutableBufferPointer { target, initialized in
        guard let base = target.baseAddress else { return }
        let room = unsafe UnsafeMutableRawPointer(base + initialized)
        while index < end {
          let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          unsafe room.storeBytes(of: word, toByteOffset: index - start, as: UInt64.self)
          let plain = UInt64(littleEndian: word).plainBytes
          index += plain
          if plain < 8 { break }
        }
        index = Swift.min(index, end)
        initialized += index - start
      }
    }
    return index
  }
}
