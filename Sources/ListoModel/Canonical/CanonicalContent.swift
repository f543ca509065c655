package import ICalendar

/// The meaning of a component, without the ways to write it: the multiset of the meanings of its properties
/// (``CanonicalLine``) and its sub-components by the same rule, sorted. Its own UID is left out.
///
/// Two components with equal canonical content are semantically equal. The order of properties, folding, line
/// ends, the case of names and words, the order of parameters, defaults that are written out, needless
/// escapes, the spelling of values, and how lines group the values of a set do not count; DATE and DATE-TIME
/// differ, and so do times with another TZID.
///
/// - Complexity: O(n log n) in the component's lines, one pass over its bytes.
package struct CanonicalContent: Sendable {
  private struct Line {
    var start: Int
    var end: Int
    /// The first eight bytes, so that most comparisons look at nothing else.
    var prefix: UInt64
    /// One that stands twice says no more than one.
    var isElement: Bool
  }

  private var bytes: [UInt8] = []
  private var lines: [Line] = []
  private let children: [CanonicalContent]
  private let kind: ComponentKind
  /// The component's name where its kind does not say it.
  private let otherName: [UInt8]

  /// `ComponentKind.name` makes a new string each time, which costs as much as half of the rest; and of an
  /// array all cores would count the references.
  private static let names = ComponentKind.allCases.map { ShortText(Array($0.name.utf8)) ?? .empty }

  /// The lines that count at a level; for ``EqualityLevel/bytes`` those of the canonical level.
  ///
  /// - Parameter zone: what a TZID means, so that times are instants as far as their zones are known: for
  ///   comparing, since hashes must not depend on what zones a machine knows.
  package init(
    _ component: Component, _ level: EqualityLevel = .canonical, zone: ((String) -> Zone?)? = nil
  ) {
    self.init(component, level, isNested: false, zone: zone)
  }

  /// The content of a component inside, whose UID counts: no key of its own tells it from others.
  init(nested component: Component, _ level: EqualityLevel = .canonical) {
    self.init(component, level, isNested: true, zone: nil)
  }

  /// By the rule for names.
  init(naming component: Component) {
    self.init(component, nil, isNested: false, zone: nil)
  }

  /// - Parameter level: nil for the rule for names.
  private init(
    _ component: Component, _ level: EqualityLevel?, isNested: Bool, zone: ((String) -> Zone?)?
  ) {
    kind = component.kind
    otherName = kind == .other ? Array(component.name.utf8) : []
    children =
      component.hasChildren
      ? component.children.map { CanonicalContent($0, level, isNested: true, zone: zone) } : []
    bytes.reserveCapacity(component.byteCount + 64)
    if let level {
      for property in component.properties where isNested || property.id != .uid {
        append(property, of: component, level, zone)
      }
    } else {
      appendLines(naming: component, isNested: isNested)
    }
    sort()
  }

  /// Of a name itself the stamp does not count, those of components inside do.
  private mutating func appendLines(naming component: Component, isNested: Bool) {
    var places: [LinePlace] = []
    component.places(into: &places)
    lines.reserveCapacity(places.count)
    for place in places where isNested || place.id != .uid && place.id != .dtstamp {
      let start = bytes.count
      CanonicalLine.append(naming: place, of: component, to: &bytes)
      note(from: start, isElement: false)
    }
  }

  private mutating func append(
    _ property: Property, of component: Component, _ level: EqualityLevel, _ zone: ((String) -> Zone?)?
  ) {
    let isElement = PropertyDefaults.isSet(property.id) || PropertyDefaults.of(property.id).kind.isList
    guard isElement || level >= .forPeople else {
      let start = bytes.count
      CanonicalLine.append(property, .meaning, to: &bytes)
      return note(from: start, isElement: false)
    }
    for element in CanonicalLine.elements(of: property, in: component, level, zone: zone) {
      let start = bytes.count
      bytes += element
      note(from: start, isElement: isElement)
    }
  }

  private mutating func note(from start: Int, isElement: Bool) {
    lines.append(Line(start: start, end: bytes.count, prefix: prefix(from: start), isElement: isElement))
  }

  /// The hash of it.
  package var digest: CanonicalDigest {
    var buffer: [UInt8] = []
    let room = otherName.count + bytes.count + lines.count * 4 + children.count * 32 + 64
    buffer.append(addingCapacity: room) { appendLines(to: &$0) }
    if !children.isEmpty {
      for child in children.map(\.digest).sorted() { buffer += child.bytes }
    }
    return CanonicalDigest(hashing: buffer)
  }

  /// Appends the name and the lines.
  private func appendLines(to output: inout OutputSpan<UInt8>) {
    let bytes = bytes.span
    output.append(Self.names[Int(kind.rawValue)])
    output.append(otherName.span, 0..<otherName.count)
    output.append(0)
    var last: Range<Int>?
    for line in lines {
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
