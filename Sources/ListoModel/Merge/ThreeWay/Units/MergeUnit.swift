internal import ICalendar

/// Properties that change together: one of them taken from one version and the rest from another would say
/// what neither said.
enum MergeGroup: String, Sendable, CaseIterable {
  case completion, dates, description, location

  /// In the order in which they are told.
  var properties: [PropertyID] {
    switch self {
    case .completion: [.status, .completed, .percentComplete]
    case .dates: [.dtstart, .due, .dtend, .duration, .rrule, .rdate, .exrule, .xListoRepeatFrom]
    case .description: [.description, .xAltDesc, .styledDescription]
    case .location: [.location, .geo, .xAppleStructuredLocation]
    }
  }

  private static let byProperty: [MergeGroup?] = PropertyID.allCases.map { id in
    allCases.first { $0.properties.contains(id) }
  }

  init?(_ id: PropertyID) {
    guard let group = Self.byProperty[Int(id.rawValue)] else { return nil }
    self = group
  }
}

/// The part of a component that a three-way merge decides as one.
enum MergeUnit: Sendable, Hashable {
  /// All lines of one name.
  case property(String)
  case group(MergeGroup)
  /// A line that programs rewrite as they work: of several changes the greatest counts, of CREATED the least.
  case stamp(PropertyID)
  /// RELATED-TO of the type PARENT: a reminder has one.
  case parent
  /// A line of a set that is told from the others by a key, and may say more.
  case element(String, key: [UInt8])
  /// A line of which there may be several alike.
  case line(String, [UInt8])
  /// One value of lines that hold several, however these group them.
  case value(String, key: [UInt8])

  /// Sets whose values share lines.
  static let valued: PropertySet = [.categories, .resources, .exdate]

  private static func isStamp(_ id: PropertyID) -> Bool {
    InsignificantContent.isStamp(id) || id == .acknowledged || id == .xMozLastack
  }

  /// Known properties that may stand several times and have no key.
  private static let several: PropertySet = [
    .malformed, .comment, .contact, .concept, .conference, .image, .link, .refid, .requestStatus,
  ]

  /// The unit of a line; not for those of ``valued``.
  ///
  /// - Parameters:
  ///   - said: what the line says.
  ///   - repeated: names of unknown properties that stand twice in a version: each line counts then.
  init(_ property: Property, saying said: [UInt8], repeated: Set<String>) {
    let id = property.id
    if let group = MergeGroup(id) {
      self = .group(group)
    } else if Self.isStamp(id) {
      self = .stamp(id)
    } else if Self.several.contains(id) || id == .other && repeated.contains(property.name) {
      self = .line(property.name, said)
    } else {
      switch id {
      case .relatedTo:
        self =
          property.namesParent
          ? .parent
          : .element(property.name, key: Array(property.relationType.utf8) + [0] + property.text.utf8)
      case .attendee: self = .element(property.name, key: Array(property.rawText.lowercased().utf8))
      case .attach: self = .element(property.name, key: Array(property.value))
      case .name, .xWrCalname:
        self = .element(property.name, key: Array((property.parameter("LANGUAGE")?.value ?? "").utf8))
      default: self = .property(property.name)
      }
    }
  }

  /// The properties that have to be decided where some differ: those too that change together with one of
  /// them.
  static func properties(decidedWith differing: PropertySet) -> PropertySet {
    var result = differing
    for properties in together where !properties.isDisjoint(with: differing) { result.formUnion(properties) }
    return result
  }

  /// The groups; EXDATE says something about the dates beside it.
  private static let together = MergeGroup.allCases.map { group in
    var properties: PropertySet = group == .dates ? [.exdate] : []
    for id in group.properties { properties.insert(id) }
    return properties
  }

  /// The properties that it may consist of; none for stamps and for lines that are counted.
  var names: [String] {
    switch self {
    case .property(let name), .element(let name, _), .value(let name, _): [name]
    case .parent: [PropertyID.relatedTo.name]
    case .group(let group): group.properties.map(\.name)
    case .stamp, .line: []
    }
  }

  /// How it is called in a report: names of properties, of a group those that are there.
  func label(_ present: PropertySet) -> String {
    switch self {
    case .property(let name), .element(let name, _), .line(let name, _), .value(let name, _): name
    case .stamp(let id): id.name
    case .parent: PropertyID.relatedTo.name
    case .group(let group):
      group.properties.filter(present.contains).map(\.name).joined(separator: ", ")
    }
  }
}

/// The claims of versions on a unit: those of the versions that have it and count, each with its content, and
/// those of the versions that lack it, if they count, of which only the first is named.
struct UnitClaims {
  struct Claim {
    let version: Int
    /// See ``ComponentUnits/state(_:)``.
    let state: [[UInt8]]
  }

  /// In the order of the versions.
  let holding: [Claim]
  /// Nil where no version lacks it, or these do not count.
  let firstLacking: Int?

  var isEmpty: Bool { holding.isEmpty && firstLacking == nil }

  /// The claim of the first version.
  var first: Claim? {
    guard let firstLacking, firstLacking < holding.first?.version ?? .max else { return holding.first }
    return Claim(version: firstLacking, state: [])
  }

  /// The claims of the versions that have the unit.
  var ofHolders: UnitClaims { UnitClaims(holding: holding, firstLacking: nil) }

  /// The claims that want something else.
  func others(than claim: Claim) -> UnitClaims {
    UnitClaims(
      holding: holding.filter { $0.state != claim.state },
      firstLacking: claim.state.isEmpty ? nil : firstLacking)
  }

  /// The claims of the versions that changed a base.
  func changing(_ base: [[UInt8]]) -> UnitClaims {
    UnitClaims(
      holding: holding.filter { $0.state != base }, firstLacking: base.isEmpty ? nil : firstLacking)
  }
}
