package import ICalendar

/// What a component says, without the ways to write it: the multiset of what its properties say (``CanonicalLine``) and its
/// sub-components by the same rule, sorted. Its own UID is left out.
///
/// Two components with equal canonical content are semantically equal. The order of properties, folding, line
/// ends, the case of names and words, the order of parameters, defaults that are written out, needless escapes, the spelling of
/// values, and how lines group the values of a set do not count; DATE and DATE-TIME differ, and so do times with another TZID.
///
/// - Complexity: O(n log n) in the component's lines, one pass over its bytes.
package struct CanonicalContent: Sendable {
  private struct Line {
    var start: Int
    var end: Int
    /// The first eight bytes, so that most comparisons look at nothing else.
    var prefix: UInt64
    /// Up to which level it counts.
    var level: EqualityLevel
    /// One that stands twice says no more than one.
    var isElement: Bool
  }

  private var bytes: [UInt8] = []
  private var lines: [Line] = []
  private let children: [CanonicalContent]
  private let kind: ComponentKind
  /// The component's name where its kind does not say it.
  private let otherName: [UInt8]

  /// `ComponentKind.name` makes a new string each time, which costs as much as half of the rest; and of an array all cores would count
  /// the references.
  private static let names = ComponentKind.allCases.map { ShortText(Array($0.name.utf8)) ?? .empty }

  package init(_ component: Component) {
    self.init(component, withUID: false, .meaning, zone: nil)
  }

  /// The content of a component inside, whose UID counts: no key of its own tells it from others.
  init(nested component: Component) {
    self.init(component, withUID: true, .meaning, zone: nil)
  }

  /// With times as instants, as far as their zones are known: for comparing, since hashes must not depend on what zones a machine knows.
  init(_ component: Component, zone: @escaping (String) -> Zone?) {
    self.init(component, withUID: false, .meaning, zone: zone)
  }

  /// By the rule for names.
  init(naming component: Component) {
    self.init(component, withUID: false, .name, zone: nil)
  }

  private init(
    _ component: Component, withUID: Bool, _ rule: CanonicalLine.Rule, zone: ((String) -> Zone?)?
  ) {
    kind = component.kind
    otherName = kind == .other ? Array(component.name.utf8) : []
    children =
      component.hasChildren
      ? component.children.map { CanonicalContent($0, withUID: true, rule, zone: zone) } : []
    bytes.reserveCapacity(component.byteCount + 64)
    if rule == .meaning {
      for property in component.properties where withUID || property.id != .uid {
        append(property, level: InsignificantContent.level(of: property, in: component), zone: zone)
      }
    } else {
      appendLines(naming: component, withUID: withUID)
    }
    sort()
  }

  private mutating func appendLines(naming component: Component, withUID: Bool) {
    var places: [LinePlace] = []
    component.places(into: &places)
    lines.reserveCapacity(places.count)
    for place in places where withUID || place.id != .uid {
      let start = bytes.count
      CanonicalLine.append(naming: place, of: component, to: &bytes)
      note(from: start, level: place.id == .dtstamp ? .canonical : .forKeeping, isElement: false)
    }
  }

  private mutating func append(_ property: Property, level: EqualityLevel, zone: ((String) -> Zone?)?) {
    let id = property.id
    let start = bytes.count
    guard PropertyDefaults.of(id).kind.isList else {
      CanonicalLine.append(property, .meaning, to: &bytes)
      return note(from: start, level: level, isElement: PropertyDefaults.isSet(id))
    }
    for element in CanonicalLine.elements(of: property, zone: zone) {
      let start = bytes.count
      bytes += element
      note(from: start, level: level, isElement: true)
    }
  }

  private mutating func note(from start: Int, level: EqualityLevel, isElement: Bool) {
    lines.append(
      Line(
        start: start, end: bytes.count, prefix: prefix(from: start), level: level, isElement: isElement))
  }

  /// The hash of everything.
  package var digest: CanonicalDigest { digest(.canonical) }

  /// The hash of what counts for people.
  var digestForPeople: CanonicalDigest { digest(.forPeople) }

  /// The hash of what counts at a level; of ``EqualityLevel/bytes`` there is none, and the canonical one is taken.
  func digest(_ level: EqualityLevel) -> CanonicalDigest { digest(level, children: level) }

  /// The hash of the content of a name: own stamps do not count, those of components inside do.
  var nameDigest: CanonicalDigest { digest(.forPeople, children: .canonical) }

  private func digest(_ level: EqualityLevel, children childLevel: EqualityLevel) -> CanonicalDigest {
    var buffer: [UInt8] = []
    let room = otherName.count + bytes.count + lines.count * 4 + children.count * 32 + 64
    buffer.append(addingCapacity: room) { appendLines(of: level, to: &$0) }
    if !children.isEmpty {
      for child in children.map({ $0.digest(childLevel) }).sorted() { buffer += child.bytes }
    }
    return CanonicalDigest(hashing: buffer)
  }

  /// Appends the name and the lines that count at a level.
  private func appendLines(of level: EqualityLevel, to output: inout OutputSpan<UInt8>) {
    let bytes = bytes.span
    output.append(Self.names[Int(kind.rawValue)])
    output.append(otherName.span, 0..<otherName.count)
    output.append(0)
    var last: Range<Int>?
    for line in lines where line.level >= level {
      let place = line.start..<line.end
      if line.isElement, let last, last.count == place.count,
        bytes.isSame(place.count, from: last.lowerBound, as: bytes, from: place.lowerBound)
      {
        continue
      }
      last = place
      for shift in [24, 16, 8, 0] { output.append(UInt8(truncatingIfNeeded: place.count >> shift)) }
      output.append(bytes, place)
    }
    // No line is that long: here the sub-components begin.
    output.append(repeating: 0xFF, count: 4)
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
