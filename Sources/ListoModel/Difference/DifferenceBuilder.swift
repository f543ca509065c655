internal import ICalendar

/// Compares what a match says is one.
struct DifferenceBuilder: Sendable {
  private let match: CatalogMatch
  private let pipeline: any Pipeline
  private let options: CatalogDifference.Options
  private let goneReminders: [Int?]
  private let oldLists: [Int?]

  /// - Parameter pipeline: what spreads the comparing of reminders over threads.
  init(
    _ match: CatalogMatch, _ options: CatalogDifference.Options, on pipeline: any Pipeline = SerialPipeline()
  ) {
    (self.match, self.options, self.pipeline) = (match, options, pipeline)
    goneReminders = CatalogMatch.inverse(match.reminders, count: match.old.reminderCount)
    oldLists = CatalogMatch.inverse(match.lists, count: match.old.lists.count)
  }

  func lists() -> [CatalogDifference.ListChanges] {
    let (old, new) = (match.old, match.new)
    var zones = ZoneDifferences()
    var result: [CatalogDifference.ListChanges] = []
    for number in new.lists.indices {
      let before = match.lists[number]
      let changes = CatalogDifference.ListChanges(
        old: before.map { old.lists[$0] }, new: new.lists[number],
        fields: before.map { fields(old.list($0), new.list(number)) } ?? [],
        items: arrived(number, &zones) + (before.map(left) ?? [])
          + others(before.map { old.list($0).otherItems } ?? [], new.list(number).otherItems, &zones))
      if before == nil || !changes.items.isEmpty || !changes.fields.isEmpty { result.append(changes) }
    }
    for number in old.lists.indices where oldLists[number] == nil {
      result.append(
        CatalogDifference.ListChanges(
          old: old.lists[number], new: nil, fields: [],
          items: left(number) + others(old.list(number).otherItems, [], &zones)))
    }
    return result
  }

  // MARK: Reminders

  /// The differences of the reminders in a new list: those that were added, moved here or changed.
  private func arrived(_ number: Int, _ zones: inout ZoneDifferences) -> [ItemDifference] {
    let list = match.new.list(number)
    let home = match.lists[number].map(match.old.reminders(ofList:)) ?? 0..<0
    var result: [ItemDifference] = []
    pipeline.shared(list.reminders.indices) { index in
      compared(list.reminders[index], match.new.firstReminders[number] + index)
    } consume: { pair in
      guard let was = pair.was else {
        result.append(
          ItemDifference(
            kind: .added, old: nil, new: pair.now.component, oldList: nil, fields: [], oldCalendar: nil,
            newCalendar: pair.now.calendar))
        return
      }
      let isHere = home.contains(was.place)
      let fields =
        pair.fields + zoneFields(was.reminder.calendar, (pair.now.component, pair.now.calendar), &zones)
      guard !isHere || !fields.isEmpty else { return }
      result.append(
        ItemDifference(
          kind: isHere ? .changed : .moved, old: was.reminder.component, new: pair.now.component,
          oldList: isHere ? nil : match.old.lists[was.list], fields: fields,
          oldCalendar: was.reminder.calendar, newCalendar: pair.now.calendar))
    }
    return result
  }

  /// A reminder, what it was, and what differs but for zones.
  private struct Pair: Sendable {
    let now: Reminder
    /// Its number among the old ones, and that of its list; nil where it was not there.
    let was: (place: Int, list: Int, reminder: Reminder)?
    let fields: [FieldDifference]
  }

  private func compared(_ now: Reminder, _ number: Int) -> Pair? {
    guard let before = match.reminders[number] else { return Pair(now: now, was: nil, fields: []) }
    let origin = match.old.list(ofReminder: before)
    guard let was = match.old.catalog.reminder(at: match.old.path(before, inList: origin)) else { return nil }
    return Pair(
      now: now, was: (before, origin, was),
      fields: fields((was.component, was.calendar), (now.component, now.calendar)))
  }

  /// The removals from an old list: its reminders that no new list has.
  private func left(_ number: Int) -> [ItemDifference] {
    let list = match.old.list(number)
    let first = match.old.firstReminders[number]
    return list.reminders.indices.filter { goneReminders[first + $0] == nil }.map { index in
      ItemDifference(
        kind: .removed, old: list.reminders[index].component, new: nil, oldList: nil, fields: [],
        oldCalendar: list.reminders[index].calendar, newCalendar: nil)
    }
  }

  private func fields(
    _ old: (component: Component, calendar: CalendarContext),
    _ new: (component: Component, calendar: CalendarContext)
  ) -> [FieldDifference] {
    let comparison = ComponentDifference(
      includesInsignificant: options.includesInsignificant, oldZones: old.calendar.zones,
      newZones: new.calendar.zones)
    return comparison.fields(old.component, new.component)
  }

