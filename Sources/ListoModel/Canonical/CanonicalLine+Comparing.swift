internal import ICalendar

extension CanonicalLine {
  /// A line, the component that it is in, and what a TZID means there.
  typealias Placed = (place: LinePlace, component: Component, zone: ((String) -> Zone?)?)

  /// Two lines of one property that count at a level say the same there.
  static func areSame(_ one: Placed, _ other: Placed, _ level: EqualityLevel) -> Bool {
    let rules = level >= .forPeople ? Rewriting.rules(for: one.place.id) : nil
    let (bytes, otherBytes) = (one.component.placedBytes.span, other.component.placedBytes.span)
    if let value = one.place.plainValue, let otherValue = other.place.plainValue,
      value.count == otherValue.count,
      bytes.isSame(value.count, from: value.lowerBound, as: otherBytes, from: otherValue.lowerBound)
    {
      return true
    }
    if let value = one.place.valueAsWritten, let otherValue = other.place.valueAsWritten,
      bytes.parts(value, otherBytes, otherValue, inASCII: rules?.comparesCharacters ?? false),
      rules?.kind == nil
    {
      switch PropertyDefaults.of(one.place.id).kind {
      case .octets, .text, .moment: return false
      default: break
      }
    }
    let (property, otherProperty) = (
      one.component.property(at: one.place), other.component.property(at: other.place)
    )
    guard let rules, !rules.isOnlySilent else {
      return Self.bytes(of: property) == Self.bytes(of: otherProperty)
    }
    return meanings(of: property, in: one.component, zone: one.zone)
      == meanings(of: otherProperty, in: other.component, zone: other.zone)
  }
}

extension LinePlace {
  /// The indices of the value with its folds, for a line that has no parameters; nil for others.
  fileprivate var valueAsWritten: Range<Int>? {
    guard !hasParameters, nameLength > 0 else { return nil }
    return content.lowerBound + nameLength + 1..<content.upperBound
  }
}

extension Span<UInt8> {
  /// The first bytes that are not the same in two values are neither a part of an escape nor of a fold, and
  /// nor are those before them: so the values say different things, as octets and as TEXT.
  ///
  /// - Parameter inASCII: these bytes have to be characters by themselves.
  fileprivate func parts(
    _ range: Range<Int>, _ other: Span<UInt8>, _ otherRange: Range<Int>, inASCII: Bool
  ) -> Bool {
    let count = Swift.min(range.count, otherRange.count)
    var same = 0
    while same < count, self[range.lowerBound + same] == other[otherRange.lowerBound + same] { same += 1 }
    guard same < count, Self.standsForItself(self[range.lowerBound + same]),
      Self.standsForItself(other[otherRange.lowerBound + same])
    else { return false }
    // A letter may be the same in another case.
    if self[range.lowerBound + same] ^ other[otherRange.lowerBound + same] == 0x20 { return false }
    if inASCII, self[range.lowerBound + same] | other[otherRange.lowerBound + same] >= 0x80 { return false }
    guard same > 0 else { return true }
    let before = self[range.lowerBound + same - 1]
    guard before == 0x20 || before == 0x09 else { return Self.standsForItself(before) }
    return same > 1 && Self.standsForItself(self[range.lowerBound + same - 2])
  }

  private static func standsForItself(_ byte: UInt8) -> Bool {
    byte != 0x5C && byte != 0x0A && byte != 0x0D
  }
}
