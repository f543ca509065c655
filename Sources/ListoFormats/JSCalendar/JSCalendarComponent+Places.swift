internal import ICalendar
internal import ListoModel

extension JSCalendarComponent {
  mutating func addPlaces() {
    addLocations()
    for (key, place) in members.members(.virtualLocations) {
      let node = JSONNode(json, place)
      guard let uri = node["uri"]?.bytes else { continue }
      var parameters = [Parameter(name: "VALUE", values: ["URI"])]
      if let features = node["features"]?.words, !features.isEmpty {
        parameters.append(Parameter(name: "FEATURE", values: features.map { $0.uppercased() }))
      }
      if let name = node["name"]?.string { parameters.append(Parameter(name: "LABEL", values: [name])) }
      component.raw(
        .conference, JCalParsing.oneLine(uri),
        parameters: parameters + identifier(json.bytes(key), unlike: JSIdentifier.of(uri)))
    }
    members.take(.virtualLocations)
  }

  private mutating func addLocations() {
    for (key, place) in members.members(.locations) {
      let (id, node) = (json.bytes(key), JSONNode(json, place))
      let keys = Set((node.members ?? []).map(\.key)).subtracting(["@type"])
      let isProperty =
        !keys.isEmpty && keys.isSubset(of: ["name", "coordinates"]) && node["iCalendar"] == nil
      if let name = node["name"]?.bytes, members.text(.mainLocationId)?.elementsEqual(id) ?? false {
        members.take(.mainLocationId)
        let isAlone = isProperty && keys == ["name"]
        let derived = isAlone ? "" : JSAlert.derivedIdentifier(node)
        component.text(
          .location, name,
          parameters: [Parameter(name: "DERIVED", values: ["TRUE"])] + identifier(id, unlike: derived))
        hasLocation = true
        if !isAlone { locations.append(JSLocation.component(id, json, place, &problems)) }
        continue
      }
      let coordinates = converted.origin(Self.path("locations/", id, "/coordinates"))
      guard isProperty, keys.contains("coordinates") ? coordinates.name == "geo" : !hasLocation else {
        locations.append(JSLocation.component(id, json, place, &problems))
        continue
      }
      if let name = node["name"]?.bytes {
        hasLocation = true
        component.text(
          .location, name,
          parameters: converted.origin(Self.path("locations/", id, "/name")).parameters
            + identifier(id, unlike: JSIdentifier.of(name)))
      }
      if let text = node["coordinates"]?.string, text.hasPrefix("geo:") {
        let value = String(text.dropFirst(4).prefix { $0 != ";" }).replacing(",", with: ";")
        component.raw(
          .geo, JCalParsing.oneLine(value),
          parameters: coordinates.parameters + identifier(id, unlike: JSIdentifier.of(Array(value.utf8)[...]))
        )
      }
    }
    members.take(.locations)
  }

  /// JSID where an identifier does not follow from the value.
  func identifier(_ id: ArraySlice<UInt8>, unlike derived: String) -> [Parameter] {
    id.elementsEqual(derived.utf8) ? [] : [Self.identifier(id)]
  }

  static func identifier(_ id: ArraySlice<UInt8>) -> Parameter {
    Parameter(name: "JSID", values: [String(decoding: id, as: UTF8.self)])
  }
}
