internal import ICalendar
internal import Listo

/// What is the same for all reminders of a calendar, made once: the texts of its place, its zones, the
/// parameters that its lines have.
struct ReminderPlace: Sendable {
  let calendar: CalendarContext
  /// `{"id":"source/list/`: what is percent-encoded needs no escape.
  let head: [UInt8]
  /// `,"source":"…","list":"…"`
  let titles: [UInt8]
  private(set) var zones: [TravellingZone] = []
  private var sections: [(bytes: [UInt8], section: ParameterSection, zone: Int?)] = []

  init(_ calendar: CalendarContext, source: Source, list: ModelIdentifier.Name, listTitle: String) {
    self.calendar = calendar
    head = Array("{\"id\":\"\(ModelIdentifier(source: source.identifier, list: list))/".utf8)
    var json = JSONText()
    json.raw(",\"source\":")
    json.string(source.title)
    json.raw(",\"list\":")
    json.string(listTitle)
    titles = json.bytes
  }

  /// What the parameters of a property say, given also by their bytes, and the index of the zone that they
  /// name.
  ///
  /// - Complexity: O(1) for the few that a calendar's lines have again and again.
  mutating func section(
    _ property: Property, _ parameters: ArraySlice<UInt8>
  ) -> (section: ParameterSection, zone: Int?) {
    for known in sections where Self.isSame(known.bytes, parameters) { return (known.section, known.zone) }
    let section = ParameterSection(property.parameters)
    let zone = section.tzid.flatMap { zoneIndex($0) }
    if sections.count < 32 { sections.append((Array(parameters), section, zone)) }
    return (section, zone)
  }

  /// The index of a zone in `zones`; nil for an empty name, which is none.
  mutating func zoneIndex(_ tzid: String) -> Int? {
    guard !tzid.isEmpty else { return nil }
    if let known = zones.firstIndex(where: { $0.tzid == tzid }) { return known }
    zones.append(TravellingZone(tzid, in: calendar.zones))
    return zones.count - 1
  }

  private static func isSame(_ left: [UInt8], _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var index = right.startIndex
    for byte in left {
      if byte != right[index] { return false }
      index += 1
    }
    return true
  }
}
