internal import CProcessor

/// The marks of a JSON text (RFC 8259 §2), in order, found 64 bytes at a time. Outside of strings they are
/// brackets, braces, colons, commas, line feeds and quotation marks; inside strings, the backslash of each
/// escape.
///
/// Bytes between the marks are not checked.
public struct JSONMarks: Sendable {
  /// Where the bytes begin that come next.
  private var position: Int
  /// The marks of the 64 bytes before that were not told yet.
  private var found: UInt64 = 0
  private var texts = JSONTexts()
  /// The last of the bytes before was a carriage return.
  private var isBehindReturn: UInt64 = 0
  /// Whether a string contains a line end, or a carriage return is not followed by a line feed.
  public private(set) var hasFault = false

  /// Starts at an index outside of strings.
  public init(from start: Int) { position = start }

  /// Returns the next mark; nil after the last.
  @inline(__always)
  public mutating func next(in bytes: Span<UInt8>) -> Int? {
    while found == 0 {
      guard position < bytes.count else { return nil }
      look(bytes)
    }
    defer { found &= found &- 1 }
    return position &- 64 &+ found.trailingZeroBitCount
  }

  /// Looks at the next 64 bytes.
  public mutating func look(_ bytes: Span<UInt8>) {
    let marks = bytes.jsonMarks(at: position)
    position += 64
    let (quotes, within, escapes) = texts.take(marks)
    found = quotes | escapes | (marks.openers | marks.closers | marks.separators | marks.feeds) & ~within
    let ends = marks.feeds | marks.returns
    let isWrong = ends & within | (marks.returns << 1 | isBehindReturn) & ~marks.feeds
    isBehindReturn = marks.returns >> 63
    if isWrong != 0 { hasFault = true }
  }
}

/// The state of a scan for texts, from one block of 64 bytes to the next.
private struct JSONTexts: Sendable {
  /// All bits where the block before ended in a text.
  private var isWithin: UInt64 = 0
  /// The first bit where the block before ended with a backslash that escapes what comes.
  private var isEscaped: UInt64 = 0

  /// - Returns: the quotation marks that begin and end texts; the bytes of texts, the first mark among them;
  ///   the backslashes that escape something.
  @inline(__always)
  mutating func take(_ marks: cprocessor_json) -> (quotes: UInt64, within: UInt64, escapes: UInt64) {
    var (escaped, escapes) = (isEscaped, 0 as UInt64)
    isEscaped = 0
    // Few blocks have any.
    var rest = marks.backslashes & ~escaped
    while rest != 0 {
      let bit = rest & (0 &- rest)
      escapes |= bit
      escaped |= bit << 1
      if bit >> 63 != 0 { isEscaped = 1 }
      rest &= ~(bit | bit << 1)
    }
    let quotes = marks.quotes & ~escaped
    var within = quotes
    within ^= within << 1
    within ^= within << 2
    within ^= within << 4
    within ^= within << 8
    within ^= within << 16
    within ^= within << 32
    within ^= isWithin
    isWithin = 0 &- (within >> 63)
    return (quotes, within, escapes & within)
  }
}

/// The place where whole values end in a JSON text.
public struct JSONValueEnd: Sendable {
  /// The index after the last complete object or array; nil if there is none.
  public var end: Int?
  /// The number of line feeds before the end, outside of strings.
  public var lineFeeds = 0
  /// The number of bytes that were examined: up to a bracket that closes an earlier one, or all.
  public var looked = 0
  /// No such bracket was met.
  public var isCut = true
}

extension Span where Element == UInt8 {
  @inline(__always)
  fileprivate func jsonMarks(at start: Int) -> cprocessor_json {
    guard count - start < 64 else { return ByteSearch.jsonMarks(in: self, at: start) }
    var rest = InlineArray<64, UInt8>(repeating: 0x20)
    for index in start..<count { rest[index - start] = self[index] }
    return ByteSearch.jsonMarks(in: rest.span, at: 0)
  }

  /// Returns the end of a sequence of objects and arrays, judged by brackets alone. The parser decides later
  /// whether they are JSON.
  ///
  /// - Parameter start: an index outside of strings.
  /// - Complexity: linear, 64 bytes at a time.
  public func endOfJSONValues(from start: Int) -> JSONValueEnd {
    precondition(start >= 0)
    var (result, texts) = (JSONValueEnd(), JSONTexts())
    var (depth, feeds) = (0, 0)
    var block = start
    while block < count {
      let marks = jsonMarks(at: block)
      let within = texts.take(marks).within
      var rest = (marks.openers | marks.closers | marks.feeds) & ~within
      while rest != 0 {
        let bit = rest & (0 &- rest)
        if marks.openers & bit != 0 {
          depth += 1
        } else if marks.closers & bit != 0 {
          depth -= 1
          if depth < 0 {
            (result.isCut, result.looked) = (false, block + rest.trailingZeroBitCount - start)
            return result
          }
          if depth == 0 { (result.end, result.lineFeeds) = (block + rest.trailingZeroBitCount + 1, feeds) }
        } else {
          feeds += 1
        }
        rest &= rest &- 1
      }
      block += 64
    }
    result.looked = count - start
    return result
  }
}
