public import ICalendar

/// The level at which two versions count as equal. Every comparison names the level that it uses.
///
/// Versions that are equal at one level are equal at all later ones.
public enum EqualityLevel: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// The bytes are equal. Decides whether a component is written again.
  case bytes
  /// The content is equal, however it is written (`CanonicalContent`). Decides hashes, the order of versions,
  /// and whether a patch has been applied.
  case canonical
  /// The content is equal except for data that programs write by themselves (`InsignificantContent`). Decides
  /// equal or different, changed or unchanged, conflicts, and the output of `diff`.
  case forPeople
  /// As ``forPeople``, except for the properties of `InsignificantContent/incidental`. Decides whether a
  /// change keeps a component that another side deleted.
  case forKeeping

  /// The right level ignores more than the left one.
  public static func < (left: EqualityLevel, right: EqualityLevel) -> Bool { left.rawValue < right.rawValue }
}

extension Component {
  /// Returns whether two versions are equal at a level, apart from their UIDs.
  ///
  /// - Parameters:
  ///   - zone: resolves a TZID in this component, so that EXDATEs and RDATEs are compared as instants.
  ///     Without it, times in zones of different names differ.
  ///   - otherZone: resolves a TZID in the other component; `zone` by default.
  /// - Complexity: linear in the bytes, O(n log n) in the lines that differ; only components inside are
  ///   hashed.
  public func isEqual(
    to other: Component, _ level: EqualityLevel, zone: ((String) -> Zone?)? = nil,
    otherZone: ((String) -> Zone?)? = nil
  ) -> Bool {
    if bytes == other.bytes { return true }
    guard level > .bytes, kind == other.kind, kind != .other || name == other.name else { return false }
    return ContentComparison(
      left: (self, zone), right: (other, otherZone ?? zone), level: level, withUID: false
    ).isEqual
  }
}

/// Compares two versions line by line: what is the same bytes before and behind what differs is passed over.
private struct ContentComparison {
  typealias Side = (component: Component, zone: ((String) -> Zone?)?)

  let left: Side
  let right: Side
  let level: EqualityLevel
  /// The UIDs count: those of components inside.
  let withUID: Bool

  var isEqual: Bool { haveEqualChildren && haveEqualLines }

  private var haveEqualLines: Bool {
    let (lines, others) = (places(left.component), places(right.component))
    let rest = DifferingLines(lines, of: left.component.bytes, others, of: right.component.bytes)
    guard !rest.isEmpty else { return true }
    if hasSureDifference(rest) { return false }
    // Of a set it does not count which line says what, nor how often: all of its lines are asked.
    var sets: PropertySet = []
    for place in rest.left where PropertyDefaults.isSet(place.id) { sets.insert(place.id) }
    for place in rest.right where PropertyDefaults.isSet(place.id) { sets.insert(place.id) }
    let (one, other) = (multiset(rest.left, left, but: sets), multiset(rest.right, right, but: sets))
    guard one == other else { return false }
    return sets.missing(from: []).allSatisfy { id in
      set(lines.filter { $0.id == id }, left) == set(others.filter { $0.id == id }, right)
    }
  }

  /// A property that is in no set, and that always counts or never does, stands among what differs on one
  /// side alone, or once on each side with values that say different things. No line of another property says
  /// the same as one of its own.
  private func hasSureDifference(_ rest: DifferingLines) -> Bool {
    let lines = LinesOnce(rest.left, of: left, at: level)
    let others = LinesOnce(rest.right, of: right, at: level)
    if !lines.all.minus(others.all).isEmpty || !others.all.minus(lines.all).isEmpty { return true }
    for place in rest.left where lines.isOnce(place.id) && others.isOnce(place.id) {
      guard let other = rest.right.first(where: { $0.id == place.id }) else { continue }
      let areSame = CanonicalLine.areSame(
        (place, left.component, left.zone), (other, right.component, right.zone), level)
      if !areSame { return true }
    }
    return false
  }

  /// The lines that may count.
  private func places(_ component: Component) -> [LinePlace] {
    var places: [LinePlace] = []
    component.places(into: &places)
    places.removeAll {
      $0.id == .uid && !withUID || InsignificantContent.isStamp($0.id) && !counts($0, component)
    }
    return places
  }

  private func counts(_ stamp: LinePlace, _ component: Component) -> Bool {
    if let known = InsignificantContent.level(of: stamp.id) { return known >= level }
    return InsignificantContent.level(of: component.property(at: stamp), in: component) >= level
  }

  /// The values of a line that count at the level.
  private func lines(_ place: LinePlace, _ side: Side) -> [[UInt8]] {
    if let known = InsignificantContent.level(of: place.id), known < level { return [] }
    let property = side.component.property(at: place)
    return CanonicalLine.elements(of: property, in: side.component, level, zone: side.zone)
  }

  private func multiset(
    _ places: ArraySlice<LinePlace>, _ side: Side, but sets: PropertySet
  ) -> [[UInt8]] {
    places.filter { !sets.contains($0.id) }.flatMap { lines($0, side) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func set(_ places: [LinePlace], _ side: Side) -> Set<[UInt8]> {
    Set(places.flatMap { lines($0, side) })
  }

  private var haveEqualChildren: Bool {
    if !left.component.hasChildren && !right.component.hasChildren { return true }
    let (children, others) = (left.component.children, right.component.children)
    guard children.count == others.count else { return false }
    if zip(children, others).allSatisfy({ $0.bytes == $1.bytes }) { return true }
    let digests = [children, others].map { children in
      children.map { CanonicalContent(nested: $0, level).digest }.sorted()
    }
    return digests[0] == digests[1]
  }
}

/// Which properties of some lines count at a level, and are in no set.
private struct LinesOnce {
  private(set) var all: PropertySet = []
  /// Properties of several lines, whether they count or not.
  private var again: PropertySet = []

  init(
    _ places: ArraySlice<LinePlace>, of side: (component: Component, zone: ((String) -> Zone?)?),
    at level: EqualityLevel
  ) {
    var met: PropertySet = []
    for place in places where place.id != .other && !PropertyDefaults.isSet(place.id) {
      if met.contains(place.id) { again.insert(place.id) }
      met.insert(place.id)
      let found =
        InsignificantContent.level(of: place.id)
        ?? InsignificantContent.level(
          of: side.component.property(at: place), in: side.component, zone: side.zone)
      if found >= level { all.insert(place.id) }
    }
  }

  func isOnce(_ id: PropertyID) -> Bool { all.contains(id) && !again.contains(id) }
}
