package import ICalendar

/// A set of the properties that have an id.
package struct PropertySet: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// A bit for each, by its id.
  package private(set) var bits: UInt128 = 0

  package init(arrayLiteral elements: PropertyID...) {
    for id in elements { insert(id) }
  }

  /// Every property that has an id, and those that have none.
  static let all: PropertySet = {
    var all = PropertySet()
    for id in PropertyID.allCases { all.insert(id) }
    return all
  }()

  @inline(__always)
  package func contains(_ id: PropertyID) -> Bool { bits & (1 << UInt128(id.rawValue)) != 0 }

  @inline(__always)
  package mutating func insert(_ id: PropertyID) { bits |= 1 << UInt128(id.rawValue) }

  /// - Returns: false where it was not among them.
  package mutating func remove(_ id: PropertyID) -> Bool {
    defer { bits &= ~(1 << UInt128(id.rawValue)) }
    return contains(id)
  }

  /// Puts those of another set in.
  mutating func formUnion(_ other: PropertySet) { bits |= other.bits }

  func isDisjoint(with other: PropertySet) -> Bool { bits & other.bits == 0 }

  var isEmpty: Bool { bits == 0 }

  /// Those that are not in another set.
  func minus(_ other: PropertySet) -> PropertySet {
    var result = self
    result.bits &= ~other.bits
    return result
  }

  func union(_ other: PropertySet) -> PropertySet {
    var result = self
    result.bits |= other.bits
    return result
  }

  func intersection(_ other: PropertySet) -> PropertySet {
    var result = self
    result.bits &= other.bits
    return result
  }

  /// In the order of the ids.
  package func missing(from present: PropertySet) -> [PropertyID] {
    guard bits & ~present.bits != 0 else { return [] }
    return PropertyID.allCases.filter { contains($0) && !present.contains($0) }
  }
}
