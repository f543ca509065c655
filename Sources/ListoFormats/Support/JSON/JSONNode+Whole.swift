internal import ICalendar

extension JSONNode {
  /// The value that a small text is; nil for what is no JSON, is cut off, or has more behind it.
  ///
  /// - Parameter bytes: of any size; strings come out as the octets that went in.
  /// - Complexity: linear in the bytes.
  init?(whole bytes: [UInt8]) {
    var limits = ReadingLimits()
    limits[.itemSize] = Limit.itemSize.row.range.upperBound
    limits[.lineLength] = Limit.lineLength.row.range.upperBound
    var feed = TextFeed(MemorySource(bytes), limits: limits)
    var reader = JSONReader(&feed)
    guard let first = try? reader.next(), let node = try? reader.node(first), let end = try? reader.next(),
      end == .end
    else { return nil }
    self = node
  }
}
