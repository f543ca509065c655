public import ICalendar

/// What a component says, without the ways to write it: the multiset of its properties in canonical form and
/// its sub-components by the same rule, sorted. Its own UID is left out.
///
/// Two components with equal canonical content are semantically equal. The order of properties, folding, line
/// ends, the case of names, the order of parameters, defaults that are written out and needless escapes do
/// not count; DATE and DATE-TIME differ, and so do times with another TZID.
///
/// - Complexity: O(n log n) in the component's lines, one pass over its bytes.
public struct CanonicalContent: Sendable {
  private struct Line {
    var start: Int
    var end: Int
    /// The first eight bytes, so that most comparisons look at nothing else.
    var prefix: UInt64
    var isStamp: Bool
  }

  private var bytes: [UInt8] = []
  private var lines: [Line] = []
  private var children: [CanonicalDigest]
  private let name: [UInt8]

  /// `ComponentKind.name` makes a new string each time, which costs as much as half of the rest.
  private static let names: [[UInt8]] = ComponentKind.allCases.map { Array($0.name.utf8) }

  public init(_ component: Component) {
    self.init(component, withUID: false)
  }

  /// That of a sub-component, whose UID counts: no key of its own tells it from others.
  init(nested component: Component) {
    self.init(component, withUID: true)
  }

  private init(_ component: Component, withUID: Bool) {
    let kind = component.kind
    name = kind == .other ? Array(component.name.utf8) : Self.names[Int(kind.rawValue)]
    children = component.children.map { CanonicalContent(nested: $0).digest }
    children.sort()
    bytes.reserveCapacity(component.bytes.count + 64)
    for property in component.properties {
      let id = property.id
      if id == .uid && !withUID { continue }
      let start = bytes.count
      CanonicalLine.append(property, to: &bytes)
      lines.append(Line(start: start, end: bytes.count, prefix: prefix(from: start), isStamp: id == .dtstamp))
    }
    sort()
  }

  /// The hash of everything.
  public var digest: CanonicalDigest { digest(withStamp: true) }

  /// The hash without DTSTAMP, which exporters rewrite at each export: two versions that are equal but for it
  /// are equal for people.
  public var digestForPeople: CanonicalDigest { digest(withStamp: false) }

  private func digest(withStamp: Bool) -> CanonicalDigest {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(bytes.count + lines.count * 4 + children.count * 32 + 32)
    buffer += name
    buffer.append(0)
    for line in lines where withStamp || !line.isStamp {
      let count = line.end - line.start
      for shift in [24, 16, 8, 0] { buffer.append(UInt8(truncatingIfNeeded: count >> shift)) }
      buffer += bytes[line.start..<line.end]
    }
    // No line is that long: here the sub-components begin.
    buffer += [0xFF, 0xFF, 0xFF, 0xFF]
    for child in children { buffer += child.bytes }
    return CanonicalDigest(hashing: buffer)
  }

  private func prefix(from start: Int) -> UInt64 {
    var prefix: UInt64 = 0
    for index in start..<(start + 8) {
      prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
    }
    return prefix
  }

  private mutating func sort() {
    let bytes = self.bytes
    lines.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return bytes[left.start..<left.end].lexicographicallyPrecedes(bytes[right.start..<right.end])
    }
  }
}

extension CanonicalContent {
  /// The name of a component without UID: the hash of its canonical content, in hexadecimal digits.
  public static func hash(of component: Component) -> String {
    CanonicalContent(component).digestForPeople.description
  }
}

extension Component {
  /// Semantically equal: the same canonical content.
  ///
  /// - Parameter forPeople: DTSTAMP does not count.
  public func isEqual(to other: Component, forPeople: Bool = false) -> Bool {
    if bytes == other.bytes { return true }
    if forPeople { return isEqualForPeople(to: other) }
    return CanonicalContent(self).digest == CanonicalContent(other).digest
  }

  /// The same canonical content but for DTSTAMP, decided without hashing what the two have in common: the lines
  /// that are the same bytes, before and behind what differs.
  func isEqualForPeople(to other: Component) -> Bool {
    guard kind == other.kind, kind != .other || name == other.name, hasEqualChildren(other) else {
      return false
    }
    let (lines, others) = (countedPlaces(), other.countedPlaces())
    // Each line is an element of a multiset: what one has more of, the other lacks.
    guard lines.count == others.count else { return false }
    let (bytes, otherBytes) = (self.bytes, other.bytes)
    var (start, end) = (0, lines.count)
    while start < end, bytes[lines[start].extent] == otherBytes[others[start].extent] { start += 1 }
    while start < end, bytes[lines[end - 1].extent] == otherBytes[others[end - 1].extent] { end -= 1 }
    guard start < end else { return true }
    return canonicalLines(lines[start..<end]) == other.canonicalLines(others[start..<end])
  }

  /// The lines that count for people.
  private func countedPlaces() -> [LinePlace] {
    var places: [LinePlace] = []
    self.places(into: &places)
    places.removeAll { $0.id == .uid || $0.id == .dtstamp }
    return places
  }

  private func canonicalLines(_ places: ArraySlice<LinePlace>) -> [[UInt8]] {
    places.map { CanonicalLine.bytes(of: property(at: $0)) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func hasEqualChildren(_ other: Component) -> Bool {
    let (children, others) = (self.children, other.children)
    guard children.count == others.count else { return false }
    if zip(children, others).allSatisfy({ $0.bytes == $1.bytes }) { return true }
    let digests = [children, others].map { $0.map { CanonicalContent(nested: $0).digest }.sorted() }
    return digests[0] == digests[1]
  }
}
