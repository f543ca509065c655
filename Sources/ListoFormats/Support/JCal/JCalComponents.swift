internal import ICalendar

/// Writes components one after another as jCal, or as xCal, which says the same: by the places of their
/// lines, and with what parameters say that come again and again taken apart once.
struct JCalComponents<Sink: JCalSink>: Sendable {
  /// Those of the component that is being written.
  private var lines = PlacedLines()
  /// The parameters of lines, and what they say.
  private var known = RecurringRuns<JCalParameters<Sink>>()

  init() {}

  /// Appends a component with its properties and sub-components.
  ///
  /// - Parameter unparsed: gets the lines that are no properties, for which jCal has no place.
  mutating func write(
    _ component: Component, to sink: inout Sink, unparsed: inout [ArraySlice<UInt8>]
  ) {
    let name = component.name.lowercased()
    sink.begin(component: name)
    writeProperties(of: component, to: &sink, unparsed: &unparsed)
    let children = component.children
    sink.beginComponents(children.count)
    for (index, child) in children.enumerated() {
      sink.component(index) { write(child, to: &$0, unparsed: &unparsed) }
    }
    sink.end(component: name, children.count)
  }

  /// Appends an array of a component's own properties.
  private mutating func writeProperties(
    of component: Component, to sink: inout Sink, unparsed: inout [ArraySlice<UInt8>]
  ) {
    lines.take(component)
    for line in lines.malformed { unparsed.append(lines.property(ofLine: line, of: component).unfolded) }
    let bytes = lines.bytes(of: component)
    let count = lines.lines.count
    sink.beginProperties()
    for index in 0..<count {
      sink.property(index) { writeProperty(index, of: component, bytes, to: &$0) }
    }
    sink.endProperties(count)
  }

  /// - Parameter bytes: in which the lines have their parts.
  private mutating func writeProperty(
    _ index: Int, of component: Component, _ bytes: ArraySlice<UInt8>, to sink: inout Sink
  ) {
    let line = lines.lines[index]
    guard line.id != .other else { return JCal.write(lines.property(line, of: component), to: &sink) }
    if line.parameters.isEmpty, sink.plain(line.id, bytes.span, line.value) { return }
    let parameters = parameters(of: line, component, bytes.span)
    JCal.write(line.id, parameters, lines.octets(line.value, of: component), to: &sink)
  }

  /// The parameters of a line, taken apart; nil for none.
  ///
  /// - Complexity: O(1) for the few that a calendar's lines have again and again.
  private mutating func parameters(
    of line: LineParts, _ component: Component, _ bytes: Span<UInt8>
  ) -> JCalParameters<Sink>? {
    guard !line.parameters.isEmpty else { return nil }
    if let parameters = known.value(of: bytes, line.parameters) { return parameters }
    let list = lines.property(line, of: component).parameters
    guard !list.isEmpty else { return nil }
    let made = JCalParameters<Sink>(list)
    known.note(made, of: bytes, line.parameters)
    return made
  }
}

/// The parameters of a property as a sink writes them, taken apart once for all lines that have the same.
final class JCalParameters<Sink: JCalSink>: Sendable {
  /// The word of VALUE, in lower case; empty where there is none.
  let word: String
  /// The type that it names; nil where it names none, or nothing does.
  let type: JCalType?
  /// Those without VALUE, which the type says.
  let others: Sink.Parameters
  private let joined: [Parameter]

  /// - Parameter list: as they stand in the line; each name may stand several times.
  init(_ list: [Parameter]) {
    word = list.first { $0.name == "VALUE" }?.value.lowercased() ?? ""
    type = word.isEmpty ? nil : JCalType(word: Array(word.utf8)[...])
    joined = Self.joined(list)
    others = Sink.made(of: joined.filter { $0.name != "VALUE" })
  }

  /// VALUE among them: of a value that its property cannot have.
  var all: Sink.Parameters { Sink.made(of: joined) }

  /// Each name once, where it first stands, with the values of all (RFC 7265 §3.5).
  private static func joined(_ list: [Parameter]) -> [Parameter] {
    guard list.count > 1 else { return list }
    var places: [String: Int] = [:]
    var result: [Parameter] = []
    for parameter in list {
      if let place = places[parameter.name] {
        result[place].values += parameter.values
      } else {
        places[parameter.name] = result.count
        result.append(parameter)
      }
    }
    return result
  }
}
