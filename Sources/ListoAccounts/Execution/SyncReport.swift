/// The result of a sync.
public struct SyncReport: Sendable {
  /// A sentence about one item or list.
  public struct Line: Sendable, Hashable {
    /// The title of the list.
    public var list: String
    /// The title of the item; empty if the line is about the list.
    public var title: String
    /// The action or the problem: a sentence without its full stop.
    public var text: String
    /// The remedies, one a line.
    public var repairs: [String] = []
  }

  /// The number of items by action.
  public var counts: [SyncStep.Kind: Int] = [:]
  /// The number of lists by action.
  public var lists: [ListStep.Kind: Int] = [:]
  /// The decisions between conflicting versions.
  public var conflicts: [Line] = []
  /// Items that wait, with the reason: files that are not items, and items that the server refused.
  public var waiting: [Line] = []
  /// Lists in which nothing was done, and why.
  public var stopped: [Line] = []
  /// Items that are in two lists, or under two paths.
  public var notes: [Line] = []
  /// Whether something kept changing during the sync, so that another sync is needed.
  public var isUnsettled = false

  /// Whether nothing was changed on either side.
  public var isEmpty: Bool { counts.allSatisfy { $0.key == .adopt } && lists.allSatisfy { $0.key == .pair } }

  /// The report of a sync that has done nothing yet.
  package init() {}

  mutating func count(_ kind: SyncStep.Kind) { counts[kind, default: 0] += 1 }
}
