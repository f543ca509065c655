/// The place of the line of a property. It holds no reference, so many can be stored and copied cheaply;
/// ``Component/property(at:)`` returns the property.
public struct LinePlace: Sendable {
  let line: ContentLine

  /// Which property the line is.
  public var id: PropertyID { line.property }

  /// The physical line of the input where it begins, counted from 1.
  public var lineNumber: Int { Int(line.number) }

  /// The indices of the line in ``Component/bytes``, without its end; still folded.
  public var content: Range<Int> { Int(line.start)..<Int(line.contentEnd) }
  /// The number of bytes before the first `:` or `;`, including a fold within the name and a byte order mark
  /// before it.
  public var nameLength: Int { Int(line.nameLength) }
  /// The line is folded (RFC 5545 §3.1).
  public var isFolded: Bool { line.flags.contains(.folded) }
  /// A `;` follows the name.
  public var hasParameters: Bool { line.flags.contains(.parameters) }
  /// The indices of its bytes in ``Component/bytes``: folded, with the line end.
  @inline(__always)
  public var extent: Range<Int> { Int(line.start)..<Int(line.end) }

  /// The indices of the value in ``Component/bytes``, for a line that is neither folded nor has parameters;
  /// nil for others.
  @inline(__always)
  public var plainValue: Range<Int>? {
    guard line.flags.isEmpty, line.nameLength > 0 else { return nil }
    return Int(line.start) + Int(line.nameLength) + 1..<Int(line.contentEnd)
  }

  /// Returns the range of the value of a DATE or DATE-TIME, for a line that is not folded and has either no
  /// parameter except `VALUE=DATE` and eight bytes after it, or a TZID without quotation marks and fifteen;
  /// nil for others.
  ///
  /// - Parameter bytes: the bytes that contain the line.
  @inline(__always)
  public func valueOfMoment(in bytes: Span<UInt8>) -> Range<Int>? {
    if let plainValue { return plainValue }
    guard line.flags == .parameters, line.nameLength > 0 else { return nil }
    let (start, end) = (Int(line.start) + Int(line.nameLength) + 1, Int(line.contentEnd))
    if end - start == 19, bytes.holds(Self.valueIsDate, at: start) { return start + 11..<end }
    guard end - start > 21, bytes.holds(Self.tzid, at: start), bytes[end - 16] == 0x3A else {
      return nil
    }
    for index in start + 5..<end - 16 {
      switch bytes[index] {
      case 0x22, 0x2C, 0x3A, 0x3B: return nil
      default: continue
      }
    }
    return end - 15..<end
  }

  /// The indices of the TZID of a time that ``valueOfMoment(in:)`` found behind one.
  package func zone(ofMomentAt value: Range<Int>) -> Range<Int> {
    content.lowerBound + nameLength + 1 + Self.tzid.count..<value.lowerBound - 1
  }

  private static let valueIsDate: [UInt8] = Array("VALUE=DATE:".utf8)
  private static let tzid: [UInt8] = Array("TZID=".utf8)
}

extension Component {
  /// Stores the places of the component's direct properties, in order and including malformed lines, in an
  /// array that can be reused.
  ///
  /// - Complexity: one walk over the component's direct lines, without reference counting for each.
  public func places(into places: inout [LinePlace]) {
    places.removeAll(keepingCapacity: true)
    var lines = properties
    lines.appendPlaces(to: &places)
  }

  /// The bytes that it was read from, with others around its own: a ``LinePlace`` has its indices of these.
  public var placedBytes: [UInt8] { block.bytes }

  /// Returns the property at a place. The place must be from this component.
  public func property(at place: LinePlace) -> Property {
    Property(block: block, line: place.line)
  }
}
