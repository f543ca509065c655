internal import ICalendar
internal import ListoModel

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
  /// What they say, one after another, and where the bytes of each stand in `factBytes`.
  private var facts: [ParameterFacts] = []
  private var factEnds: [Int] = []
  private var factBytes: [UInt8] = []

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

  /// How many bytes are the same for all reminders.
  var headCount: Int { head.count + titles.count }

  /// Appends a reminder in the common case; false in any other. Here, so that neither the place nor the writer is copied.
  mutating func write(
    _ component: Component, with quick: inout QuickReminder, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    quick.write(component, &self, to: &output)
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

  /// What the parameters in a range of bytes say; nil where there are too many different ones to remember.
  ///
  /// - Parameters:
  ///   - component: the one in which they stand.
  ///   - line: the index of their line, as ``LineParts`` has it.
  mutating func facts(
    of bytes: Span<UInt8>, _ parameters: Range<Int>, _ component: Component, _ line: UInt32
  ) -> ParameterFacts? {
    var start = 0
    for index in facts.indices {
      let end = factEnds[index]
      if end - start == parameters.count {
        var offset = 0
        while offset < parameters.count, factBytes[start + offset] == bytes[parameters.lowerBound + offset] {
          offset += 1
        }
        if offset == parameters.count { return facts[index] }
      }
      start = end
    }
    guard facts.count < 32 else { return nil }
    for index in parameters { factBytes.append(bytes[index]) }
    factEnds.append(factBytes.count)
    let section = ParameterSection(component.property(ofLine: line).parameters)
    let result = ParameterFacts(section, zone: section.tzid.flatMap { zoneIndex($0) })
    facts.append(result)
    return result
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
