public import ICalendar
public import ListoModel

/// Writes one format: it is told what comes, in order, and appends bytes. What a writer does not need, it leaves to the defaults, which
/// write nothing.
///
/// What it cannot hold it counts in `losses`, since nothing is lost in silence (Documentation/Laws.md).
public protocol FormatWriter: Sendable {
  /// A component's bytes depend on nothing but the component and its calendar, so that batches may be
  /// written on several cores by copies of one writer, and joined in order. False by default.
  var isStateless: Bool { get }
  /// What had no place in the format so far.
  var losses: Losses { get set }

  mutating func begin(_ output: inout [UInt8])
  /// The same where it is known how many calendars will follow. What a writer asks for that has to know; others
  /// have the one above.
  mutating func begin(calendars: Int, _ output: inout [UInt8])
  mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8])
  /// - Parameter holder: 1 for the first component of its name in its list, 2 for the second, …
  mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8])
  /// Properties of the calendar behind its first component, and bytes that are no component.
  mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8])
  mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8])
  mutating func end(_ output: inout [UInt8])
}

extension FormatWriter {
  /// It has a state.
  public var isStateless: Bool { false }
  /// Writes nothing.
  public mutating func begin(_ output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func end(_ output: inout [UInt8]) {}

  /// Writes what it does for any number of calendars.
  public mutating func begin(calendars: Int, _ output: inout [UInt8]) { begin(&output) }

  /// Is told of the next item, whatever it is.
  public mutating func write(
    _ item: Item, holder: Int, in calendar: Survey.Calendar?, _ output: inout [UInt8]
  ) {
    switch item {
    case .open: if let calendar { open(calendar, &output) }
    case .component(let component):
      if let calendar { write(component, holder: holder, in: calendar, &output) }
    case .close: if let calendar { close(calendar, &output) }
    case .properties, .other: writeOther(item, in: calendar, &output)
    case .problem: break
    }
  }
}

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
