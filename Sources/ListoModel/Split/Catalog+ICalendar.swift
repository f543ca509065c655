internal import ICalendar

extension Catalog {
  /// The reminders as iCalendar (RFC 5545), such as for sharing them: a VCALENDAR for each list, with the
  /// title and the colour of the list, and the definitions of the zones that its components name.
  ///
  /// Components keep their bytes.
  ///
  /// - Parameter ids: the reminders to write, in the order of the catalog; identifiers that are not in the
  ///   catalog are ignored. Nil for everything, with events and other components.
  /// - Complexity: linear in the bytes of the lists.
  public func iCalendar(of ids: Set<ModelIdentifier>? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    let lists = lists
    for list in lists {
      let reminders = zip(list.identifiers, list.reminders).filter { ids?.contains($0.0) ?? true }
      let parts =
        reminders.map { ($0.1.calendar, $0.1.component) }
        + (ids == nil ? list.otherItems.map { ($0.calendar, $0.component) } : [])
      if !parts.isEmpty || ids == nil { list.write(parts, isOnly: lists.count == 1, to: &bytes) }
    }
    return bytes
  }
}

extension Catalog.ListNode {
  /// Writes components of the list, in one VCALENDAR for each set of own lines that its calendars have.
  ///
  /// - Parameter isOnly: true if no other list is written; then the list needs no identifier of its own.
  fileprivate func write(
    _ parts: [(calendar: CalendarContext, component: Component)], isOnly: Bool, to bytes: inout [UInt8]
  ) {
    var order: [[UInt8]] = []
    var groups: [[UInt8]: [(calendar: CalendarContext, component: Component)]] = [:]
    for part in parts {
      let head = Self.head(of: part.calendar)
      if groups[head] == nil { order.append(head) }
      groups[head, default: []].append(part)
    }
    if parts.isEmpty { order.append(Self.head(of: calendars.first ?? .none)) }
    for head in order {
      let members = groups[head] ?? []
      let first = members.first?.calendar ?? calendars.first ?? .none
      bytes += head
      if !isOnly, first.identifier == nil {
        bytes += ContentLineText.line("X-WR-RELCALID", value: TextValue.encode(list.identifier))
      }
      if list.isNamed, first.title == nil {
        for line in CollectionMetadata(title: list.title, color: list.color).lines {
          bytes += ContentLineText.fold(line[...])
        }
      }
      var written: Set<String> = []
      for (calendar, component) in members {
        for name in ZoneDifferences.names(of: component).sorted() where written.insert(name).inserted {
          if let zone = calendar.zones.definitions[name] { bytes += zone.standingAlone().bytes }
        }
      }
      for (_, component) in members { bytes += component.standingAlone().bytes }
      bytes += CalendarText.end
    }
  }

  /// BEGIN:VCALENDAR and the calendar's own lines.
  private static func head(of calendar: CalendarContext) -> [UInt8] {
    guard let header = calendar.header else { return CalendarText.head }
    return SplitCalendar.whole(header) + calendar.trailing.flatMap { SplitCalendar.whole($0) }
  }
}
