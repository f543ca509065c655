internal import ICalendar

extension Patch {
  /// The patch that leads from the older side of a comparison to the newer.
  ///
  /// - Parameter folders: the folders of the lists of either side, as the user named them; empty if there are
  ///   none.
  public init(_ difference: CatalogDifference, folders: (old: String, new: String) = ("", "")) {
    let names = (
      old: ListName.names(in: difference.old, below: folders.old),
      new: ListName.names(in: difference.new, below: folders.new)
    )
    // Lists that only have other names are no difference.
    guard !difference.isEmpty else {
      self.init(sections: [])
      return
    }
    var sections: [Section] = []
    var told: Set<Catalog.IndexPath> = []
    for changes in difference.lists {
      let old = changes.old.flatMap(difference.old.list(at:))
      let new = changes.new.flatMap(difference.new.list(at:))
      var section = Section(
        base: changes.old.flatMap { names.old[$0] }.map { Side(list: $0) },
        theirs: changes.new.flatMap { names.new[$0] }.map { Side(list: $0) })
      if !changes.fields.isEmpty || old == nil {
        section.base?.lines = old.map(Self.ownLines)
        section.theirs?.lines = new.map(Self.ownLines)
      }
      let items = changes.items.filter { $0.kind != .moved }
      Self.fill(&section, items, old, new)
      if !items.isEmpty || section.theirs?.lines != nil || new == nil {
        sections.append(section)
        if let path = changes.new { told.insert(path) }
      }
      sections += Self.moves(changes.items, to: changes.new.flatMap { names.new[$0] }, names.old)
    }
    var sameLists: [ListName] = []
    for pair in difference.pairs where !told.contains(pair.new) {
      guard let old = names.old[pair.old], let new = names.new[pair.new] else { continue }
      if old == new {
        sameLists.append(old)
      } else {
        // It has another name, and nothing else.
        sections.append(Section(base: Side(list: old), theirs: Side(list: new)))
      }
    }
    self.init(sections: sections, sameLists: sameLists)
  }

  /// The sections with the components that came from other lists, one for each list.
  private static func moves(
    _ items: [ItemDifference], to new: ListName?, _ names: [Catalog.IndexPath: ListName]
  ) -> [Section] {
    guard let new else { return [] }
    let moved = Dictionary(grouping: items.filter { $0.kind == .moved }, by: \.oldList)
    return moved.sorted { ($0.key ?? .init(source: 0)) < ($1.key ?? .init(source: 0)) }.compactMap {
      path, items in
      guard let old = path.flatMap({ names[$0] }) else { return nil }
      var section = Section(base: Side(list: old), theirs: Side(list: new), isMove: true)
      fill(&section, items, nil, nil)
      return section
    }
  }

  /// - Parameters:
  ///   - old: the list of the base, where components of one name in it must keep their order.
  ///   - new: that of theirs.
  private static func fill(
    _ section: inout Section, _ items: [ItemDifference], _ old: Catalog.ListNode?, _ new: Catalog.ListNode?
  ) {
    var was = items.compactMap { item in item.old.flatMap { old in item.oldCalendar.map { Placed(old, $0) } }
    }
    var now = items.compactMap { item in item.new.flatMap { new in item.newCalendar.map { Placed(new, $0) } }
    }
    // Of several with one key the second is the second only beside the first, so that both sides have all of
    // them, in the order of their lists.
    let keys = Set((was + now).map(\.key))
    if let old { was = Self.all(in: old, of: keys) }
    if let new { now = Self.all(in: new, of: keys) }
    if section.base != nil { fill(&section.base, was) }
    if section.theirs != nil { fill(&section.theirs, now) }
  }

  /// The components, and the definitions of the zones that they name; of two with one name and different
  /// clocks the second has a new name.
  private static func fill(_ side: inout Side?, _ items: [Placed]) {
    var zones = PatchZones()
    side?.items = items.map { item in
      let component = zones.naming(item.component, item.calendar.zones, at: .side)
      zones.bring(component, to: .side)
      return component
    }
    let definitions = zones.added[.side] ?? [:]
    side?.zones =
      definitions.isEmpty ? .empty : ZoneTable(definitions.sorted { $0.key < $1.key }.map(\.value))
  }

  private struct Placed {
    let component: Component
    let calendar: CalendarContext
    let key: ItemKey

    init(_ component: Component, _ calendar: CalendarContext) {
      (self.component, self.calendar) = (component, calendar)
      key = ItemKey(component, zones: calendar.zones)
    }
  }

  /// The components of a list that have one of these keys.
  private static func all(in list: Catalog.ListNode, of keys: Set<ItemKey>) -> [Placed] {
    guard !keys.isEmpty else { return [] }
    let reminders = list.reminders.lazy.map { Placed($0.component, $0.calendar) }
    let others = list.otherItems.lazy.map { Placed($0.component, $0.calendar) }
    return reminders.filter { keys.contains($0.key) } + others.filter { keys.contains($0.key) }
  }

  /// The own lines of a list's calendar, unfolded, without those that ``isOwn(_:)`` excludes; of a vdir the
  /// metadata beside its files.
  private static func ownLines(_ list: Catalog.ListNode) -> [[UInt8]] {
    let lines = list.calendars.first?.ownLines?.properties.filter { isOwn($0) } ?? []
    guard let calendar = list.calendars.first, calendar.file != list.place else {
      return lines.map { Array($0.unfolded) }
    }
    // A list that is a folder: its files say nothing of it, but where there is only one they may differ.
    let others = list.calendars.count == 1 ? lines.filter { !PatchLines.metadata.contains($0.name) } : []
    // A title that is only the folder's name is not written.
    let title = list.list.title == list.list.identifier ? nil : list.list.title
    return CollectionMetadata(title: title, color: list.list.color).lines
      + others.map { Array($0.unfolded) }
  }

  /// A line that a patch can change: not who wrote the calendar, and nothing of a patch.
  static func isOwn(_ property: Property) -> Bool {
    switch property.id {
    case .version, .prodid, .calscale, .method: false
    default: ![markName, listName, sameListName].contains(property.name)
    }
  }
}
