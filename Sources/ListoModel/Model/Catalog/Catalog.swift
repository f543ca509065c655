internal import ICalendar
internal import Synchronization

/// Sources, their lists and the lists' reminders: an immutable tree in which every element has an identifier
/// (EventKit's EKEventStore).
///
/// Elements are in the order in which they were first read.
public struct Catalog: Sendable {
  /// In the order in which they were first seen.
  public let sources: [SourceNode]
  private let paths: Paths

  /// A source and its lists.
  @dynamicMemberLookup
  public struct SourceNode: Sendable {
    /// The source itself.
    public let source: Source
    /// The identifier of the source.
    public let identifier: ModelIdentifier
    /// Its lists, in the order in which they were first seen.
    public let lists: [ListNode]
  }

  /// A list and its reminders.
  @dynamicMemberLookup
  public struct ListNode: Sendable {
    /// The list itself: title, colour, whether it may be changed.
    public let list: ReminderList
    /// The identifier of the list.
    public let identifier: ModelIdentifier
    /// Its reminders, in the order in which they were read; overrides among them.
    public let reminders: [Reminder]
    /// The identifiers of the reminders, in their order.
    public let identifiers: [ModelIdentifier]
    /// The other components of its calendars: events, journals, …
    public let otherItems: [CalendarItem]
    /// Its calendars, in the order in which they were read.
    public let calendars: [CalendarContext]
    /// The files it was read from, as the user named them; for a collection, its folder.
    public let place: String
    /// The reminders that it has and that were not asked for; nil where it holds all of them.
    package internal(set) var omitted: OmittedReminders?
    /// Of a catalog at its current occurrences (``Catalog/atCurrentOccurrences(in:on:)``) the series that had
    /// to be searched, by the indices of their rows.
    package internal(set) var series: [Int: SeriesRow] = [:]

    /// The numbers of the other components of its calendars, by name: `VEVENT`, `VJOURNAL`, …
    ///
    /// - Complexity: linear in ``otherItems``.
    public var others: [String: Int] {
      otherItems.reduce(into: [:]) { $0[$1.component.name, default: 0] += 1 }
    }
  }

  /// The position of an element: source, list and reminder index.
  public struct IndexPath: Sendable, Hashable, Comparable {
    /// Half as wide as the indices are: paths are held and put into sets by the ten thousand. Of a list or
    /// reminder the least for none.
    private let numbers: (source: Int32, list: Int32, reminder: Int32)

    /// Creates the path of a source, a list or a reminder. Indices are limited to 2³¹ - 1, where there is no
    /// element.
    public init(source: Int, list: Int? = nil, reminder: Int? = nil) {
      numbers = (Int32(clamping: source), Self.number(list), Self.number(reminder))
    }

    private static func number(_ index: Int?) -> Int32 {
      index.map { max(Int32(clamping: $0), .min + 1) } ?? .min
    }

    /// The index of the source.
    public var source: Int { Int(numbers.source) }
    /// The index of the list within its source; nil for a source.
    public var list: Int? { numbers.list == .min ? nil : Int(numbers.list) }
    /// The index of the reminder within its list; nil for a list or a source.
    public var reminder: Int? { numbers.reminder == .min ? nil : Int(numbers.reminder) }

