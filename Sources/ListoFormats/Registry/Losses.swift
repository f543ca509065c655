/// What has no place in a target format: never passed in silence.
public struct Losses: Sendable, Hashable {
  /// One thing that was lost.
  public struct Entry: Sendable, Hashable {
    /// What it is, for people, in the singular: `event`, `alarm`, `calendar property`.
    public var kind: String
    /// The file as the user named it.
    public var file: String
    /// Of the reminder; nil where it has none, or it is about a calendar.
    public var uid: String?
    /// The property or component name.
    public var name: String
    /// The format has a place for it, which was not asked for: a column that is none of those that were chosen.
    public var isLeftOut = false

    /// Something that has no place in a format.
    public init(kind: String, file: String, uid: String? = nil, name: String) {
      (self.kind, self.file, self.uid, self.name) = (kind, file, uid, name)
    }
  }

  /// The kind of what a target does not take, so that it was dropped, or is left as it is.
  package static let refusal = "finding"

  /// How many of each kind.
  public private(set) var counts: [String: Int] = [:]
  /// How many of these were left out since their place was not asked for.
  public private(set) var leftOut: [String: Int] = [:]
  /// Each of them, where a full account was asked for.
  public private(set) var entries: [Entry] = []
  /// Each is kept, not its count alone.
  public let keepsEntries: Bool

  /// Nothing is lost yet.
  public init(keepingEntries: Bool = false) { keepsEntries = keepingEntries }

  /// Counts one, and keeps it where all are kept.
  public mutating func add(_ entry: Entry) {
    counts[entry.kind, default: 0] += 1
    if entry.isLeftOut { leftOut[entry.kind, default: 0] += 1 }
    if keepsEntries { entries.append(entry) }
  }

  /// Adds what another writer lost.
  public mutating func add(_ other: Losses) {
    counts.merge(other.counts, uniquingKeysWith: +)
    leftOut.merge(other.leftOut, uniquingKeysWith: +)
    entries += other.entries
  }

  /// Nothing is lost.
  public var isEmpty: Bool { counts.isEmpty }
}
