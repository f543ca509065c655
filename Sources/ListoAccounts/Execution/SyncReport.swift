/// What a sync did.
public struct SyncReport: Sendable {
  /// What was done about one item or list, in words.
  public struct Line: Sendable, Hashable {
    /// The title of the list.
    public var list: String
    /// What people call the item; empty for one that is about the list.
    public var title: String
    /// What was done or is the matter: a sentence without its full stop.
    public var text: String
    /// The remedies, one a line.
    public var repairs: [String] = []
  }

  /// Items, by what was done about them.
  public var counts: [SyncStep.Kind: Int] = [:]
  /// Lists, by what was done about them.
  public var lists: [ListStep.Kind: Int] = [:]
  /// Decisions between versions that wanted different things.
  public var conflicts: [Line] = []
  /// What waits, and why: files that are no items, what the server refused.
  public var waiting: [Line] = []
  /// Lists in which nothing was done, and why.
  public var stopped: [Line] = []
  /// What stands in two lists, or under two paths.
  public var notes: [Line] = []
  /// Something changed while it was synced, again and again: another sync takes it up.
  public var isUnsettled = false

  /// Nothing was changed on either side.
  public var isEmpty: Bool { counts.allSatisfy { $0.key == .adopt } && lists.allSatisfy { $0.key == .pair } }

  /// The report of a sync that has done nothing yet.
  package init() {}

  mutating func count(_ kind: SyncStep.Kind) { counts[kind, default: 0] += 1 }
}
