internal import ICalendar

/// The parameters of a line, taken apart.
struct JSParameters: Sendable {
  let list: [Parameter]
  /// The first VALUE, in capitals.
  let type: String?
  /// True where the last VALUE is DATE, false where it is DATE-TIME, nil for any other, as
  /// ``ICalendar/Property/moment()`` takes it.
  let isDate: Bool?
  /// It has a TZID.
  let hasZone: Bool
  /// The last TZID's in the ``JSZoneTable``; nil where it is empty.
  let zone: Int?

  init(_ list: [Parameter], _ zones: inout JSZoneTable) {
    self.list = list
    type = list.first { $0.name == "VALUE" }?.value.uppercased()
    isDate =
      switch list.last(where: { $0.name == "VALUE" })?.value.uppercased() {
      case "DATE": true
      case "DATE-TIME": false
      default: nil
      }
    let tzid = list.last { $0.name == "TZID" }?.value
    hasZone = tzid != nil
    zone = tzid.flatMap { $0.isEmpty ? nil : zones.index(of: $0) }
  }

  /// The first with this name.
  subscript(name: String) -> Parameter? { list.first { $0.name == name } }

  /// Those that a key does not say, as the draft writes them; nil where one has no name that can stand there.
  ///
  /// - Parameter known: the names of those that it says.
  func others(without known: [String]) -> JSObject? {
    var result = JSObject()
    for parameter in list where !known.contains(parameter.name) {
      let key = parameter.name.lowercased()
      guard result[key] == nil, !parameter.values.isEmpty else { return nil }
      result[key] = parameter.node
    }
    return result
  }
}

/// The parameters that the lines of a calendar have again and again, each taken apart once.
struct JSParameterTable: Sendable {
  /// The parameters of a line that has none.
  private let none: JSParameters
  private var known = RecurringRuns<JSParameters>()
  var zones = JSZoneTable()

  /// Of so many zones what is known is kept from one component to the next.
  private static var mostZones: Int { 32 }

  init() {
    var zones = JSZoneTable()
    none = JSParameters([], &zones)
  }

  /// Forgets what a component had that no other will have: asked before one is taken in.
  mutating func trim() {
    if known.isFull || zones.count > Self.mostZones { self = JSParameterTable() }
  }

  /// The parameters of a line.
  ///
  /// - Complexity: O(1) for those that are known.
  mutating func parameters(_ lines: inout JSLines, _ index: Int, _ bytes: Span<UInt8>) -> JSParameters {
    let range = lines[index].parameters
    guard !range.isEmpty else { return none }
    if let parameters = known.value(of: bytes, range) { return parameters }
    let parameters = JSParameters(lines.property(index).parameters, &zones)
    known.note(parameters, of: bytes, range)
    return parameters
  }
}

extension Parameter {
  /// The values as `convertedProperties` has them.
  var node: JSONNode { values.count == 1 ? .text(value) : .array(values.map { .text($0) }) }
}
