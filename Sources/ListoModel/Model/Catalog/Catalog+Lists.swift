package import ICalendar

/// Changes of the lists of a catalog that no file is behind.
extension Catalog {
  /// The catalog with a further list, behind the other lists of its source.
  ///
  /// - Parameters:
  ///   - text: a calendar with nothing but its own lines, which say the title and the colour.
  ///   - source: the source of the list; it is added if the catalog does not have it.
  package func adding(
    calendar text: [UInt8], named name: String, to source: Source
  ) throws(ICalendarError) -> Catalog {
    let file = try CalendarFile(reading: MemorySource(text), file: name)
    let held = sources.first { $0.source == source }?.lists ?? []
    // Higher than all: a list that was deleted may have had a lower one.
    let holder = (held.compactMap(\.identifier.list).filter { $0.text == name }.map(\.holder).max() ?? 0) + 1
    let identifier = ModelIdentifier(
      source: source.identifier, list: ModelIdentifier.Name(name, holder: holder))
    let context = file.calendars.first?.context ?? .none
    let node = ListNode(
      list: ReminderList(identifier: name, context, isNamed: context.title != nil), identifier: identifier,
      reminders: [], identifiers: [], otherItems: [], calendars: [context], place: name)
    var nodes = sources
    if let index = nodes.firstIndex(where: { $0.source == source }) {
      nodes[index] = SourceNode(source: source, identifier: nodes[index].identifier, lists: held + [node])
    } else {
      nodes.append(
        SourceNode(source: source, identifier: ModelIdentifier(source: source.identifier), lists: [node]))
    }
    return Catalog(sources: nodes)
  }

  /// The catalog with other lists in place of those of the same identifiers, in another order, or without
  /// some of them.
  ///
  /// - Parameter change: gets the lists of each source, and returns those that the source has then.
  package func changingLists(_ change: ([ListNode]) -> [ListNode]) -> Catalog {
    Catalog(
      sources: sources.map {
        SourceNode(source: $0.source, identifier: $0.identifier, lists: change($0.lists))
      })
  }
}

extension Catalog.ListNode {
  /// The list with another title, colour and order.
  ///
  /// - Parameter lines: the own lines of its first calendar, which say the same: those before its first
  ///   component, and those behind it.
  package func with(title: String, color: ListColor?, order: Int?, lines: [Component]) -> Self {
    let old = calendars.first
    // Reminders of one calendar share it.
    var known: [ObjectIdentifier: CalendarContext] = [:]
    func described(_ calendar: CalendarContext) -> CalendarContext {
      guard calendar.header?.bytes == old?.header?.bytes else { return calendar }
      let made =
        known[ObjectIdentifier(calendar)]
        ?? CalendarContext(
          header: lines.first, trailing: Array(lines.dropFirst()), zones: calendar.zones, file: calendar.file)
      known[ObjectIdentifier(calendar)] = made
      return made
    }
    return Self(
      list: ReminderList(
        identifier: list.identifier, title: title, color: color, summary: list.summary, order: order,
        allowsModification: list.allowsModification),
      identifier: identifier,
      reminders: reminders.map { Reminder($0.component, in: described($0.calendar)) },
      identifiers: identifiers, otherItems: otherItems, calendars: calendars.map(described), place: place)
  }
}

extension ReminderList {
  /// The list that a calendar describes.
  fileprivate init(identifier: String, _ calendar: CalendarContext, isNamed: Bool) {
    self.init(
      identifier: identifier, title: calendar.title ?? identifier, isNamed: isNamed, color: calendar.color,
      summary: calendar.summary, order: calendar.order, allowsModification: true)
  }
}
