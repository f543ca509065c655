internal import ICalendar
internal import ListoModel

/// Places, which few tasks have: values are made of them first.
extension JSCalendarObject {
  /// The places of an object as they come.
  private struct Places {
    var main: String?
    var list = JSObject()
    /// The VLOCATIONs, and by their names, once they were asked for.
    let components: [Component]
    private var byName: [String?: [Component]]?

    init(_ components: [Component]) { self.components = components }

    mutating func insert(_ location: JSObject, _ id: String) -> Bool {
      guard list[id] == nil else { return false }
      list[id] = location.node
      return true
    }

    mutating func named(_ name: String) -> [Component] {
      let found = byName ?? Dictionary(grouping: components) { $0.first(.name)?.text }
      byName = found
      return found[name] ?? []
    }
  }

  /// LOCATION, GEO and VLOCATION.
  mutating func locations(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    let (location, position) = (lines.first(.location), lines.first(.geo))
    let components = children.filter { $0.kind == .vlocation }
    guard location != nil || position != nil || !components.isEmpty else { return }
    var places = Places(components)
    for index in lines.indices where lines[index].id == .location || index == position {
      let property = lines.property(index)
      let parameters = JSParameters(property.parameters, &table.zones)
      let isDone =
        index == position
        ? addPosition(property, parameters, index, to: &places)
        : addMain(property, parameters, to: &places)
          || index == location && addLocation(property, parameters, index, to: &places)
      if isDone { lines.place(index) }
    }
    for (index, child) in children.enumerated() where child.kind == .vlocation {
      if let made = JSLocation.location(child), places.insert(made.object, made.id) { continue }
      otherChildren.append(index)
    }
    if let main = places.main { put(.mainLocationId, text: main, &output) }
    guard !places.list.isEmpty else { return }
    put(.locations, &output)
    output.put(places.list.node)
  }

  /// LOCATION: of several, one comes back as the property; the others would as components.
  private mutating func addLocation(
    _ property: Property, _ parameters: JSParameters, _ line: Int, to places: inout Places
  ) -> Bool {
    guard let others = parameters.others(without: ["VALUE", "JSID"]), !property.value.contains(0x0D),
      parameters.type ?? "TEXT" == "TEXT"
    else { return false }
    let id = parameters["JSID"]?.value ?? JSIdentifier.of(property.text)
    var location = JSObject("Location")
    location["name"] = .text(property.text)
    guard places.insert(location, id) else { return false }
    convert("locations/\(JSObject.escaped(id))/name", nil, others, line: line)
    return true
  }

  /// LOCATION;DERIVED=TRUE repeats the name of a VLOCATION: the main one (the draft on LOCATION).
  private func addMain(_ property: Property, _ parameters: JSParameters, to places: inout Places) -> Bool {
    guard places.main == nil, parameters["DERIVED"]?.values == ["TRUE"],
      let others = parameters.others(without: ["DERIVED", "JSID"]), others.isEmpty
    else { return false }
    if let id = parameters["JSID"]?.value, !id.isEmpty {
      places.main = id
      guard !places.components.contains(where: { JSLocation.location($0)?.id == id }) else { return true }
      var location = JSObject("Location")
      location["name"] = .text(property.text)
      return places.insert(location, id)
    }
    let named = places.named(property.text)
    guard named.count == 1, let location = JSLocation.location(named[0]) else { return false }
    places.main = location.id
    return true
  }

  private mutating func addPosition(
    _ property: Property, _ parameters: JSParameters, _ line: Int, to places: inout Places
  ) -> Bool {
    let text = property.rawText
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let others = parameters.others(without: ["JSID"]), parts.count == 2,
      parts.allSatisfy({ Double($0) != nil })
    else { return false }
    let id = parameters["JSID"]?.value ?? JSIdentifier.of(text)
    if !places.list.has(id) { places.list.set(.text("Location"), at: [id, "@type"]) }
    guard !places.list.has(id, "coordinates") else { return false }
    places.list.set(.text("geo:\(parts[0]),\(parts[1])"), at: [id, "coordinates"])
    convert("locations/\(JSObject.escaped(id))/coordinates", "geo", others, line: line)
    return true
  }

  /// CONFERENCE.
  mutating func conferences(_ output: inout OutputSpan<UInt8>) {
    var next = lines.first(.conference)
    var places = JSObject()
    while let index = next {
      next = lines.next(.conference, from: index + 1)
      let property = lines.property(index)
      let parameters = JSParameters(property.parameters, &table.zones)
      guard parameters.others(without: ["VALUE", "LABEL", "FEATURE", "JSID"])?.isEmpty ?? false,
        parameters.areUsual
      else { continue }
      let uri = property.rawText
      let id = parameters["JSID"]?.value ?? JSIdentifier.of(uri)
      var place = JSObject("VirtualLocation")
      if let label = parameters["LABEL"] { place["name"] = .text(label.value) }
      place["uri"] = .text(uri)
      if let features = parameters["FEATURE"] {
        place["features"] = .set(features.values.map { $0.lowercased() })
      }
      guard places[id] == nil else { continue }
      places[id] = place.node
      lines.place(index)
    }
    guard !places.isEmpty else { return }
    put(.virtualLocations, &output)
    output.put(places.node)
  }
}

/// Identifiers of things that iCalendar does not name: version 5 UUIDs of what they say.
enum JSIdentifier {
  static func of(_ text: String) -> String { UUIDv5.string(name: Array(text.utf8)) }

  /// The same for the bytes of a text.
  static func of(_ text: ArraySlice<UInt8>) -> String { UUIDv5.string(name: Array(text)) }
}
