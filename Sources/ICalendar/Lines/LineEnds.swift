/// Finds where content lines end: at a line feed that no white space follows (RFC 5545 §3.1).
///
/// CRLF and LF are line ends everywhere. A carriage return alone is one only in an input whose first line
/// ends with one: elsewhere it is a control character inside a value, and cutting there would make two lines
/// of one.
struct LineEnds {
  struct Extent {
    var start: Int
    /// Before the line end.
    var contentEnd: Int
    /// Behind the line end.
    var end: Int
    var folds: Int
  }

  enum Style: UInt8, Sendable { case unknown, lineFeed, carriageReturn }

  private(set) var style: Style
  private var folds = 0

  init(_ style: Style = .unknown) { self.style = style }

  /// The line that begins at `start`, or nil where the buffer does not hold all of it and its successor's
  /// first byte.
  ///
  /// - Parameter searched: from where to look on; kept between calls, so that a line longer than a block is
  ///   searched once.
  @inline(__always)
  mutating func next(in bytes: Span<UInt8>, from start: Int, searched: inout Int, final: Bool) -> Extent? {
    let count = bytes.count
    while searched < count {
      guard let feed = firstEnd(in: bytes, from: searched) else { break }
      let after = lineEndLength(bytes, feed, final)
      let next = feed + after
      if after == 0 || (next >= count && !final) {
        searched = feed
        return nil
      }
      guard next < count, bytes[next] == 0x20 || bytes[next] == 0x09 else {
        searched = next
        return extent(bytes, start, feed, next)
      }
      folds += 1
      searched = next + 1
    }
    searched = count
    guard final && start < count else { return nil }
    return extent(bytes, start, count, count)
  }

  /// Forgets a line that was begun: it will be looked at again from its start.
  mutating func restart() {
    folds = 0
  }

  @inline(__always)
  private mutating func extent(_ bytes: Span<UInt8>, _ start: Int, _ feed: Int, _ next: Int) -> Extent {
    defer { folds = 0 }
    // A carriage return that the input ends with is half of a line end.
    let isLineFeed = feed == next || bytes[feed] == 0x0A
    let crlf = isLineFeed && feed > start && bytes[feed - 1] == 0x0D
    return Extent(start: start, contentEnd: crlf ? feed - 1 : feed, end: next, folds: folds)
  }

  @inline(__always)
  private mutating func firstEnd(in bytes: Span<UInt8>, from: Int) -> Int? {
    switch style {
    case .lineFeed: return ByteSearch.first(0x0A, in: bytes, from: from)
    case .carriageReturn: return ByteSearch.first(0x0A, or: 0x0D, in: bytes, from: from)
    case .unknown: return decideStyle(bytes, from)
    }
  }

  private mutating func decideStyle(_ bytes: Span<UInt8>, _ from: Int) -> Int? {
    guard let end = ByteSearch.first(0x0A, or: 0x0D, in: bytes, from: from) else { return nil }
    if bytes[end] == 0x0A {
      style = .lineFeed
      return end
    }
    // A carriage return at the end of the buffer: wait for the byte that decides.
    guard end + 1 < bytes.count else { return end }
    if bytes[end + 1] == 0x0A {
      style = .lineFeed
      return end + 1
    }
    style = .carriageReturn
    return end
  }

  /// 1 for a line feed, 2 for CRLF met at its CR, 1 for a CR alone; 0 where the next byte must decide and is
  /// not there yet.
  @inline(__always)
  private func lineEndLength(_ bytes: Span<UInt8>, _ at: Int, _ final: Bool) -> Int {
    if bytes[at] == 0x0A { return 1 }
    if at + 1 < bytes.count { return bytes[at + 1] == 0x0A ? 2 : 1 }
    return final ? 1 : 0
  }
}

/// Where a content line begins in a ``Block``, how often it is folded, and which property it is where that
/// was seen at once.
struct LineStart: Sendable {
  private let raw: UInt64

  /// - Parameters:
  ///   - start: below 4 GiB.
  ///   - folds: more than 16 million count as that many.
  ///   - name: ``PropertyID/other`` where the name has still to be read.
  @inline(__always)
  init(_ start: Int, folds: Int, name: PropertyID = .other) {
    raw =
      UInt64(truncatingIfNeeded: start) << 32 | UInt64(truncatingIfNeeded: min(folds, 0xFF_FFFF)) << 8
      | UInt64(name.rawValue)
  }

  @inline(__always)
  var start: Int { Int(truncatingIfNeeded: raw >> 32) }
  @inline(__always)
  var folds: Int { Int(truncatingIfNeeded: raw >> 8 & 0xFF_FFFF) }
  /// One of the properties in ``QuickName/table``; ``PropertyID/other`` where the name has still to be read.
  @inline(__always)
  var name: PropertyID { PropertyID(rawValue: rawName) ?? .other }
  @inline(__always)
  var rawName: UInt8 { UInt8(truncatingIfNeeded: raw) }
}

extension LineEnds.Extent {
  /// The line at an index of a block's lines.
  ///
  /// - Parameter lines: the block's; the one behind the last line stands for the end of the bytes.
  @inline(__always)
  init(_ index: Int, of lines: Span<LineStart>, in bytes: Span<UInt8>) {
    let line = lines[index]
    start = line.start
    folds = line.folds
    end = lines[index + 1].start
    contentEnd = end
    // A line feed, a carriage return, or both in this order.
    if contentEnd > start && bytes[contentEnd - 1] == 0x0A { contentEnd -= 1 }
    if contentEnd > start && bytes[contentEnd - 1] == 0x0D { contentEnd -= 1 }
  }
}
