/// One content line (RFC 5545 §3.1) by its place in a ``Block``: folded parts and line end included.
struct ContentLine: Sendable {
  /// Offset of the first byte.
  var start: UInt32
  /// Offset of the line end.
  var contentEnd: UInt32
  /// Offset behind the line end.
  var end: UInt32
  /// The first of its physical lines in the input, counted from 1.
  var number: UInt32
  /// The bytes before the first `:` or `;`; folding inside the name, and a byte order mark before it,
  /// included.
  var nameLength: UInt8
  var property: PropertyID
  var flags: Flags

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// Folded over several physical lines.
    static let folded = Flags(rawValue: 1)
    /// A `;` follows the name.
    static let parameters = Flags(rawValue: 2)

    /// In place of `[]`, which a build that is not optimized makes by generic calls, for each line: a twelfth
    /// of the tests' time.
    @inline(__always)
    init(rawValue: UInt8 = 0) { self.rawValue = rawValue }
  }

  /// No line.
  static let none = ContentLine(
    start: 0, contentEnd: 0, end: 0, number: 0, nameLength: 0, property: .blank, flags: Flags())

  private init(
    start: UInt32, contentEnd: UInt32, end: UInt32, number: UInt32, nameLength: UInt8, property: PropertyID,
    flags: Flags
  ) {
    (self.start, self.contentEnd, self.end, self.number) = (start, contentEnd, end, number)
    (self.nameLength, self.property, self.flags) = (nameLength, property, flags)
  }

  /// Makes it one from which no property can be read.
  mutating func leaveUnread() {
    (property, nameLength) = (.malformed, 0)
    flags.remove(.parameters)
  }

  /// - Parameters:
  ///   - known: its name, where that was seen when it was noted; else ``PropertyID/other``.
  ///   - lengths: ``QuickName/lengths``.
  @inline(__always)
  init(
    _ extent: LineEnds.Extent, _ known: PropertyID, number: UInt32, in bytes: Span<UInt8>,
    _ style: LineEnds.Style, _ lengths: Span<UInt8>
  ) {
    self.init(extent, NameReading(extent, known, in: bytes, style, lengths), number: number)
  }

  @inline(__always)
  init(_ extent: LineEnds.Extent, _ name: NameReading, number: UInt32) {
    self.number = number
    start = UInt32(truncatingIfNeeded: extent.start)
    contentEnd = UInt32(truncatingIfNeeded: extent.contentEnd)
    end = UInt32(truncatingIfNeeded: extent.end)
    (property, nameLength, flags) = (name.property, name.length, name.flags)
    if extent.folds > 0 { flags.insert(.folded) }
  }
}
