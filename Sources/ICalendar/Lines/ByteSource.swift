/// A source of bytes, read front to back.
public protocol ByteSource {
  /// Appends at most `count` bytes to `bytes`; appends none at the end.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError)

  /// Whether everything that the source is known to have was read, so that another reading probably finds the
  /// end. False if that is unknown.
  var isAtKnownEnd: Bool { get }
}

extension ByteSource {
  /// False: unknown.
  public var isAtKnownEnd: Bool { false }
}

/// Bytes that are in memory already.
public struct MemorySource: ByteSource, Sendable {
  private var rest: ArraySlice<UInt8>

  /// A source of these bytes.
  public init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Appends at most `count` bytes; none at the end.
  public mutating func read(_ count: Int, into bytes: inout [UInt8]) {
    bytes.append(contentsOf: rest.prefix(count))
    rest = rest.dropFirst(count)
  }
}
