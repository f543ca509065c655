internal import ICalendar

/// One property in canonical form: unfolded, its name and its parameters' names in upper case, parameters
/// sorted, those that say the default left out, its value in one spelling of its type (``ValueKind``).
///
/// The bytes are for comparing and hashing: name, NUL, the parameters with their lengths, the value. Equal
/// bytes mean equal content.
enum CanonicalLine {
  /// The rule that decides which parts of a line count.
  enum Rule {
    /// The meaning of the line: for comparing, and for hashes that nobody keeps.
    case meaning
    /// For names, which are kept (``ContentName``): TEXT decoded, a VALUE or RELTYPE that says the default
    /// left out, all else as raw octets. It must never change.
    case name
  }

  /// The line as one.
  static func bytes(of property: Property) -> [UInt8] {
    var result: [UInt8] = []
    append(property, .meaning, to: &result)
    return result
  }

  /// The elements of the line: a single one, except that a line of several values has one for each, so that
  /// the grouping of values into lines does not count.
  ///
  /// - Parameter zone: what a TZID means; without it times in EXDATE and RDATE count by the names of their
  ///   zones.
  static func elements(of property: Property, zone: ((String) -> Zone?)? = nil) -> [[UInt8]] {
    guard PropertyDefaults.of(property.id).kind.isList else { return [bytes(of: property)] }
    let values = CanonicalValues.of(property, zone: zone)
    // A line without a value is still a line.
    guard !values.isEmpty else { return [bytes(of: property)] }
    let head = head(of: property)
    return values.map { head + $0.key }
  }

  /// The line up to its value.
  ///
  /// - Parameter kind: what its value is read as; that of the property where it is left out.
  static func head(of property: Property, as kind: ValueKind? = nil) -> [UInt8] {
    var head: [UInt8] = []
    appendHead(property, .meaning, as: kind, to: &head)
    return head
  }

  static func append(_ property: Property, _ rule: Rule, to result: inout [UInt8]) {
    guard property.id != .malformed else {
      result.append(0)
      result += property.unfolded
      return
    }
    let (text, kind) = appendHead(property, rule, to: &result)
    let value = property.value
    if rule == .meaning {
      guard kind.isList else { return kind.append(value, to: &result) }
      let keys = Set(CanonicalValues.of(property).map(\.key))
      for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        CanonicalParameters.appendCounted(key, to: &result)
      }
      return
    }
    append(value, as: text, to: &result)
  }

  /// Appends a line by the rule for names. Most have a known name and no parameters.
  static func append(naming place: LinePlace, of component: Component, to result: inout [UInt8]) {
    let id = place.id
    guard id != .malformed, id != .other, !place.hasParameters else {
      return append(component.property(at: place), .name, to: &result)
    }
    result.append(addingCapacity: 64) { output in
      output.append(id.shortName)
      output.append(repeating: 0, count: 2)
    }
    append(component.property(at: place).value, as: PropertyDefaults.text(of: id), to: &result)
  }

  /// Appends a value by the rule for names.
  private static func append(
    _ value: ArraySlice<UInt8>, as text: PropertyDefaults.Text, to result: inout [UInt8]
  ) {
    switch text {
    case .none: result += value
    case .single: TextValue.append(decoding: value, to: &result)
    case .list: appendTexts(value, to: &result)
    }
  }

  /// Name and parameters, and how the value is to be read.
  @discardableResult @inline(__always)
  private static func appendHead(
    _ property: Property, _ rule: Rule, as read: ValueKind? = nil, to result: inout [UInt8]
  ) -> (text: PropertyDefaults.Text, kind: ValueKind) {
    let id = property.id
    appendName(property, id, to: &result)
    result.append(0)
    let defaults = PropertyDefaults.of(id)
    guard property.hasParameters else {
      result.append(0)
      return (defaults.text, defaults.kind)
    }
    let value = property.value
    let parameters = CanonicalParameters(property.unfolded.dropLast(value.count + 1))
    switch rule {
    case .name: return (parameters.append(to: &result, naming: id, defaults: defaults), defaults.kind)
    case .meaning:
      let kind = parameters.append(
        to: &result, meaning: id, defaults: defaults, kind: read ?? defaults.kind, value: value)
      return (defaults.text, kind)
    }
  }

  @inline(__always)
  private static func appendName(_ property: Property, _ id: PropertyID, to result: inout [UInt8]) {
    if id != .other {
      result += id.name.utf8
      return
    }
    let start = result.count
    for byte in property.bytes {
      if byte == 0x3A || byte == 0x3B { return }
      if byte == 0x0D || byte == 0x0A { break }
      result.append(byte.upper)
    }
    // The name itself is folded, which is legal and rare.
    result.removeSubrange(start...)
    result += property.name.utf8
  }

  /// Several TEXT values, decoded but for commas and backslashes, so that bare commas are the separators.
  private static func appendTexts(_ value: ArraySlice<UInt8>, to result: inout [UInt8]) {
    guard value.contains(0x5C) else {
      result += value
      return
    }
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      index += 1
      guard byte == 0x5C else {
        result.append(byte)
        continue
      }
      let escaped = index < value.endIndex ? value[index] : 0
      switch escaped {
      case 0x6E, 0x4E: result.append(0x0A)
      case 0x3B: result.append(escaped)
      case 0x2C, 0x5C: result += [0x5C, escaped]
      default:
        result += [0x5C, 0x5C]
        continue
      }
      index += 1
    }
  }
}

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
