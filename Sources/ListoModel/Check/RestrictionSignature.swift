internal import ICalendar

/// All that a METHOD's restrictions look at in a component: which components and properties are there, none, once or more
/// often, and the values of STATUS and ACTION.
struct RestrictionSignature: Hashable, Sendable {
  private var parts: [Part] = []

  /// A component of the tree, in the order of their lines.
  private struct Part: Hashable {
    let kind: ComponentKind
    let depth: Int
    let some: PropertySet
    let several: PropertySet
    /// Of STATUS and ACTION, as far as any that is known goes.
    let words: [UInt8]
  }

  /// - Parameter reach: what makes a difference in a component of a kind, in another or in none.
  init(_ component: Component, reach: (ComponentKind, _ outer: ComponentKind?) -> RestrictionReach) {
    add(component, in: nil, depth: 0, reach)
  }

  private mutating func add(
    _ component: Component, in outer: ComponentKind?, depth: Int,
    _ reach: (ComponentKind, ComponentKind?) -> RestrictionReach
  ) {
    var (some, several) = (PropertySet(), PropertySet())
    var words: [UInt8] = []
    var places: [LinePlace] = []
    component.places(into: &places)
    for place in places {
      let id = place.id
      // Properties without an id are none that a restriction names, but for VCALENDAR's.
      guard id != .other else { continue }
      if some.contains(id) { several.insert(id) } else { some.insert(id) }
      guard id == .status || id == .action else { continue }
      if let value = place.plainValue {
        words += component.bytes[value].prefix(32) + [0]
      } else {
        words += component.all(id).flatMap { $0.value.prefix(32) + [0] }
      }
    }
    (some, several) = reach(component.kind, outer).relevant(some: some, several: several)
    parts.append(
      Part(
        kind: component.kind, depth: depth, some: some, several: several, words: words)
    )
    for child in component.children { add(child, in: component.kind, depth: depth + 1, reach) }
  }
}
