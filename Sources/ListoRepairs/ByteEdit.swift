/// Bytes that take the place of others.
package struct ByteEdit: Sendable, Hashable {
  /// The range of the replaced bytes.
  public internal(set) var range: Range<Int>
  /// The new bytes; empty for a deletion.
  public let bytes: [UInt8]

  package init(_ range: Range<Int>, _ bytes: [UInt8] = []) { (self.range, self.bytes) = (range, bytes) }

  /// The same in bytes before which so many more stand.
  package func shifted(by distance: Int) -> ByteEdit {
    ByteEdit(range.lowerBound + distance..<range.upperBound + distance, bytes)
  }
}

extension [UInt8] {
  /// These bytes with edits made.
  ///
  /// - Parameter edits: in the order of their places, none within another.
  package func applying(_ edits: [ByteEdit]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var copied = 0
    for edit in edits {
      result += self[copied..<edit.range.lowerBound]
      result += edit.bytes
      copied = edit.range.upperBound
    }
    return result + self[copied...]
  }
}