  private func zoneFields(
    _ old: CalendarContext, _ new: (component: Component, calendar: CalendarContext),
    _ zones: inout ZoneDifferences
  ) -> [FieldDifference] {
    zones.names(of: new.component, old.zones, new.calendar.zones).map {
      FieldDifference(name: $0, change: .zone)
    }
  }

  // MARK: Other components

  /// Events, journals and what no one knows, by name, UID and occurrence; without a UID by what they say.
  private func others(
    _ old: [CalendarItem], _ new: [CalendarItem], _ zones: inout ZoneDifferences
  ) -> [ItemDifference] {
    let before = Self.pairs(old, new)
    var isGone = [Bool](repeating: true, count: old.count)
    var result: [ItemDifference] = []
    for (item, place) in zip(new, before) {
      guard let place else {
        result.append(
          ItemDifference(
            kind: .added, old: nil, new: item.component, oldList: nil, fields: [], oldCalendar: nil,
            newCalendar: item.calendar))
        continue
      }
      isGone[place] = false
      let was = old[place]
      let now = (item.component, item.calendar)
      let fields =
        fields((was.component, was.calendar), now) + zoneFields(was.calendar, now, &zones)
      guard !fields.isEmpty else { continue }
      result.append(
        ItemDifference(
          kind: .changed, old: was.component, new: item.component, oldList: nil, fields: fields,
          oldCalendar: was.calendar, newCalendar: item.calendar))
    }
    for (place, item) in old.enumerated() where isGone[place] {
      result.append(
        ItemDifference(
          kind: .removed, old: item.component, new: nil, oldList: nil, fields: [], oldCalendar: item.calendar,
          newCalendar: nil))
    }
    return result
  }

  /// Of each new item the place of the old one with its key; of several with one key those that are alike.
  private static func pairs(_ old: [CalendarItem], _ new: [CalendarItem]) -> [Int?] {
    let (was, now) = (places(old), places(new))
    var result = [Int?](repeating: nil, count: new.count)
    for (key, places) in now {
      guard let before = was[key] else { continue }
      let versions = [(old, before), (new, places)].map { items, places in
        places.map { (items[$0].component, items[$0].calendar.zones.zone) as VersionPairing.Version }
      }
      for (place, pair) in zip(places, VersionPairing.pairs(versions[0], versions[1])) {
        result[place] = pair.map { before[$0] }
      }
    }
    return result
  }

  private static func places(_ items: [CalendarItem]) -> [ItemKey: [Int]] {
    Dictionary(grouping: items.indices) { ItemKey(items[$0]) }
  }

  // MARK: Lists

  private func fields(_ old: Catalog.ListNode, _ new: Catalog.ListNode) -> [CatalogDifference.ListField] {
    if options.ignoresLists { return [] }
    var result: [CatalogDifference.ListField] = []
    func add(_ name: String, _ old: String?, _ new: String?) {
      if old != new { result.append(CatalogDifference.ListField(name: name, old: old, new: new)) }
    }
    // A title that is made from the name of a file is no content.
    add("title", old.list.isNamed ? old.list.title : nil, new.list.isNamed ? new.list.title : nil)
    add("color", old.list.color?.description, new.list.color?.description)
    add("description", old.list.summary, new.list.summary)
    if options.includesInsignificant { add("identifier", old.list.identifier, new.list.identifier) }
    return result + ownLines(old, new)
  }

  /// The differences of the calendars' own lines, where each list is one calendar.
  private func ownLines(_ old: Catalog.ListNode, _ new: Catalog.ListNode) -> [CatalogDifference.ListField] {
    guard old.calendars.count == 1, new.calendars.count == 1, let left = old.calendars[0].ownLines,
      let right = new.calendars[0].ownLines
    else { return [] }
    var comparison = ComponentDifference(includesInsignificant: options.includesInsignificant)
    comparison.skipsUID = !options.includesInsignificant
    let told: Set<String> = [
      "NAME", "X-WR-CALNAME", "COLOR", "X-APPLE-CALENDAR-COLOR", "DESCRIPTION", "X-WR-CALDESC",
    ]
    let identity: Set<String> = ["X-WR-RELCALID", "UID"]
    return comparison.fields(left, right).flatMap { field -> [CatalogDifference.ListField] in
      guard options.includesInsignificant || !told.contains(field.name) && !identity.contains(field.name)
      else {
        return []
      }
      switch field.change {
      case .value(let old, let new):
        return [
          .init(
            name: field.name, old: old.map(FieldDifference.text), new: new.map(FieldDifference.text))
        ]
      case .elements(let removed, let added):
        return removed.map { .init(name: field.name, old: $0.text, new: nil) }
          + added.map { .init(name: field.name, old: nil, new: $0.text) }
      case .component, .zone: return []
      }
    }
  }
}
