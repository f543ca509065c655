internal import ICalendar

/// A component's own lines by the units that a three-way merge decides: of those properties that it has to
/// decide.
struct ComponentUnits {
  struct Line {
    let property: Property
    let canonical: [UInt8]
    /// The line's meaning to people, value by value; for a silent line its canonical form.
    let elements: [[UInt8]]
    /// It says what would be so without it (``InsignificantContent/isSilent(_:in:zone:)``): no version is
    /// told from another by it.
    let isSilent: Bool

    init(_ property: Property, in component: Component, zone: @escaping (String) -> Zone?) {
      self.property = property
      canonical = CanonicalLine.bytes(of: property)
      isSilent = InsignificantContent.isSilent(property, in: component, zone: zone)
      guard !isSilent, Rewriting.rules(for: property) != nil || PropertyDefaults.of(property.id).kind.isList
      else {
        elements = [canonical]
        return
      }
      elements = CanonicalLine.meanings(of: property, in: component, zone: zone)
    }

    /// All that it says as one.
    var said: [UInt8] { elements.count == 1 ? elements[0] : Array(elements.joined()) }
  }

  /// A value of a line that holds several.
  struct Value {
    let property: Property
    let octets: ArraySlice<UInt8>
  }

  let component: Component
  /// In the order of their first lines.
  private(set) var order: [MergeUnit] = []
  private(set) var lines: [MergeUnit: [Line]] = [:]
  private(set) var values: [MergeUnit: [Value]] = [:]
  /// All of the lines, each with its units.
  private(set) var all: [(line: Line, units: [MergeUnit])] = []
  private(set) var present: PropertySet = []

  /// - Parameters:
  ///   - properties: those that are to be decided; lines of others are passed over.
  ///   - repeated: see ``MergeUnit``.
  ///   - zone: what a TZID means.
  init(
    _ component: Component, _ properties: PropertySet, repeated: Set<String>,
    zone: @escaping (String) -> Zone?
  ) {
    self.component = component
    var places: [LinePlace] = []
    component.places(into: &places)
    for place in places where properties.contains(place.id) {
      let property = component.property(at: place)
      let line = Line(property, in: component, zone: zone)
      present.insert(property.id)
      var units: [MergeUnit] = []
      if MergeUnit.valued.contains(property.id) {
        for (key, octets) in Self.values(of: property, zone) {
          let unit = MergeUnit.value(property.name, key: key)
          values[unit, default: []].append(Value(property: property, octets: octets))
          units.append(unit)
        }
      }
      if units.isEmpty {
        let unit =
          MergeUnit.valued.contains(property.id)
          ? .line(property.name, line.said)
          : MergeUnit(property, saying: line.said, repeated: repeated)
        lines[unit, default: []].append(line)
        units.append(unit)
      }
      order += units
      all.append((line, units))
    }
  }

  /// The content of a unit for comparison: equal for equal content.
  func state(_ unit: MergeUnit) -> [[UInt8]] {
    if case .value(_, let key) = unit { return values[unit] == nil ? [] : [key] }
    let lines = (lines[unit] ?? []).filter { !$0.isSilent }
    guard lines.count > 1 || lines.first?.elements.count ?? 1 > 1 else { return lines.flatMap(\.elements) }
    // How lines group the values of a set, and how often, does not count.
    let sets = Set(lines.filter { PropertyDefaults.isSet($0.property.id) }.flatMap(\.elements))
    let others = lines.filter { !PropertyDefaults.isSet($0.property.id) }.flatMap(\.elements)
    return (sets + others).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Names of unknown properties that stand twice in one of these.
  static func repeated(in components: [Component]) -> Set<String> {
    var result: Set<String> = []
    for component in components {
      var seen: Set<String> = []
      for property in component.properties where property.id == .other {
        if !seen.insert(property.name).inserted { result.insert(property.name) }
      }
    }
    return result
  }

  /// The values of a line with what tells them apart: of CATEGORIES and RESOURCES the decoded text and
  /// LANGUAGE, of EXDATE the instant.
  private static func values(
    of property: Property, _ zone: @escaping (String) -> Zone?
  ) -> [(key: [UInt8], octets: ArraySlice<UInt8>)] {
    let values = CanonicalValues.of(property, zone: zone)
    guard property.id != .exdate else { return values }
    let language = Array((property.parameter("LANGUAGE")?.value.lowercased() ?? "").utf8)
    return values.map { (language + [0] + ComposedText.characters($0.key), $0.octets) }
  }
}
