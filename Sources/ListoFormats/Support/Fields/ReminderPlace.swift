internal import ICalendar
internal import ListoModel

/// The data that all reminders of a calendar share, made once: the texts of its place, its zones, the
/// parameters that its lines have.
struct ReminderPlace: Sendable {
  let calendar: CalendarContext
  /// `{"id":"source/list/`: what is percent-encoded needs no escape.
  let head: [UInt8]
  /// `,"source":"…","list":"…"`
  let titles: [UInt8]
  private(set) var zones: [TravellingZone] = []
  private var zoneNumbers: [String: Int] = [:]
  /// The parameters of its lines, and what they say.
  private var parameters = RecurringRuns<ParameterFacts>()

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

  /// The zones and parameters alone, for who writes no place.
  init(_ calendar: CalendarContext) { (self.calendar, head, titles) = (calendar, [], []) }

  /// How many bytes are the same for all reminders.
  var headCount: Int { head.count + titles.count }

  /// The facts about the parameters in a range of bytes; nil where they are not remembered.
  ///
  /// - Complexity: O(1) for the few that a calendar's lines have again and again.
  private func facts(of bytes: Span<UInt8>, _ parameters: Range<Int>) -> ParameterFacts? {
    self.parameters.value(of: bytes, parameters)
  }

  /// The facts about a property's parameters, which are in a range of bytes; from then on they are
  /// remembered, of the first few.
  private mutating func note(
    _ bytes: Span<UInt8>, _ parameters: Range<Int>, of property: Property
  ) -> ParameterFacts {
    let section = ParameterSection(property.parameters)
    var result = section.facts
    result.zone = section.tzid.flatMap { zoneIndex($0) } ?? -1
    self.parameters.note(result, of: bytes, parameters)
    return result
  }

  /// The facts about the parameters of a line.
  ///
  /// - Parameters:
  ///   - bytes: in which it has its parts.
  ///   - component: the one whose line it is.
  ///   - lines: those of the component.
  @inline(__always)
  mutating func facts(
    of line: LineParts, _ bytes: Span<UInt8>, _ component: Component, in lines: inout PlacedLines
  ) -> ParameterFacts {
    let parameters = line.parameters
    guard !parameters.isEmpty else { return .none }
    return facts(of: bytes, parameters) ?? note(bytes, parameters, of: lines.property(line, of: component))
  }

  /// The index of a zone in `zones`; nil for an empty name, which is none.
  mutating func zoneIndex(_ tzid: String) -> Int? {
    guard !tzid.isEmpty else { return nil }
    if let known = zoneNumbers[tzid] { return known }
    zoneNumbers[tzid] = zones.count
    zones.append(TravellingZone(tzid, in: calendar.zones))
    return zones.count - 1
  }
}
