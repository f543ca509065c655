/// The parts that a target format cannot hold, which are always reported.
public struct Losses: Sendable, Hashable {
  /// One loss.
  public struct Entry: Sendable, Hashable {
    /// The kind of the loss, for people, in the singular: `event`, `alarm`, `calendar property`.
    public var kind: String
    /// The file as the user named it.
    public var file: String
    /// The UID of the reminder; nil if it has none, or if the loss is about a calendar.
    public var uid: String?
    /// The property or component name.
    public var name: String
    /// Whether the format could hold it, but the user did not request it: a column that was not chosen.
    public var isLeftOut = false

    /// Creates a loss.
    public init(kind: String, file: String, uid: String? = nil, name: String) {
      (self.kind, self.file, self.uid, self.name) = (kind, file, uid, name)
    }
  }

  /// The kind of what a target does not take, so that it was dropped, or is left as it is.
  package static let refusal = "finding"

  /// How many of one kind.
  private struct Tally: Sendable {
    let kind: String
    var count: Int
    var leftOut: Int
  }

  /// A few kinds, of which the next one is looked for from the front: a dictionary takes as long as all else
  /// of a loss.
  private var tallies: [Tally] = []

  /// The number of losses of each kind.
  public var counts: [String: Int] { Dictionary(uniqueKeysWithValues: tallies.map { ($0.kind, $0.count) }) }
  /// The number of losses of each kind that were left out because they were not requested.
  public var leftOut: [String: Int] {
    Dictionary(uniqueKeysWithValues: tallies.filter { $0.leftOut > 0 }.map { ($0.kind, $0.leftOut) })
  }
  /// The losses one by one, if they were requested.
  public private(set) var entries: [Entry] = []
  /// Each is kept, not its count alone.
  public let keepsEntries: Bool

  /// Nothing is lost yet.
  public init(keepingEntries: Bool = false) { keepsEntries = keepingEntries }

  /// Counts one, and keeps it where all are kept.
  public mutating func add(_ entry: Entry) {
    count(entry.kind, 1, leftOut: entry.isLeftOut ? 1 : 0)
    if keepsEntries { entries.append(entry) }
  }

  /// The same, where an entry is made only to be kept.
  mutating func add(_ kind: String, isLeftOut: Bool = false, _ makeEntry: (String) -> Entry) {
    guard keepsEntries else { return count(kind, 1, leftOut: isLeftOut ? 1 : 0) }
    var entry = makeEntry(kind)
    entry.isLeftOut = isLeftOut
    add(entry)
  }

  /// Several of a kind, of which none is kept.
  mutating func add(_ kind: String, count: Int, areLeftOut: Bool = false) {
    self.count(kind, count, leftOut: areLeftOut ? count : 0)
  }

  private mutating func count(_ kind: String, _ count: Int, leftOut: Int) {
    if let index = tallies.firstIndex(where: { $0.kind == kind }) {
      tallies[index].count += count
      tallies[index].leftOut += leftOut
    } else {
      tallies.append(Tally(kind: kind, count: count, leftOut: leftOut))
    }
  }

  /// Adds the losses of another writer.
  public mutating func add(_ other: Losses) {
    for tally in other.tallies { count(tally.kind, tally.count, leftOut: tally.leftOut) }
    entries += other.entries
  }

  /// Nothing is lost.
  public var isEmpty: Bool { tallies.isEmpty }

  /// The same is lost, in whatever order the kinds were met.
  public static func == (left: Losses, right: Losses) -> Bool {
    left.counts == right.counts && left.leftOut == right.leftOut && left.entries == right.entries
      && left.keepsEntries == right.keepsEntries
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(counts)
    hasher.combine(entries)
  }
}
