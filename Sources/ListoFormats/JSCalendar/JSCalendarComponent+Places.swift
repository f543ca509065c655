internal import ICalendar
internal import ListoModel

extension JSCalendarComponent {
  mutating func addPlaces() {
    for location in rest["locations"]?.members ?? [] {
      let id = location.key
      let node = location.value
      let path = "locations/\(JSObject.escaped(id))/"
      let coordinates = origin(path + "coordinates")
      let keys = Set((node.members ?? []).map(\.key)).subtracting(["@type"])
      let isProperty =
        !keys.isEmpty && keys.isSubset(of: ["name", "coordinates"]) && node["iCalendar"] == nil
      if let name = node["name"]?.string, object["mainLocationId"]?.string == id {
        rest["mainLocationId"] = nil
        let isAlone = isProperty && keys == ["name"]
        let derived = isAlone ? "" : JSAlert.derivedIdentifier(node)
        component.text(
          .location, name,
          parameters: [Parameter(name: "DERIVED", values: ["TRUE"])] + identifier(id, unlike: derived))
        hasLocation = true
        if !isAlone { locations.append(JSLocation.component(id, node, &problems)) }
        continue
      }
      if isProperty, keys.contains("coordinates") ? coordinates.name == "geo" : !hasLocation {
        if let name = node["name"]?.string {
          hasLocation = true
          component.text(
            .location, name,
            parameters: origin(path + "name").parameters + identifier(id, unlike: JSIdentifier.of(name)))
        }
        if let text = node["coordinates"]?.string, text.hasPrefix("geo:") {
          let value = String(text.dropFirst(4).prefix { $0 != ";" }).replacing(",", with: ";")
          component.raw(
            .geo, JCalParsing.oneLine(value),
            parameters: coordinates.parameters + identifier(id, unlike: JSIdentifier.of(value)))
        }
      } else {
        locations.append(JSLocation.component(id, node, &problems))
      }
    }
    rest["locations"] = nil
    for place in rest["virtualLocations"]?.members ?? [] {
      guard let uri = place.value["uri"]?.string else { continue }
      var parameters = [Parameter(name: "VALUE", values: ["URI"])]
      if let features = place.value["features"]?.words, !features.isEmpty {
        parameters.append(Parameter(name: "FEATURE", values: features.map { $0.uppercased() }))
      }
      if let name = place.value["name"]?.string {
        parameters.append(Parameter(name: "LABEL", values: [name]))
      }
      parameters += identifier(place.key, unlike: JSIdentifier.of(uri))
      component.raw(.conference, JCalParsing.oneLine(uri), parameters: parameters)
    }
    rest["virtualLocations"] = nil
  }

  /// JSID where an identifier does not follow from the value.
  func identifier(_ id: String, unlike derived: String) -> [Parameter] {
    id == derived ? [] : [Parameter(name: "JSID", values: [id])]
  }

  mutating func addLinks() {
    for link in rest["links"]?.members ?? [] {
      guard let href = link.value["href"]?.string else {
        report(link.value, "a link has no \"href\"; it is left out")
        continue
      }
      add(link.value, href, link.key)
    }
    rest["links"] = nil
  }

  mutating func add(_ link: JSONNode, _ href: String, _ id: String) {
    let (name, noted) = origin("links/\(JSObject.escaped(id))/href")
    let relation = link["rel"]?.string
    var parameters: [Parameter] = []
    var value = href
    let property: PropertyID
    switch (name, relation) {
    case ("url", _), (nil, "describedby"): property = .url
    case ("image", _), (nil, "icon"): property = .image
    case ("link", _): property = .link
    case ("attach", _), (nil, nil), (nil, "enclosure"): property = .attach
    default: property = .link
    }
    if property == .attach, href.hasPrefix("data:"), let comma = href.firstIndex(of: ","),
      href[..<comma].hasSuffix(";base64")
    {
      value = String(href[href.index(after: comma)...])
      parameters = [
        Parameter(name: "ENCODING", values: ["BASE64"]), Parameter(name: "VALUE", values: ["BINARY"]),
      ]
    } else if property == .image || property == .link {
      parameters = [Parameter(name: "VALUE", values: ["URI"])]
    }
    if property == .link, let relation { parameters.append(Parameter(name: "LINKREL", values: [relation])) }
    if let type = link["contentType"]?.string {
      parameters.append(Parameter(name: "FMTTYPE", values: [type]))
    }
    if let size = link["size"]?.integer { parameters.append(Parameter(name: "SIZE", values: [String(size)])) }
    let isNoted = noted.contains { $0.name == "LABEL" || $0.name == "FILENAME" }
    if let title = link["title"]?.string, !isNoted {
      parameters.append(Parameter(name: property == .link ? "LABEL" : "FILENAME", values: [title]))
    }
    parameters += noted
    if let display = link["display"]?.words, !display.isEmpty {
      parameters.append(Parameter(name: "DISPLAY", values: display.map { $0.uppercased() }))
    }
    let others = (link.members ?? []).filter { !Self.linkKeys.contains($0.key) }
    // What points into it needs its name.
    parameters +=
      others.isEmpty
      ? identifier(id, unlike: JSIdentifier.of(value)) : [Parameter(name: "JSID", values: [id])]
    component.raw(property, JCalParsing.oneLine(value), parameters: parameters)
    for member in others {
      Self.addExtension(member.value, at: ["links", id, member.key], to: &component)
    }
  }

  private static let linkKeys: Set<String> = [
    "@type", "href", "rel", "contentType", "size", "title", "display",
  ]
}
