internal import ICalendar

/// The parameters of a line, taken apart.
struct JSParameters: Sendable {
  let list: [Parameter]
  /// The first VALUE, in capitals.
  let type: String?
  /// What the last VALUE says of a moment, as ``ICalendar/Property/moment()`` takes it.
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
      result[key] =
        parameter.values.count == 1 ? .text(parameter.value) : .array(parameter.values.map { .text($0) })
    }
    return result
  }
}

/// The parameters that the lines of a calendar have again and again, each taken apart once.
struct JSParameterTable: Sendable {
  /// What lines without parameters have.
  private let none: JSParameters
  private var runs = RecurringRuns()
  private var entries: [JSParameters] = []
  var zones = JSZoneTable()

  /// So many are looked for; of the others in a component each is taken apart by itself.
  private static var most: Int { 32 }

  init() {
    var zones = JSZoneTable()
    none = JSParameters([], &zones)
  }

  /// Forgets what a component had that no other will have: asked before one is taken in.
  mutating func trim() {
    if entries.count >= Self.most || zones.count > Self.most { self = JSParameterTable() }
  }

  /// The parameters of a line.
  ///
  /// - Complexity: O(1) for those that are known.
  mutating func parameters(_ lines: inout JSLines, _ index: Int, _ bytes: Span<UInt8>) -> JSParameters {
    let range = lines[index].parameters
    guard !range.isEmpty else { return none }
    if let number = runs.number(of: bytes, range, among: Self.most) { return entries[number] }
    let parameters = JSParameters(lines.property(index).parameters, &zones)
    runs.append(bytes, range)
    entries.append(parameters)
    return parameters
  }
}
