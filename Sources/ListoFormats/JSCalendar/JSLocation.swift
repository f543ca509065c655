internal import ICalendar
internal import ListoModel

/// A VLOCATION (RFC 9073 §7.2) and a Location (RFC 8984 §4.2.5).
enum JSLocation {
  /// Nil where it has what an object cannot say.
  static func location(_ component: Component) -> (id: String, object: JSObject)? {
    var location = JSObject("Location")
    var raw: [JSONNode] = []
    var identifier: String?
    var converted: (key: String, value: String)?
    guard component.children.isEmpty else { return nil }
    for property in component.properties {
      if property.id == .malformed { return nil }
      let isPlain = property.parameters.isEmpty
      switch (property.name, isPlain) {
      case ("NAME", true) where location["name"] == nil: location["name"] = .text(property.text)
      case ("DESCRIPTION", true) where location["description"] == nil:
        location["description"] = .text(property.text)
      case ("LOCATION-TYPE", true) where location["locationTypes"] == nil:
        location["locationTypes"] = .set(TextValue.decodeList(property.value))
      case ("JSID", true) where identifier == nil: identifier = property.text
      case ("COORDINATES", _)
      where location["coordinates"] == nil && (isURI(property) || isPlain && isPosition(property)):
        location["coordinates"] = .text(property.rawText)
        // The property has no type that goes without saying (RFC 9073 §6.5).
        if isPlain { converted = ("valueType", "unknown") }
      case ("GEO", true)
      where location["coordinates"] == nil && property.rawText.split(separator: ";").count == 2:
        location["coordinates"] = .text("geo:" + property.rawText.replacing(";", with: ","))
        converted = ("name", "geo")
      default: if let node = JSONNode(jCal: property) { raw.append(node) }
      }
    }
    var rest = JSObject()
    rest["name"] = .text("vlocation")
    if let converted {
      rest.set(.text(converted.value), at: ["convertedProperties", "coordinates", converted.key])
    }
    if !raw.isEmpty { rest["properties"] = .array(raw) }
    location["iCalendar"] = rest.node
    return (identifier ?? JSAlert.derivedIdentifier(location.node), location)
  }

  private static func isURI(_ property: Property) -> Bool {
    property.parameters == [Parameter(name: "VALUE", values: ["URI"])]
  }

  private static func isPosition(_ property: Property) -> Bool {
    property.rawText.lowercased().hasPrefix("geo:") && !property.value.contains(0x5C)
  }

  private enum Key: Int, CaseIterable, JSKey {
    case name, description, locationTypes, coordinates, type, iCalendar

    static let named = KeyTable(allCases.map { ($0 == .type ? "@type" : "\($0)", $0) })
    static var firstSilent: Key { .type }
  }

  /// The VLOCATION of a location.
  static func component(
    _ id: ArraySlice<UInt8>, _ json: JSONDocument, _ location: Int, _ problems: inout [Diagnostic]
  ) -> ComponentText {
    let node = JSONNode(json, location)
    var result = ComponentText("VLOCATION", line: node.line)
    var members = JSMembers<Key>(json, location)
    if let name = members.takeText(.name) { result.text(.name, name) }
    if let text = members.takeText(.description) { result.text(.description, text) }
    if let types = json.words(members[.locationTypes]) {
      members.take(.locationTypes)
      let words = types.map { String(decoding: $0, as: UTF8.self) }
      result.raw(named: "LOCATION-TYPE", TextValue.encodeList(words))
    }
    let converted = node["iCalendar"]?["convertedProperties"]?["coordinates"]
    if let coordinates = members.takeText(.coordinates) {
      let text = String(decoding: coordinates, as: UTF8.self)
      if converted?["name"]?.string == "geo", text.hasPrefix("geo:") {
        result.raw(.geo, JCalParsing.oneLine(String(text.dropFirst(4)).replacing(",", with: ";")))
      } else {
        result.raw(
          named: "COORDINATES", JCalParsing.oneLine(text),
          parameters: converted?["valueType"]?.string == "unknown"
            ? [] : [Parameter(name: "VALUE", values: ["URI"])])
      }
    }
    var parsing = JCalParsing()
    for property in json.elements(ofAny: JSRest(json, members[.iCalendar]).properties) {
      parsing.add(json.content, property, to: &result)
    }
    problems += parsing.takeProblems()
    if !id.elementsEqual(JSAlert.derivedIdentifier(node).utf8) { result.identifier(id) }
    members.addRest(to: &result)
    return result
  }
}
