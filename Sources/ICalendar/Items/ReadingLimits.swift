/// The limits on the cost of reading: a value for each ``Limit``, stored with each block that was read.
public struct ReadingLimits: Sendable, Hashable {
  /// In the order of the table: one reference, which is all that a block pays for them. Nil for those of the
  /// table, of which all cores would count the references.
  private var values: [Int]?
  /// The bytes asked of the source at a time.
  public var blockBytes: Int

  /// - Parameters:
  ///   - itemBytes: that of ``Limit/itemSize``; nil for the table's.
  ///   - nesting: that of ``Limit/nesting``; nil for the table's.
  public init(itemBytes: Int? = nil, nesting: Int? = nil, blockBytes: Int = 1 << 18) {
    self.blockBytes = max(1, blockBytes)
    if let itemBytes { self[.itemSize] = itemBytes }
    if let nesting { self[.nesting] = nesting }
  }

  private static let standard = Limit.allCases.map(\.row.standard)

  /// The value of a limit: at least 1, and at most the highest of its range.
  public subscript(limit: Limit) -> Int {
    get { values?[limit.rawValue] ?? Self.standard[limit.rawValue] }
    set {
      var values = values ?? Self.standard
      values[limit.rawValue] = min(max(newValue, 1), limit.row.range.upperBound)
      self.values = values == Self.standard ? nil : values
    }
  }

  /// Counts components of an input that are held in memory.
  ///
  /// - Parameters:
  ///   - more: the number of components in the next part of the input.
  ///   - count: the number of components before it.
  /// - Throws: ``ICalendarError/tooManyItems(limit:)`` beyond ``Limit/items``.
  public func count(_ more: Int, in count: inout Int) throws(ICalendarError) {
    count += more
    guard count <= self[.items] else { throw .tooManyItems(limit: self[.items]) }
  }

  /// The bytes of one component, calendar header or line that are held in memory at once.
  public var itemBytes: Int { self[.itemSize] }
  /// The greatest depth of components inside an item. Deeper components are treated as plain lines.
  public var nesting: Int { self[.nesting] }
}
