internal import ICalendar

/// A component's own lines by the units that a three-way merge decides.
struct ComponentUnits {
  struct Line {
    let property: Property
    let canonical: [UInt8]
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
  /// All own lines, each with its units.
  private(set) var all: [(line: Line, units: [MergeUnit])] = []
  private(set) var present: Set<PropertyID> = []

  /// - Parameters:
  ///   - repeated: see ``MergeUnit``.
  ///   - zone: what a TZID means.
  init(_ component: Component, repeated: Set<String>, zone: (String) -> Zone?) {
    self.component = component
    for property in component.properties {
      let line = Line(property: property, canonical: CanonicalLine.bytes(of: property))
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
          ? .line(property.name, line.canonical)
          : MergeUnit(property, canonical: line.canonical, repeated: repeated)
        lines[unit, default: []].append(line)
        units.append(unit)
      }
      order += units
      all.append((line, units))
    }
  }

  /// What is compared: equal for equal content.
  func state(_ unit: MergeUnit) -> [[UInt8]] {
    if case .value(_, let key) = unit { return values[unit] == nil ? [] : [key] }
    let canonical = lines[unit]?.map(\.canonical) ?? []
    return canonical.count > 1 ? canonical.sorted { $0.lexicographicallyPrecedes($1) } : canonical
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

  /// The values of a line with what tells them apart: of CATEGORIES and RESOURCES the decoded text and LANGUAGE,
  /// of EXDATE the instant.
  private static func values(
    of property: Property, _ zone: (String) -> Zone?
  ) -> [(key: [UInt8], octets: ArraySlice<UInt8>)] {
    if property.id == .exdate {
      let tzid = property.tzid
      let isDate = property.parameter("VALUE").map { $0.value.uppercased() == "DATE" }
      return property.value.split(separator: 0x2C).map { octets in
        (Self.key(octets, isDate, tzid, zone), octets)
      }
    }
    let language = Array((property.parameter("LANGUAGE")?.value.lowercased() ?? "").utf8)
    return TextValue.split(property.value).filter { !$0.isEmpty }.map { octets in
      var key = language + [0]
      CanonicalLine.appendText(octets, to: &key)
      return (key, octets)
    }
  }

  private static func key(
    _ octets: ArraySlice<UInt8>, _ isDate: Bool?, _ tzid: String?, _ zone: (String) -> Zone?
  ) -> [UInt8] {
    guard let moment = try? Moment.decode(octets, valueIsDate: isDate, tzid: tzid) else {
      return [0] + octets
    }
    switch RecurrenceKey(moment).resolved(in: zone) {
    case .instant(let instant): return Array("=\(instant.seconds)".utf8)
    case .date(let day): return Array("/\(day.daysSince1970)".utf8)
    case .unknownZone(_, let name): return Array(octets) + [0] + name.utf8
    case .master, .floating, .unreadable: return Array(octets)
    }
  }
}
