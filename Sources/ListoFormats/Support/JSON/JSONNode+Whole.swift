internal import ICalendar

extension JSONNode {
  /// The value that a text is, in UTF-8 or UTF-16; nil for what is no JSON, is cut off, or has more behind
  /// it.
  ///
  /// - Parameters:
  ///   - bytes: all of them are held.
  ///   - isExact: nil too where a text is not Unicode, for which U+FFFD would stand, and where a value would
  ///     be left out.
  /// - Complexity: linear in the bytes.
  init?(whole bytes: [UInt8], isExact: Bool = false) {
    var limits = ReadingLimits()
    limits[.itemSize] = Limit.itemSize.row.range.upperBound
    limits[.lineLength] = Limit.lineLength.row.range.upperBound
    var feed = TextFeed(MemorySource(bytes), limits: limits)
    guard let isDecoded = try? feed.decode(), isDecoded else { return nil }
    var reader = JSONReader(&feed)
    guard let first = try? reader.next(), let node = try? reader.node(first), let end = try? reader.next(),
      end == .end
    else { return nil }
    // Of a key that stands twice the last counts; nothing is lost that was meant.
    guard !isExact || reader.feed.problems.allSatisfy({ $0.code == .duplicateKey }) else { return nil }
    self = node
  }
}
