internal import ICalendar
internal import ListoModel

extension JSCalendarObject {
  mutating func insert(_ value: JSObject, _ collection: String, _ id: String) -> Bool {
    guard !object.has(collection, id) else { return false }
    object.set(value.node, at: [collection, id])
    return true
  }

  /// One value each, but for sets, whose words are in capitals.
  func hasUsualParameters(_ property: Property) -> Bool {
    property.parameters.allSatisfy { parameter in
      switch parameter.name {
      case "FEATURE", "DISPLAY": parameter.values.allSatisfy { !$0.isEmpty && $0 == $0.uppercased() }
      default: parameter.values.count == 1
      }
    }
  }

  mutating func addLocation(_ property: Property, _ component: Component?) -> Bool {
    if setMainLocation(property, component) { return true }
    // Of several, one comes back as the property; the others would as components.
    guard component?.first(.location)?.lineNumber == property.lineNumber else { return false }
    guard let parameters = parameters(property, without: ["VALUE", "JSID"]), !property.value.contains(0x0D),
      property.parameter("VALUE").map({ $0.value.uppercased() == "TEXT" }) ?? true
    else { return false }
    let id = property.parameter("JSID")?.value ?? JSIdentifier.of(property.text)
    var location = JSObject("Location")
    location["name"] = .text(property.text)
    guard insert(location, "locations", id) else { return false }
    convert("locations/\(JSObject.escaped(id))/name", nil, parameters)
    return true
  }

  /// LOCATION;DERIVED=TRUE repeats the name of a VLOCATION: the main one (the draft on LOCATION).
  mutating func setMainLocation(_ property: Property, _ component: Component?) -> Bool {
    guard object["mainLocationId"] == nil, property.parameter("DERIVED")?.values == ["TRUE"],
      let others = parameters(property, without: ["DERIVED", "JSID"]), others.isEmpty
    else { return false }
    let places = places(of: component)
    if let id = property.parameter("JSID")?.value, !id.isEmpty {
      object["mainLocationId"] = .text(id)
      let isThere = places.values.joined().contains { JSLocation.location($0)?.id == id }
      guard !isThere else { return true }
      var location = JSObject("Location")
      location["name"] = .text(property.text)
      return insert(location, "locations", id)
    }
    guard let named = places[property.text], named.count == 1, let location = JSLocation.location(named[0])
    else { return false }
    object["mainLocationId"] = .text(location.id)
    return true
  }

  /// The VLOCATIONs by their names, found once for all LOCATIONs.
  private mutating func places(of component: Component?) -> [String?: [Component]] {
    if let placesByName { return placesByName }
    let places = (component?.children ?? []).filter { $0.kind == .vlocation }
    let found = Dictionary(grouping: places) { $0.first(.name)?.text }
    placesByName = found
    return found
  }

  mutating func addPosition(_ property: Property, _ component: Component?) -> Bool {
    // The first counts, and must stay the first.
    guard component?.first(.geo)?.lineNumber == property.lineNumber else { return false }
    let text = property.rawText
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let parameters = parameters(property, without: ["JSID"]), parts.count == 2,
      parts.allSatisfy({ Double($0) != nil })
    else { return false }
    let id = property.parameter("JSID")?.value ?? JSIdentifier.of(text)
    let path = ["locations", id, "coordinates"]
    if !object.has("locations", id) { object.set(.text("Location"), at: ["locations", id, "@type"]) }
    guard !object.has("locations", id, "coordinates") else { return false }
    object.set(.text("geo:\(parts[0]),\(parts[1])"), at: path)
    convert(path.map(JSObject.escaped).joined(separator: "/"), "geo", parameters)
    return true
  }

  mutating func addConference(_ property: Property) -> Bool {
    guard let parameters = parameters(property, without: ["VALUE", "LABEL", "FEATURE", "JSID"]),
      parameters.isEmpty, hasUsualParameters(property)
    else { return false }
    let uri = property.rawText
    let id = property.parameter("JSID")?.value ?? JSIdentifier.of(uri)
    var place = JSObject("VirtualLocation")
    if let label = property.parameter("LABEL") { place["name"] = .text(label.value) }
    place["uri"] = .text(uri)
    if let features = property.parameter("FEATURE") {
      place["features"] = .set(features.values.map { $0.lowercased() })
    }
    return insert(place, "virtualLocations", id)
  }

  /// ATTACH, URL, LINK and IMAGE (the draft on links): how each is told from the others is said in `convertedProperties`.
  mutating func addLink(_ property: Property) -> Bool {
    let known = [
      "VALUE", "ENCODING", "FMTTYPE", "FILENAME", "LABEL", "LINKREL", "DISPLAY", "JSID", "SIZE",
    ]
    guard let parameters = parameters(property, without: known), parameters.isEmpty,
      hasUsualParameters(property)
    else { return false }
    var link = JSObject("Link")
    var href = property.rawText
    let format = property.parameter("FMTTYPE")?.value
    switch property.parameter("VALUE")?.value.uppercased() {
    case nil, "URI":
      guard property.parameter("ENCODING") == nil, !href.isEmpty, !href.hasPrefix("data:") else {
        return false
      }
    case "BINARY":
      guard property.parameter("ENCODING")?.value.uppercased() == "BASE64", property.id == .attach else {
        return false
      }
      href = "data:\(format ?? "");base64,\(href)"
    default: return false
    }
    link["href"] = .text(href)
    if let format { link["contentType"] = .text(format) }
    if let size = property.parameter("SIZE") {
      guard let number = Int(size.value), number >= 0 else { return false }
      link["size"] = .number(number)
    }
    // A link has a label, what is attached a file name; the other of the two is noted.
    let (usual, other) = property.id == .link ? ("LABEL", "FILENAME") : ("FILENAME", "LABEL")
    var noted = JSObject()
    if let title = property.parameter(usual) {
      guard property.parameter(other) == nil else { return false }
      link["title"] = .text(title.value)
    } else if let title = property.parameter(other) {
      link["title"] = .text(title.value)
      noted[other.lowercased()] = .text(title.value)
    }
    if let display = property.parameter("DISPLAY") {
      link["display"] = .set(display.values.map { $0.lowercased() })
    }
    switch property.id {
    case .url:
      guard link.members.count == 2 else { return false }
      link["rel"] = .text("describedby")
    case .image: link["rel"] = .text("icon")
    default: if let relation = property.parameter("LINKREL") { link["rel"] = .text(relation.value) }
    }
    let id = property.parameter("JSID")?.value ?? JSIdentifier.of(property.rawText)
    guard insert(link, "links", id) else { return false }
    convert("links/\(JSObject.escaped(id))/href", property.name.lowercased(), noted)
    return true
  }

  /// JSPROP of the draft: a member of the object that iCalendar has no property for.
  mutating func addExtension(_ property: Property) -> Bool {
    guard let (pointer, value) = Self.extension(property) else { return false }
    object.set(value, at: pointer)
    return true
  }

  /// The pointer and the value of a JSPROP.
  static func `extension`(_ property: Property) -> (pointer: [String], value: JSONNode)? {
    guard let pointer = property.parameter("JSPTR")?.value, !pointer.isEmpty, property.parameters.count == 1,
      let value = JSONNode(json: Array(property.text.utf8))
    else { return nil }
    return (JSObject.pointer(pointer), value)
  }
}
