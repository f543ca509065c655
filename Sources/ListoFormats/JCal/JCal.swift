internal import ICalendar

/// Properties and components as jCal (RFC 7265): `["summary",{},"text","Water the plants"]`, or as xCal, which says the same.
///
/// A value that its property cannot have stays the raw text, of the type `unknown`, so that it can be written back; a VALUE is then
/// a parameter like others.
enum JCal {
  /// Appends a property without parameters whose value is of a simple type and needs no repair; false for any other.
  ///
  /// - Parameter heads: ``plainHeads``.
  static func write(
    _ id: PropertyID, _ heads: [ShortText?], _ bytes: Span<UInt8>, _ value: Range<Int>,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let shape = JCalShape.of(id)
    guard shape.structure == .single, let head = heads[Int(id.rawValue)] else { return false }
    output.append(head)
    switch shape.type {
    case .text: guard output.putString(bytes, value, isText: true) else { return false }
    case .uri, .unknown: guard output.putString(bytes, value, isText: false) else { return false }
    case .integer:
      guard bytes.isPlainInteger(value) else { return false }
      output.append(bytes, value)
    case .dateTime:
      guard let moment = DigitMoment(bytes, value), moment.hasTime else { return false }
      output.append(moment.quotedISO)
    default: return false
    }
    output.put(0x5D)
    return true
  }

  /// `["due",{},"date-time",` by id.
  static let plainHeads: [[UInt8]] = PropertyID.allCases.map {
    Array("[\"\($0.name.lowercased())\",{},\"\(JCalShape.of($0).type.word)\",".utf8)
  }

  /// Appends a property without parameters.
  ///
  /// - Parameter id: one that has a name.
  static func write(_ id: PropertyID, _ value: ArraySlice<UInt8>, to sink: inout some JCalSink) {
    sink.begin(id)
    write(value, [], id, JCalShape.of(id), to: &sink)
    sink.end()
  }

  /// Appends a property; nothing for a malformed line, which has no name.
  static func write(_ property: Property, to sink: inout some JCalSink) {
    let id = property.id
    switch id {
    case .malformed: return
    case .other:
      let name = property.name
      sink.begin(name: name.lowercased())
      write(property.value, property.parameters, id, JCalShape.of(name: name), to: &sink)
    default:
      sink.begin(id)
      write(property.value, property.parameters, id, JCalShape.of(id), to: &sink)
    }
    sink.end()
  }

  private static func write(
    _ value: ArraySlice<UInt8>, _ parameters: [Parameter], _ id: PropertyID, _ shape: JCalShape,
    to sink: inout some JCalSink
  ) {
    if parameters.isEmpty, shape.structure == .single, shape.type == .dateTime,
      let moment = try? Moment.decode(value)
    {
      // What most times are: read once, to be checked and to be written.
      let isDate = if case .date = moment { true } else { false }
      sink.parameters([])
      sink.type(isDate ? .date : .dateTime)
      return sink.value(0) { $0.moment(moment) }
    }
    let word = parameters.first { $0.name == "VALUE" }?.value.lowercased() ?? ""
    let type =
      word.isEmpty
      ? JCalValue.type(of: value, shape, id: id) : JCalType(word: Array(word.utf8)[...])
    let fits = id == .other || ContentValue.fits(value, type ?? .unknown, shape, id)
    sink.parameters(joined(parameters, withType: !fits))
    if fits, type == nil {
      sink.type(word: word)
      sink.value(0) { $0.string(value) }
    } else {
      write(value, shape, as: fits ? type ?? .unknown : .unknown, to: &sink)
    }
  }

  /// Appends a component with its properties and sub-components.
  ///
  /// - Parameter unparsed: gets the lines that are no properties, for which jCal has no place.
  static func write(
    _ component: Component, to sink: inout some JCalSink, unparsed: inout [ArraySlice<UInt8>]
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

  /// Appends an array of a component's own properties: of the usual lines no property is made.
  private static func writeProperties(
    of component: Component, to sink: inout some JCalSink, unparsed: inout [ArraySlice<UInt8>]
  ) {
    var places: [LinePlace] = []
    component.places(into: &places)
    let bytes = component.placedBytes
    sink.beginProperties()
    var count = 0
    for place in places {
      if place.id == .malformed {
        unparsed.append(component.property(at: place).unfolded)
        continue
      }
      sink.property(count) { sink in
        if let value = place.plainValue, sink.plain(place.id, bytes.span, value) { return }
        write(component.property(at: place), to: &sink)
      }
      count += 1
    }
    sink.endProperties(count)
  }

  /// Appends an array of properties.
  static func write(
    _ properties: some Sequence<Property>, to sink: inout some JCalSink,
    unparsed: inout [ArraySlice<UInt8>]
  ) {
    sink.beginProperties()
    var count = 0
    for property in properties {
      if property.id == .malformed {
        unparsed.append(property.unfolded)
        continue
      }
      sink.property(count) { write(property, to: &$0) }
      count += 1
    }
    sink.endProperties(count)
  }

  /// Each name once, where it first stands, with the values of all (RFC 7265 §3.5).
  ///
  /// - Parameter withType: VALUE is among them; else the type says it.
  private static func joined(_ parameters: [Parameter], withType: Bool) -> [Parameter] {
    if parameters.isEmpty { return parameters }
    var places: [String: Int] = [:]
    var result: [Parameter] = []
    for parameter in parameters where withType || parameter.name != "VALUE" {
      if parameters.count > 1, let place = places[parameter.name] {
        result[place].values += parameter.values
      } else {
        if parameters.count > 1 { places[parameter.name] = result.count }
        result.append(parameter)
      }
    }
    return result
  }

  private static func write(
    _ value: ArraySlice<UInt8>, _ shape: JCalShape, as type: JCalType, to sink: inout some JCalSink
  ) {
    sink.type(type)
    switch shape.structure {
    case .list where type == .text:
      for (index, part) in TextValue.split(value).enumerated() {
        sink.value(index) { $0.text(part) }
      }
    case .list where type != .unknown:
      for (index, part) in value.split(separator: 0x2C, omittingEmptySubsequences: false)
        .enumerated()
      {
        sink.value(index) { JCalValue.write(part, as: type, to: &$0) }
      }
    case .structured where type == .text:
      sink.structure(.status) { sink in
        for (index, part) in TextValue.split(value, separator: 0x3B).enumerated() {
          sink.part(index, index == 0 ? "code" : index == 1 ? "description" : "data") {
            $0.text(part)
          }
        }
      }
    case .structured where type == .float: JCalValue.writePosition(value, to: &sink)
    default: sink.value(0) { JCalValue.write(value, as: type, to: &$0) }
    }
  }
}
