internal import ICalendar

/// All that a METHOD's restrictions look at in a component: which components and properties are there, none,
/// once or more often, and the values of STATUS and ACTION.
struct RestrictionSignature: Hashable, Sendable {
  private var parts: [Part] = []

  /// A component of the tree, in the order of their lines.
  private struct Part: Hashable {
    let kind: ComponentKind
    let depth: Int
    let some: PropertySet
    let several: PropertySet
    /// The first value of STATUS or ACTION, where it is one as everyone writes it.
    let word: ShortWord?
    /// The others, as far as any that is known goes.
    let others: [UInt8]
  }

  /// - Parameter reach: what makes a difference in a component of a kind, in another or in none.
  init(_ lines: ComponentLines, reach: (ComponentKind, _ outer: ComponentKind?) -> RestrictionReach) {
    add(lines, in: nil, depth: 0, reach)
  }

  private mutating func add(
    _ lines: ComponentLines, in outer: ComponentKind?, depth: Int,
    _ reach: (ComponentKind, ComponentKind?) -> RestrictionReach
  ) {
    var (some, several) = (PropertySet(), PropertySet())
    var (word, others): (ShortWord?, [UInt8]) = (nil, [])
    for place in lines.places {
      let id = place.id
      // Properties without an id are none that a restriction names, but for VCALENDAR's.
      guard id != .other else { continue }
      if some.contains(id) { several.insert(id) } else { some.insert(id) }
      guard id == .status || id == .action else { continue }
      if let value = place.plainValue {
        if word == nil, others.isEmpty, let short = ShortWord(lines.bytes.span, value) {
          word = short
        } else {
          others += lines.bytes[value].prefix(32) + [0]
        }
      } else {
        others += lines.all(id).flatMap { $0.value.prefix(32) + [0] }
      }
    }
    (some, several) = reach(lines.kind, outer).relevant(some: some, several: several)
    parts.append(
      Part(kind: lines.kind, depth: depth, some: some, several: several, word: word, others: others))
    for child in lines.children { add(child, in: lines.kind, depth: depth + 1, reach) }
  }
}