    /// As one number, for the same reason.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(
        (Int(numbers.source) &<< 16 &+ Int(numbers.list)) &<< 32 &+ Int(numbers.reminder))
    }

    public static func == (left: IndexPath, right: IndexPath) -> Bool { left.numbers == right.numbers }

    public static func < (left: IndexPath, right: IndexPath) -> Bool { left.numbers < right.numbers }
  }

  /// A catalog of these sources, whose identifiers differ.
  public init(sources: [SourceNode]) { self.init(sources, Paths()) }

  private init(_ sources: [SourceNode], _ paths: Paths) { (self.sources, self.paths) = (sources, paths) }

  /// The same sources and lists, with other reminders in some lists.
  ///
  /// - Parameter lists: by where they stand.
  /// - Complexity: linear in the lists of their sources; what was worked out of identifiers that stay is
  ///   kept.
  func replacing(_ lists: [IndexPath: ListNode]) -> Catalog {
    var paths = paths
    let changed = lists.filter { path, node in list(at: path)?.identifiers != node.identifiers }
    if !changed.isEmpty { paths = paths.without(Set(changed.keys)) }
    let sources = sources.enumerated().map { section, source in
      guard lists.keys.contains(where: { $0.source == section }) else { return source }
      return SourceNode(
        source: source.source, identifier: source.identifier,
        lists: source.lists.enumerated().map { row, node in
          lists[IndexPath(source: section, list: row)] ?? node
        })
    }
    return Catalog(sources, paths)
  }

  /// Where each element stands, worked out when it is first asked for: a list that is only shown needs none
  /// of it.
  private final class Paths: Sendable {
    private struct Known {
      /// Where the sources and lists stand.
      var elements: [ModelIdentifier: IndexPath] = [:]
      /// Where the reminders stand, of the lists that were asked for.
      var reminders: [IndexPath: IdentifierIndex] = [:]
    }

    private let known: Mutex<Known?>

    init() { known = Mutex(nil) }

    private init(_ known: Known?) { self.known = Mutex(known) }

    /// Returns the known paths without those of the reminders of these lists.
    func without(_ lists: Set<IndexPath>) -> Paths {
      var rest = known.withLock(\.self)
      for list in lists { rest?.reminders[list] = nil }
      return Paths(rest)
    }

    func path(of identifier: ModelIdentifier, in sources: [SourceNode]) -> IndexPath? {
      let (path, index) = known.withLock { known in place(of: identifier, in: sources, &known) }
      guard let index, let path, let row = path.list else { return path }
      return index.index(of: identifier, in: sources[path.source].lists[row].identifiers).map {
        IndexPath(source: path.source, list: row, reminder: $0)
      }
    }

    /// Where a source or a list stands; of a reminder, where its list does, and where it is looked for in
    /// that.
    private func place(
      of identifier: ModelIdentifier, in sources: [SourceNode], _ known: inout Known?
    ) -> (path: IndexPath?, reminders: IdentifierIndex?) {
      var found = known ?? Known(elements: Self.elements(sources))
      known = nil
      defer { known = found }
      guard identifier.kind == .reminder, let list = identifier.container else {
        return (found.elements[identifier], nil)
      }
      guard let path = found.elements[list], let row = path.list else { return (nil, nil) }
      let index = found.reminders[path] ?? IdentifierIndex(sources[path.source].lists[row].identifiers)
      found.reminders[path] = index
      return (path, index)
    }

    private static func elements(_ sources: [SourceNode]) -> [ModelIdentifier: IndexPath] {
      var paths: [ModelIdentifier: IndexPath] = [:]
      for (section, source) in sources.enumerated() {
        paths[source.identifier] = IndexPath(source: section)
        for (row, list) in source.lists.enumerated() {
          paths[list.identifier] = IndexPath(source: section, list: row)
        }
      }
      return paths
    }
  }

  /// Returns the identifier of the element at the path; nil if there is none.
  ///
  /// - Complexity: O(1).
  public func modelIdentifier(at path: IndexPath) -> ModelIdentifier? {
    guard sources.indices.contains(path.source) else { return nil }
    let source = sources[path.source]
    guard let row = path.list else { return source.identifier }
    guard source.lists.indices.contains(row) else { return nil }
    guard let index = path.reminder else { return source.lists[row].identifier }
    return source.lists[row].identifiers.indices.contains(index) ? source.lists[row].identifiers[index] : nil
  }

  /// Returns the path of the element with this identifier; nil if there is none.
  ///
  /// An identifier that was written before its source's folder had a name still names the element.
  ///
  /// - Complexity: O(1), except for the first call, which is linear in the catalog.
  public func indexPath(for identifier: ModelIdentifier) -> IndexPath? {
    if let path = paths.path(of: identifier, in: sources) { return path }
    let current = current(identifier)
    return current == identifier ? nil : paths.path(of: current, in: sources)
  }

  /// The identifier with the name of its source, if it has the path of the source's folder instead.
  ///
  /// - Complexity: linear in the sources.
  func current(_ identifier: ModelIdentifier) -> ModelIdentifier {
    // Files of one folder may have names of their own.
    let named = sources.filter { $0.source.path == identifier.source }
    let holder = named.first { source in source.lists.contains { $0.identifier.list == identifier.list } }
    guard let source = holder ?? named.first else { return identifier }
    return ModelIdentifier(
      source: source.source.identifier, list: identifier.list, uid: identifier.uid,
      recurrenceID: identifier.recurrenceID)
  }

  /// Returns the reminder at the path.
  public func reminder(at path: IndexPath) -> Reminder? {
    // Without making its identifier, whose names would each be reference-counted.
    guard let list = path.list, let index = path.reminder, sources.indices.contains(path.source),
      sources[path.source].lists.indices.contains(list),
      sources[path.source].lists[list].identifiers.indices.contains(index)
    else { return nil }
    return sources[path.source].lists[list].reminders[index]
  }

  /// Returns the list at the path, or the list of the reminder at the path.
  public func list(at path: IndexPath) -> ListNode? {
    guard sources.indices.contains(path.source), let list = path.list else { return nil }
    let lists = sources[path.source].lists
    return lists.indices.contains(list) ? lists[list] : nil
  }

  /// The paths of all reminders, in order.
  public var reminderPaths: [IndexPath] {
    var paths: [IndexPath] = []
    paths.reserveCapacity(sources.reduce(0) { $0 + $1.lists.reduce(0) { $0 + $1.reminders.count } })
    for section in sources.indices {
      for row in sources[section].lists.indices {
        for reminder in sources[section].lists[row].reminders.indices {
          paths.append(IndexPath(source: section, list: row, reminder: reminder))
        }
      }
    }
    return paths
  }

  /// There is no list in it.
  public var isEmpty: Bool { sources.allSatisfy { $0.lists.isEmpty } }
}
