internal import ICalendar

/// Properties and components as jCal (RFC 7265): `["summary",{},"text","Water the plants"]`, or as xCal,
/// which says the same.
///
/// A value that its property cannot have stays the raw text, of the type `unknown`, so that it can be written
/// back; a VALUE is then a parameter like others.
enum JCal {
  /// Appends a property without parameters whose value is of a simple type and needs no repair; false for any
  /// other.
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
    write(id, nil, value, to: &sink)
  }

  /// Appends a property.
  ///
  /// - Parameters:
  ///   - id: one that has a name.
  ///   - parameters: nil for none.
  static func write<Sink: JCalSink>(
    _ id: PropertyID, _ parameters: JCalParameters<Sink>?, _ value: ArraySlice<UInt8>, to sink: inout Sink
  ) {
    sink.begin(id)
    write(value, parameters, id, JCalShape.of(id), to: &sink)
    sink.end()
  }

  /// Appends a property; nothing for a malformed line, which has no name.
  static func write<Sink: JCalSink>(_ property: Property, to sink: inout Sink) {
    let (id, list) = (property.id, property.parameters)
    let parameters = list.isEmpty ? nil : JCalParameters<Sink>(list)
    switch id {
    case .malformed: return
    case .other:
      let name = property.name
      sink.begin(name: name.lowercased())
      write(property.value, parameters, id, JCalShape.of(name: name), to: &sink)
      sink.end()
    default: write(id, parameters, property.value, to: &sink)
    }
  }

  private static func write<Sink: JCalSink>(
    _ value: ArraySlice<UInt8>, _ parameters: JCalParameters<Sink>?, _ id: PropertyID, _ shape: JCalShape,
    to sink: inout Sink
  ) {
    let word = parameters?.word ?? ""
    if shape.structure == .single, shape.type == .dateTime,
      let moment = DigitMoment(value.span, 0..<value.count),
      word.isEmpty || parameters?.type == (moment.hasTime ? .dateTime : .date)
    {
      // The usual form of times: read once, to be checked and to be written.
      sink.parameters(parameters?.others)
      sink.type(moment.hasTime ? .dateTime : .date)
      return sink.value(0) { $0.moment(moment) }
    }
    let type = word.isEmpty ? JCalValue.type(of: value, shape, id: id) : parameters?.type
    let fits = id == .other || ContentValue.fits(value, type ?? .unknown, shape, id)
    sink.parameters(fits ? parameters?.others : parameters?.all)
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
  static func write<Sink: JCalSink>(
    _ component: Component, to sink: inout Sink, unparsed: inout [ArraySlice<UInt8>]
  ) {
    var components = JCalComponents<Sink>()
    components.write(component, to: &sink, unparsed: &unparsed)
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

  private static func write(
    _ value: ArraySlice<UInt8>, _ shape: JCalShape, as type: JCalType, to sink: inout some JCalSink
  ) {
    sink.type(type)
    switch shape.structure {
    case .list where type == .text:
      var count = 0
      TextValue.forEachPart(of: value) { part in
        sink.value(count) { $0.text(part) }
        count += 1
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
