/// Where bytes are read from, front to back.
public protocol ByteSource {
  /// Appends at most `count` bytes to `bytes`; appends none at the end.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError)

  /// The next bytes, at most `count`, behind `room` bytes for what came before them; nothing behind these at the end. Who can read
  /// while others work gives what was read already.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func block(_ count: Int, behind room: Int) throws(ICalendarError) -> [UInt8]
}

extension ByteSource {
  public mutating func block(_ count: Int, behind room: Int) throws(ICalendarError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: room)
    try read(count, into: &bytes)
    return bytes
  }
}

/// Bytes that are in memory already.
public struct MemorySource: ByteSource, Sendable {
  private var rest: ArraySlice<UInt8>

  public init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  public mutating func read(_ count: Int, into bytes: inout [UInt8]) {
    bytes.append(contentsOf: rest.prefix(count))
    rest = rest.dropFirst(count)
  }
}
