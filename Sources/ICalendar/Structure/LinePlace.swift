/// A component's property by the place of its line. It holds no reference, so that many can be kept and copied for nothing;
/// ``Component/property(at:)`` makes the property of it.
public struct LinePlace: Sendable {
  let line: ContentLine

  public var id: PropertyID { line.property }

  /// The indices of the value in ``Component/bytes``, for a line that is neither folded nor has parameters; nil for others.
  @inline(__always)
  public var plainValue: Range<Int>? {
    guard line.flags.isEmpty, line.nameLength > 0 else { return nil }
    return Int(line.start) + Int(line.nameLength) + 1..<Int(line.contentEnd)
  }
}

extension Component {
  /// Puts the places of its own properties, in their order, malformed lines among them, into an array that is used again and
  /// again.
  ///
  /// - Complexity: one walk over the component's own lines; no reference is counted for each.
  public func places(into places: inout [LinePlace]) {
    places.removeAll(keepingCapacity: true)
    var lines = properties
    lines.appendPlaces(to: &places)
  }

  /// The property whose line stands there. The place must be of this component.
  public func property(at place: LinePlace) -> Property {
    Property(block: block, line: place.line)
  }
}
