internal import ICalendar

/// What names a component within its list: its name, its UID as exact octets, and the occurrence that it overrides. One without a UID
/// is named by what it says.
struct ItemKey: Hashable {
  let name: String
  let uid: [UInt8]
  let occurrence: RecurrenceKey

  init(_ component: Component, zones: ZoneTable) {
    name = component.name
    let written = component.first(.uid)?.value ?? []
    uid = written.isEmpty ? ContentName(component).bytes : Array(written)
    occurrence = RecurrenceKey(component.first(.recurrenceID)).resolved(in: zones.zone)
  }

  init(_ item: CalendarItem) { self.init(item.component, zones: item.calendar.zones) }
}
