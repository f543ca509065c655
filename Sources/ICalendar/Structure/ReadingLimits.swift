/// How much one item may cost before it is carried along unread. Each is announced by a ``Diagnostic``.
public struct ReadingLimits: Sendable, Hashable {
  /// The bytes of one component, calendar header or line that are held in memory at once.
  public var itemBytes: Int
  /// How deep components may nest inside an item before the inner ones are only lines to Listo.
  public var nesting: Int
  /// The bytes asked of the source at a time.
  public var blockBytes: Int

  /// - Parameters:
  ///   - itemBytes: 32 MiB by default: a reminder with a large attachment inside fits, a runaway line does not.
  ///   - nesting: 50 by default; the standards need 3. At most 200.
  public init(itemBytes: Int = 32 << 20, nesting: Int = 50, blockBytes: Int = 1 << 18) {
    self.itemBytes = max(1, itemBytes)
    self.nesting = min(max(1, nesting), 200)
    self.blockBytes = max(1, blockBytes)
  }
}
