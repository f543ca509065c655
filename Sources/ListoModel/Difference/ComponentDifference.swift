internal import ICalendar

/// Compares two versions of a component by meaning: the order, spelling and folding of lines count for
/// nothing, and neither does the grouping of values that form a set.
struct ComponentDifference {
  /// Differences in the content that ``InsignificantContent`` lists are reported as well.
  var includesInsignificant = false
  /// The UID is what the versions were found by.
  var skipsUID = true
  var oldZones = ZoneTable.empty
  var newZones = ZoneTable.empty

  /// - Complexity: linear in the lines, but for those of one name that differ.
  func fields(_ old: Component, _ new: Component) -> [FieldDifference] {
    if old.bytes == new.bytes { return [] }
    var (lines, others): ([LinePlace], [LinePlace]) = ([], [])
    old.places(into: &lines)
    new.places(into: &others)
    var differing = PropertySet()
    differing.insert(
      DifferingLines(lines, of: old.bytes, others, of: new.bytes), of: old.bytes, new.bytes)
    // A line that is written alike in both is no difference, unless the lines beside it decide whether it
    // counts.
    for (property, others) in InsignificantContent.dependent where !differing.isDisjoint(with: others) {
      differing.insert(property)
    }
    let sides = (
      old: Side(old, lines, self, differing, oldZones.zone),
      new: Side(new, others, self, differing, newZones.zone)
    )
    var result: [FieldDifference] = []
    // Both are in the order of the names.
    var (left, right) = (sides.old.lines[...], sides.new.lines[...])
    while let name = Self.least(left.first, right.first) {
      let (was, now) = (left.prefix { $0.name == name }, right.prefix { $0.name == name })
      left = left.dropFirst(was.count)
      right = right.dropFirst(now.count)
      if let difference = property(name, was, now, sides) { result.append(difference) }
    }
    if old.hasChildren || new.hasChildren { result += children(old.children, new.children) }
    guard result.count > 1 else { return result }
    // A rank is looked for in all fields: once for each difference, not in each comparison.
    return result.map { (rank: $0.rank, field: $0) }
      .sorted { ($0.rank, $0.field.name) < ($1.rank, $1.field.name) }
      .map(\.field)
  }

  // MARK: Properties

  /// The name that comes first.
  private static func least(_ one: Line?, _ other: Line?) -> String? {
    guard let one, let other else { return (one ?? other)?.name }
    return min(one.name, other.name)
  }

  private struct Line {
    let name: String
    let property: Property
    let place: LinePlace
  }

  /// The lines of one version that may be different.
  private struct Side {
    /// By the names of their properties, those of one name in their order.
    private(set) var lines: [Line] = []
    let component: Component
    let level: EqualityLevel
    let zone: (String) -> Zone?
    /// The properties that do not count, but are shown where the other side has one that does.
    private var silent: [Property] = []

    /// - Parameter places: of the component's lines.
    init(
      _ component: Component, _ places: [LinePlace], _ how: ComponentDifference, _ differing: PropertySet,
      _ zone: @escaping (String) -> Zone?
    ) {
      (self.component, level, self.zone) = (component, how.level, zone)
      for place in places where differing.contains(place.id) {
        if place.id == .uid && how.skipsUID { continue }
        let property = component.property(at: place)
        guard InsignificantContent.level(of: property, in: component, zone: zone) >= level else {
          silent.append(property)
          continue
        }
        lines.append(Line(name: property.name, property: property, place: place))
      }
      if lines.count > 1 { lines.sort { $0.name < $1.name } }
    }

    func silent(_ name: String) -> Property? { silent.last { $0.name == name } }

    /// The values of a line that count at the level, as one.
    func said(_ line: Line) -> [UInt8] {
      Array(CanonicalLine.elements(of: line.property, in: component, level, zone: zone).joined())
    }
  }

  private var level: EqualityLevel { includesInsignificant ? .canonical : .forPeople }

  /// - Parameters:
  ///   - old: the lines of one property in the one version.
  ///   - new: in the other.
  private func property(
    _ name: String, _ old: ArraySlice<Line>, _ new: ArraySlice<Line>, _ sides: (old: Side, new: Side)
  ) -> FieldDifference? {
    let (was, now) = Self.unmatched(old, new, sides)
    guard !was.isEmpty || !now.isEmpty else { return nil }
    let id = (was.first ?? now.first)?.property.id ?? .other
    guard Self.sets.contains(id) || old.count > 1 || new.count > 1 else {
      return FieldDifference(
        name: name,
        change: .value(
          old: was.first?.property ?? sides.old.silent(name),
          new: now.first?.property ?? sides.new.silent(name)))
    }
    if id == .relatedTo, old.count < 2, new.count < 2, (was + now).allSatisfy(\.property.namesParent) {
      return FieldDifference(name: name, change: .value(old: was.first?.property, new: now.first?.property))
    }
    let (removed, added) =
      PropertyDefaults.isSet(id)
      ? Self.apart(elements(old, sides.old), elements(new, sides.new))
      : (elements(was, sides.old).map(\.element), elements(now, sides.new).map(\.element))
    guard !removed.isEmpty || !added.isEmpty else { return nil }
    return FieldDifference(name: name, change: .elements(removed: removed, added: added))
  }

