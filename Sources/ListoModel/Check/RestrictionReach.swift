internal import ICalendar

/// The properties that a METHOD's restrictions look at in components of one kind: libical is asked about
/// components that are made for it, with none, one and two of each property.
///
/// Most properties may stand as often as one likes, or any number of times but twice. Components that differ
/// in these alone are alike, so that a few dozen questions do for a file of any size.
struct RestrictionReach: Sendable {
  /// Where a component stands.
  struct Place {
    let method: String
    let kind: ComponentKind
    /// The component around it, if it is not the calendar.
    let outer: ComponentKind?
  }

  /// The properties of which there being none or some makes a difference.
  private var presence = PropertySet()
  /// The properties of which there being one or several makes a difference.
  private var repetition = PropertySet()

  /// Everything counts.
  static let everything = RestrictionReach(presence: .all, repetition: .all)

  private init(presence: PropertySet, repetition: PropertySet) {
    (self.presence, self.repetition) = (presence, repetition)
  }

  /// Asks libical.
  ///
  /// - Complexity: 3 ms, one at a time in the whole process.
  init(_ place: Place) {
    self = .everything
    let probe = RestrictionProbe(place)
    guard let none = probe.breaches(0), let one = probe.breaches(1), let two = probe.breaches(2) else {
      return
    }
    for id in probe.properties {
      if none[id.name] == one[id.name] { _ = presence.remove(id) }
      if one[id.name] == two[id.name] { _ = repetition.remove(id) }
    }
  }

  /// The component's own properties that make a difference.
  func relevant(some: PropertySet, several: PropertySet) -> (some: PropertySet, several: PropertySet) {
    // Several of a property that may be there or not are some of it.
    (some.intersection(presence.union(repetition.intersection(several))), several.intersection(repetition))
  }
}

/// A component with every property that libical can read in it.
private struct RestrictionProbe {
  private let place: RestrictionReach.Place
  /// A line of each property, with a value that libical can read.
  private var lines: [(id: PropertyID, line: String)] = []
  var properties: [PropertyID] { lines.map(\.id) }

  /// Those that libical's functions look at together, or whose value they look at.
  private static let entangled: PropertySet = [
    .status, .action, .dtstart, .dtend, .due, .duration, .repeat, .trigger, .recurrenceID, .rrule, .rdate,
    .attendee,
    .other,
  ]
  private static let values = [
    "x", "mailto:a@example.org", "20260101T000000Z", "1", "PT1H", "FREQ=DAILY", "+0100", "1.0;1.0", "PUBLIC",
    "2.0;x",
  ]

  init(_ place: RestrictionReach.Place) {
    self.place = place
    var rest = PropertyID.allCases.filter { !Self.entangled.contains($0) }
    for value in Self.values {
      let candidates = rest.map { (id: $0, line: "\($0.name):\(value)\r\n") }
      let names = readNames(candidates.map(\.line).joined())
      lines += candidates.filter { names.contains($0.id.name) }
      rest.removeAll { names.contains($0.name) }
    }
  }

  /// The names of the properties that libical keeps.
  private func readNames(_ lines: String) -> Set<String> {
    guard var read = try? component(lines)?.parsedByLibical() else { return [] }
    if place.outer != nil, let inner = read.children.first { read = inner }
    return Set(read.properties.map(\.name))
  }

  private func component(_ lines: String) -> Component? {
    var text = "BEGIN:\(place.kind.name)\r\n\(lines)END:\(place.kind.name)\r\n"
    if let outer = place.outer { text = "BEGIN:\(outer.name)\r\n\(text)END:\(outer.name)\r\n" }
    return Component(Array(text.utf8))
  }

  /// The breaches by property, for a component that has each property so often; nil if libical gives no
  /// answer.
  func breaches(_ count: Int) -> [String: [RestrictionBreach.Kind]]? {
    let text = lines.map { String(repeating: $0.line, count: count) }.joined()
    guard let findings = try? component(text)?.restrictionBreaches(method: place.method) else { return nil }
    return Dictionary(grouping: findings.compactMap(RestrictionBreach.init), by: \.property)
      .mapValues { $0.map(\.kind) }
  }
}

/// An objection of libical to a property that a METHOD wants, or does not want.
struct RestrictionBreach {
  enum Kind: Hashable {
    case missing
    case unwanted
    case several
  }

  let property: String
  let kind: Kind

  /// `nil` for an objection to something else.
  init?(_ finding: LibicalFinding) {
    guard finding.kind == .restriction, let property = finding.property else { return nil }
    self.property = property
    kind =
      if finding.message.hasSuffix("got 0") {
        .missing
      } else if finding.message.contains("Expected 0 ") {
        .unwanted
      } else {
        .several
      }
  }
}
