internal import ICalendar
internal import ListoModel

/// A VLOCATION (RFC 9073 §7.2) and a Location (RFC 8984 §4.2.5).
enum JSLocation {
  /// Nil where it has what an object cannot say.
  static func location(_ component: Component) -> (id: String, object: JSObject)? {
    var location = JSObject("Location")
    var raw: [JSONNode] = []
    var identifier: String?
    var isPosition = false
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
      case ("COORDINATES", false) where location["coordinates"] == nil && isURI(property):
        location["coordinates"] = .text(property.rawText)
      case ("GEO", true)
      where location["coordinates"] == nil && property.rawText.split(separator: ";").count == 2:
        location["coordinates"] = .text("geo:" + property.rawText.replacing(";", with: ","))
        isPosition = true
      default: if let node = JSONNode(jCal: property) { raw.append(node) }
      }
    }
    var rest = JSObject()
    rest["name"] = .text("vlocation")
    if isPosition {
      rest.set(.text("geo"), at: ["convertedProperties", "coordinates", "name"])
    }
    if !raw.isEmpty { rest["properties"] = .array(raw) }
    location["iCalendar"] = rest.node
    return (identifier ?? JSAlert.derivedIdentifier(location.node), location)
  }

  private static func isURI(_ property: Property) -> Bool {
    property.parameters == [Parameter(name: "VALUE", values: ["URI"])]
  }

  /// The VLOCATION of a location.
  static func component(_ id: String, _ location: JSONNode, _ problems: inout [Diagnostic]) -> ComponentText {
    var result = ComponentText("VLOCATION", line: location.line)
    var rest = JSObject(location)
    for key in ["@type", "iCalendar"] { rest[key] = nil }
    if let name = location["name"]?.string {
      rest["name"] = nil
      result.text(.name, name)
    }
    if let text = location["description"]?.string {
      rest["description"] = nil
      result.text(.description, text)
    }
    if let types = location["locationTypes"]?.words {
      rest["locationTypes"] = nil
      result.raw(named: "LOCATION-TYPE", TextValue.encodeList(types))
    }
    let isPosition =
      location["iCalendar"]?["convertedProperties"]?["coordinates"]?["name"]?.string == "geo"
    if let coordinates = location["coordinates"]?.string, isPosition, coordinates.hasPrefix("geo:") {
      rest["coordinates"] = nil
      result.raw(.geo, JCalParsing.oneLine(String(coordinates.dropFirst(4)).replacing(",", with: ";")))
    } else if let coordinates = location["coordinates"]?.string {
      rest["coordinates"] = nil
      result.raw(
        named: "COORDINATES", JCalParsing.oneLine(coordinates),
        parameters: [Parameter(name: "VALUE", values: ["URI"])])
    }
    var parsing = JCalParsing()
    for property in location["iCalendar"]?["properties"]?.elements ?? [] {
      parsing.add(property, to: &result)
    }
    problems += parsing.takeProblems()
    if id != JSAlert.derivedIdentifier(location) { result.raw(named: "JSID", TextValue.encode(id)) }
    JSCalendarComponent.addExtensions(rest, to: &result)
    return result
  }
}
