internal import ICalendar
internal import ListoModel

/// Counts the zones that a name does not carry: those that tzdata does not know, or by which it means other
/// times.
struct ZoneLosses: Sendable {
  private var calendar: CalendarContext?
  private var zones: [String: TravellingZone] = [:]

  /// Counts the zones of a reminder's times, each once.
  mutating func count(_ reminder: DecomposedReminder, in calendar: CalendarContext, _ losses: inout Losses) {
    var counted: [String] = []
    for id in Self.fields {
      guard case .zoned(let local, let tzid)? = reminder.fields.moment(id), !counted.contains(tzid) else {
        continue
      }
      guard
        zone(tzid, in: calendar).isNeeded(for: local, recurs: reminder.fields[.recurrence] != nil)
      else { continue }
      counted.append(tzid)
      losses.add(
        Losses.Entry(
          kind: "time zone definition", file: calendar.file, uid: reminder.fields.text(.uid), name: tzid))
    }
  }

  /// A zone of a calendar, made once.
  private mutating func zone(_ tzid: String, in calendar: CalendarContext) -> TravellingZone {
    if self.calendar !== calendar { (self.calendar, zones) = (calendar, [:]) }
    if let zone = zones[tzid] { return zone }
    let zone = TravellingZone(tzid, in: calendar.zones)
    zones[tzid] = zone
    return zone
  }

  private static let fields: [FieldID] = [.due, .start, .completed, .created, .modified, .recurrenceID]
}

extension Losses {
  /// Counts properties that stand behind a calendar's first component, and passages that are no component.
  mutating func add(other item: Item, besides held: Set<PropertyID>, in calendar: Survey.Calendar?) {
    switch item {
    case .properties(let component):
      if let calendar { add(component.properties, besides: held, in: calendar.context) }
    default: addPassage(item, of: calendar)
    }
  }
}
