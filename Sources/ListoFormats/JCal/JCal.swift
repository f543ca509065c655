internal import ICalendar

/// Properties and components as jCal (RFC 7265): `["summary",{},"text","Water the plants"]`.
///
/// A value that its property cannot have stays the raw text, of the type `unknown`, so that it can be written back; a VALUE is then
/// a parameter like others.
enum JCal {
  /// Appends a property without parameters.
  ///
  /// - Parameter id: one that has a name.
  static func write(_ id: PropertyID, _ value: ArraySlice<UInt8>, to json: inout JSONText) {
    json.raw(heads[Int(id.rawValue)])
    json.raw("{},")
    let shape = JCalShape.of(id)
    let type = JCalValue.type(of: value, shape, id: id)
    write(value, shape, as: ContentValue.fits(value, type, shape, id) ? type : .unknown, to: &json)
    json.raw("]")
  }

  /// Appends a property without parameters whose value is of a simple type and of the usual shape; false for any other.
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
      guard QuickReminder.isPlainInteger(bytes, value) else { return false }
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

  /// Appends a property; nothing for a malformed line, which has no name.
  static func write(_ property: Property, to json: inout JSONText) {
    let id = property.id
    guard id != .malformed else { return }
    let parameters = property.parameters
    if parameters.isEmpty && id != .other { return write(id, property.value, to: &json) }
    let name = property.name
    json.raw("[")
    json.string(name.lowercased())
    json.raw(",")
    let shape = id == .other ? JCalShape.of(name: name) : JCalShape.of(id)
    let value = property.value
    let word = parameters.first { $0.name == "VALUE" }?.value.lowercased() ?? ""
    let type = word.isEmpty ? JCalValue.type(of: value, shape, id: id) : JCalType(word: Array(word.utf8)[...])
    let fits = id == .other || ContentValue.fits(value, type ?? .unknown, shape, id)
    write(parameters, withType: !fits, to: &json)
    json.raw(",")
    if !fits {
      write(value, shape, as: .unknown, to: &json)
    } else if let type {
      write(value, shape, as: type, to: &json)
    } else {
      json.string(word)
      json.raw(",")
      json.string(value)
    }
    json.raw("]")
  }

  /// Appends a component with its properties and sub-components.
  ///
  /// - Parameter unparsed: gets the lines that are no properties, for which jCal has no place.
  static func write(_ component: Component, to json: inout JSONText, unparsed: inout [ArraySlice<UInt8>]) {
    json.raw("[")
    json.string(component.name.lowercased())
    json.raw(",")
    write(component.properties, to: &json, unparsed: &unparsed)
    json.raw(",")
    json.array(component.children) { json, child in write(child, to: &json, unparsed: &unparsed) }
    json.raw("]")
  }

  /// Appends an array of properties.
  static func write(
    _ properties: some Sequence<Property>, to json: inout JSONText, unparsed: inout [ArraySlice<UInt8>]
  ) {
    json.raw("[")
    var isFirst = true
    for property in properties {
      if property.id == .malformed {
        unparsed.append(property.unfolded)
        continue
      }
      if !isFirst { json.raw(",") }
      isFirst = false
      write(property, to: &json)
    }
    json.raw("]")
  }

  /// `["due",` by id.
  private static let heads: [[UInt8]] = PropertyID.allCases.map {
    Array("[\"\($0.name.lowercased())\",".utf8)
  }

  /// Names in lower case; one that stands twice is one with the values of both (RFC 7265 §3.5).
  ///
  /// - Parameter withType: VALUE is among them; else the type says it.
  private static func write(_ parameters: [Parameter], withType: Bool, to json: inout JSONText) {
    json.raw("{")
    var isFirst = true
    for parameter in joined(parameters) where withType || parameter.name != "VALUE" {
      if !isFirst { json.raw(",") }
      isFirst = false
      json.string(parameter.name.lowercased())
      json.raw(":")
      let values = parameter.values
      if values.count == 1 { json.string(values[0]) } else { json.array(values) { $0.string($1) } }
    }
    json.raw("}")
  }

  /// Each name once, where it first stands, with the values of all.
  private static func joined(_ parameters: [Parameter]) -> [Parameter] {
    guard parameters.count > 1 else { return parameters }
    var places: [String: Int] = [:]
    var result: [Parameter] = []
    for parameter in parameters {
      if let place = places[parameter.name] {
        result[place].values += parameter.values
      } else {
        places[parameter.name] = result.count
        result.append(parameter)
      }
    }
    return result
  }

  private static func write(
    _ value: ArraySlice<UInt8>, _ shape: JCalShape, as type: JCalType, to json: inout JSONText
  ) {
    json.raw(type.json)
    switch shape.structure {
    case .list where type == .text:
      for (index, part) in TextValue.split(value).enumerated() {
        if index > 0 { json.raw(",") }
        json.text(part)
      }
    case .list where type != .unknown:
      for (index, part) in value.split(separator: 0x2C, omittingEmptySubsequences: false).enumerated() {
        if index > 0 { json.raw(",") }
        JCalValue.write(part, as: type, to: &json)
      }
    case .structured where type == .text:
      json.array(TextValue.split(value, separator: 0x3B)) { $0.text($1) }
    case .structured where type == .float: JCalValue.writePosition(value, to: &json)
    default: JCalValue.write(value, as: type, to: &json)
    }
  }
}
