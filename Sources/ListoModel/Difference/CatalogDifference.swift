public import ICalendar

/// The difference of two collections, list by list: reminders, events, journals and other components that
/// were added, removed, moved or changed.
///
/// Two components are the same if their UIDs are equal, their lists are paired (``ListPairing``), and their
/// RECURRENCE-IDs name the same occurrence. A reminder that was removed from one list and added to another
/// has moved.
public struct CatalogDifference: Sendable {
  /// The options of a comparison.
  public struct Options: Sendable {
    /// Whether to include properties that programs write without a change by the user, such as DTSTAMP.
    public var includesInsignificant = false
    /// Which lists are compared with each other.
    public var pairing = ListPairing()
    /// Treat all lists of each side as one.
    public var ignoresLists = false

    /// Compares everything except stamps that mean nothing to people.
    public init() {}
  }

  /// A list of either side, or of both.
  public struct ListChanges: Sendable {
    /// The list in the old catalog; nil for one that came.
    public let old: Catalog.IndexPath?
    /// The list in the new catalog; nil for one that went.
    public let new: Catalog.IndexPath?
    /// The list's title, color, description and order, and the other properties of its calendar.
    public let fields: [ListField]
    /// The items that were added, removed or changed, in the order of the lists.
    public let items: [ItemDifference]
  }

  /// Something that a list says of itself.
  public struct ListField: Sendable, Hashable {
    /// As JSON names it: `title`, `color`.
    public let name: String
    /// The old value; nil if there was none.
    public let old: String?
    /// The new value; nil if there is none.
    public let new: String?
  }

  /// The sides, all lists of each in one where that was asked for.
  public let old: Catalog
  /// The catalog that the other is compared with.
  public let new: Catalog
  /// The lists in which something is different: first those of the new side in its order, then those that are
  /// gone.
  public let lists: [ListChanges]
  /// The lists that both sides have, in the order of the new side.
  let pairs: [(old: Catalog.IndexPath, new: Catalog.IndexPath)]

  /// Nothing differs.
  public var isEmpty: Bool { lists.isEmpty }

  /// - Parameter pipeline: distributes the comparison of reminders over threads.
  /// - Throws: ``ListPairing/UnknownList``.
  /// - Complexity: linear in the bytes and elements of both.
  public init(
    from old: Catalog, to new: Catalog, options: Options = Options(),
    on pipeline: any Pipeline = SerialPipeline()
  ) throws(ListPairing.UnknownList) {
    let sides = options.ignoresLists ? (old.asOneList(), new.asOneList()) : (old, new)
    (self.old, self.new) = sides
    let (left, right) = (CatalogOrdinals(sides.0), CatalogOrdinals(sides.1))
    let pairs = try options.pairing.pairs(left, right)
    let match = CatalogMatch(left, right, lists: pairs, readsOccurrences: true)
    lists = DifferenceBuilder(match, options, on: pipeline).lists()
    self.pairs = right.lists.indices.compactMap { number in
      match.lists[number].map { (left.lists[$0], right.lists[number]) }
    }
  }

  /// The number of items of each kind.
  public var counts: [ItemDifference.Kind: Int] {
    ItemDifference.Kind.allCases.reduce(into: [:]) { counts, kind in
      // Items are counted where they are: one that is taken out of its array is copied with all that it
      // refers to.
      let count = lists.reduce(0) { $0 + $1.items.count { $0.kind == kind } }
      if count > 0 { counts[kind] = count }
    }
  }
}

/// A component that one side has, or that both have and that is not the same.
public struct ItemDifference: Sendable {
  /// The kind of a difference between items.
  public enum Kind: String, Sendable, CaseIterable {
    case added, removed, changed
    /// Moved to another list, and possibly changed too.
    case moved
  }

  /// The kind of the difference.
  public let kind: Kind
  /// As it was; nil for one that came.
  public let old: Component?
  /// As it is now; nil for one that went.
  public let new: Component?
  /// The list from which the item was moved.
  public let oldList: Catalog.IndexPath?
  /// The differing fields, if both sides have the item.
  public let fields: [FieldDifference]
  /// The calendars that contain the old item.
  public let oldCalendar: CalendarContext?
  /// The calendar that contains the item now.
  public let newCalendar: CalendarContext?

  /// The newer one, else the older.
  public var component: Component? { new ?? old }
  /// SUMMARY, for people.
  public var title: String? { component?.first(.summary)?.text }
}

extension Catalog {
  /// The same with all lists in one: what two lists share is told apart as if they had always been one.
  func asOneList() -> Catalog {
    guard let source = sources.first, let first = source.lists.first else { return self }
    let lists = sources.flatMap(\.lists)
    guard lists.count > 1 else { return self }
    var taken: [ModelIdentifier: Int] = [:]
    let identifiers = lists.flatMap(\.identifiers).map { old in
      let plain = ModelIdentifier(
        source: source.identifier.source, list: first.identifier.list,
        uid: old.uid.map { ModelIdentifier.Name($0.text) }, recurrenceID: old.recurrenceID)
      let holder = taken[plain, default: 0] + 1
      taken[plain] = holder
      return ModelIdentifier(
        source: plain.source, list: plain.list,
        uid: plain.uid.map { ModelIdentifier.Name($0.text, holder: holder) },
        recurrenceID: plain.recurrenceID)
    }
    let list = ListNode(
      list: first.list, identifier: first.identifier, reminders: lists.flatMap(\.reminders),
      identifiers: identifiers, otherItems: lists.flatMap(\.otherItems),
      calendars: lists.flatMap(\.calendars), place: first.place)
    return Catalog(
      sources: [SourceNode(source: source.source, identifier: source.identifier, lists: [list])])
  }
}