  /// The elements of sets that only one side has, each once.
  private static func apart(
    _ old: [Keyed], _ new: [Keyed]
  ) -> (removed: [FieldDifference.Element], added: [FieldDifference.Element]) {
    func only(_ elements: [Keyed], but others: [Keyed]) -> [FieldDifference.Element] {
      var seen = Set(others.map(\.key))
      return elements.filter { seen.insert($0.key).inserted }.map(\.element)
    }
    return (only(old, but: new), only(new, but: old))
  }

  /// Properties that may stand several times (Documentation/Merging.md, *Sets*), whatever their number.
  private static let sets: Set<PropertyID> = [
    .categories, .resources, .relatedTo, .attendee, .exdate, .rdate, .attach, .comment, .contact, .malformed,
    .conference, .image, .link, .concept, .refid, .requestStatus,
  ]

  /// The lines that the other side has not, an equal one counting once.
  private static func unmatched(
    _ old: ArraySlice<Line>, _ new: ArraySlice<Line>, _ sides: (old: Side, new: Side)
  ) -> (old: ArraySlice<Line>, new: ArraySlice<Line>) {
    if let one = old.first, let other = new.first, old.count == 1, new.count == 1 {
      let areSame = CanonicalLine.areSame(
        (one.place, sides.old.component, sides.old.zone), (other.place, sides.new.component, sides.new.zone),
        sides.old.level)
      return areSame ? ([], []) : (old, new)
    }
    if old.isEmpty || new.isEmpty { return (old, new) }
    let (was, now) = (old.map(sides.old.said), new.map(sides.new.said))
    var counts: [[UInt8]: Int] = [:]
    for said in now { counts[said, default: 0] += 1 }
    var matched: [[UInt8]: Int] = [:]
    let left = zip(old, was).filter { _, said in
      guard let count = counts[said], count > 0 else { return true }
      counts[said] = count - 1
      matched[said, default: 0] += 1
      return false
    }.map(\.0)
    let right = zip(new, now).filter { _, said in
      guard let count = matched[said], count > 0 else { return true }
      matched[said] = count - 1
      return false
    }.map(\.0)
    return (left[...], right[...])
  }

  /// An element, and the key that tells it from another.
  private typealias Keyed = (key: [UInt8], element: FieldDifference.Element)

  /// The single values of lines, whatever lines they share.
  private func elements(_ lines: ArraySlice<Line>, _ side: Side) -> [Keyed] {
    lines.flatMap { line -> [Keyed] in
      let property = line.property
      let whole = String(decoding: property.unfolded, as: UTF8.self)
      let keys = CanonicalLine.elements(of: property, in: side.component, side.level, zone: side.zone)
      return zip(keys, Self.texts(property)).map { ($0, .init(text: $1, line: whole)) }
    }
  }

  /// The values of a line for people, as many as it has elements.
  private static func texts(_ property: Property) -> [String] {
    if property.id == .relatedTo {
      return ["\(property.parameter("RELTYPE")?.value.lowercased() ?? "parent") \(property.text)"]
    }
    guard PropertyDefaults.of(property.id).kind.isList else { return [FieldDifference.text(of: property)] }
    let values = CanonicalValues.of(property)
    guard !values.isEmpty else { return [FieldDifference.text(of: property)] }
    guard property.id == .exdate || property.id == .rdate else {
      return values.map { TextValue.decode($0.octets) }
    }
    // All of them, or none where one cannot be read.
    guard let moments = try? property.moments(), moments.count == values.count else {
      return values.map { String(decoding: $0.octets, as: UTF8.self) }
    }
    return moments.map { FieldValue.moment($0).description }
  }

  // MARK: Components inside

  private func children(_ old: [Component], _ new: [Component]) -> [FieldDifference] {
    if old.count == new.count, zip(old, new).allSatisfy({ $0.bytes == $1.bytes }) { return [] }
    // Those that say the same, whatever their UIDs; then versions of one.
    var matches: [Int: Int] = [:]
    var rest = (old: Array(old.indices), new: Array(new.indices))
    func match<Key: Hashable>(_ keys: (old: [Key], new: [Key])) {
      var waiting: [Key: [Int]] = [:]
      for (key, place) in zip(keys.new, rest.new).reversed() { waiting[key, default: []].append(place) }
      for (key, place) in zip(keys.old, rest.old) { matches[place] = waiting[key]?.popLast() }
      let taken = Set(matches.values)
      rest = (rest.old.filter { matches[$0] == nil }, rest.new.filter { !taken.contains($0) })
    }
    let digest = { (child: Component) in CanonicalContent(nested: child, level).digest }
    match((old.map(digest), new.map(digest)))
    let keyed = KeyedChildren([rest.old.map { old[$0] }, rest.new.map { new[$0] }])
    match((keyed.keys[0], keyed.keys[1]))
    var result: [FieldDifference] = []
    var inner = self
    inner.skipsUID = false
    for (place, child) in old.enumerated() {
      guard let match = matches[place] else {
        result.append(inner.whole(old: child))
        continue
      }
      let fields = inner.fields(child, new[match])
      if !fields.isEmpty {
        result.append(
          FieldDifference(name: child.name, change: .component(old: child, new: new[match], fields: fields)))
      }
    }
    let matched = Set(matches.values)
    for (place, child) in new.enumerated() where !matched.contains(place) {
      result.append(inner.whole(new: child))
    }
    return result
  }

  private func whole(old: Component? = nil, new: Component? = nil) -> FieldDifference {
    FieldDifference(name: (old ?? new)?.name ?? "", change: .component(old: old, new: new, fields: []))
  }
}
