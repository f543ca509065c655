internal import ICalendar

/// The destination of components and properties as jCal (RFC 7265) has them, piece by piece: JSON, or the XML
/// of xCal (RFC 6321), which says the same. Which pieces there are is decided once, in ``JCal`` and
/// ``JCalValue``.
protocol JCalSink {
  /// Parameters as they are written.
  associatedtype Parameters: Sendable

  /// - Parameter parameters: each name once.
  static func made(of parameters: [Parameter]) -> Parameters

  // MARK: Components

  mutating func begin(component name: String)
  /// Its components begin.
  mutating func beginComponents(_ count: Int)
  mutating func component(_ index: Int, _ body: (inout Self) -> Void)
  mutating func end(component name: String, _ components: Int)

  // MARK: Properties

  mutating func beginProperties()
  /// The next property of a component.
  mutating func property(_ index: Int, _ body: (inout Self) -> Void)
  mutating func endProperties(_ count: Int)

  /// A property without parameters and folds, by the place of its value; false, and nothing is written, where
  /// it is to be written piece by piece.
  mutating func plain(_ id: PropertyID, _ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool

  mutating func begin(_ id: PropertyID)
  /// - Parameter name: of a property that has no id, in lower case.
  mutating func begin(name: String)
  /// - Parameter parameters: nil for none.
  mutating func parameters(_ parameters: Parameters?)
  mutating func type(_ type: JCalType)
  /// - Parameter word: a type that no standard has, in lower case.
  mutating func type(word: String)
  mutating func end()

  // MARK: Values

  /// The next value of the property.
  mutating func value(_ index: Int, _ body: (inout Self) -> Void)
  /// A value of several parts, or a rule of several members.
  mutating func structure(_ structure: JCalStructure, _ body: (inout Self) -> Void)
  /// The next part of one.
  mutating func part(_ index: Int, _ name: StaticString, _ body: (inout Self) -> Void)
  /// The next member of a rule.
  mutating func member(
    _ index: Int, _ name: String, _ elements: [ArraySlice<UInt8>],
    _ body: (inout Self, ArraySlice<UInt8>) -> Void)

  /// The text of a TEXT value (RFC 5545 §3.3.11).
  mutating func text(_ value: ArraySlice<UInt8>)
  /// Bytes as they are.
  mutating func string(_ value: ArraySlice<UInt8>)
  mutating func moment(_ moment: Moment)
  mutating func moment(_ moment: DigitMoment)
  /// A number or a truth value.
  mutating func literal(_ value: some Collection<UInt8>)
}

/// A value that is not one text or number.
enum JCalStructure {
  /// REQUEST-STATUS, GEO, a period of time, a rule.
  case status, position, period, rule
}

extension JCalSink {
  mutating func plain(_ id: PropertyID, _ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool { false }
}

extension JSONText: JCalSink {
  mutating func begin(component name: String) {
    raw("[")
    string(name)
    bytes.append(0x2C)
  }

  mutating func beginComponents(_ count: Int) { raw(",[") }

  mutating func component(_ index: Int, _ body: (inout JSONText) -> Void) { next(index, body) }

  mutating func end(component name: String, _ components: Int) { raw("]]") }

  mutating func beginProperties() { bytes.append(0x5B) }

  mutating func property(_ index: Int, _ body: (inout JSONText) -> Void) { next(index, body) }

  mutating func endProperties(_ count: Int) { bytes.append(0x5D) }

  mutating func plain(_ id: PropertyID, _ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    // Room is made for the worst that a value can become.
    guard id != .other, value.count <= 1 << 12 else { return false }
    let start = self.bytes.count
    var isWritten = false
    self.bytes.append(addingCapacity: 6 * value.count + 64) { output in
      isWritten = JCal.write(id, Self.plainHeads, bytes, value, to: &output) && !output.isFull
    }
    if !isWritten { self.bytes.removeLast(self.bytes.count - start) }
    return isWritten
  }

  private static let plainHeads = JCal.plainHeads.map { ShortText($0) }

  mutating func begin(_ id: PropertyID) { raw(Self.heads[Int(id.rawValue)]) }

  /// `["due",` by id.
  private static let heads: [[UInt8]] = PropertyID.allCases.map {
    Array("[\"\($0.name.lowercased())\",".utf8)
  }

  mutating func begin(name: String) {
    bytes.append(0x5B)
    string(name)
    bytes.append(0x2C)
  }

  /// - Returns: an object, with a comma behind it.
  static func made(of parameters: [Parameter]) -> [UInt8] {
    var json = JSONText()
    json.object(parameters) { json, parameter in
      json.string(parameter.name.lowercased())
      json.bytes.append(0x3A)
      let values = parameter.values
      if values.count == 1 { json.string(values[0]) } else { json.array(values) { $0.string($1) } }
    }
    json.bytes.append(0x2C)
    return json.bytes
  }

  mutating func parameters(_ parameters: [UInt8]?) {
    if let parameters { raw(parameters) } else { raw("{},") }
  }

  mutating func type(_ type: JCalType) { raw(type.json) }

  mutating func type(word: String) {
    string(word)
    bytes.append(0x2C)
  }

  mutating func end() { bytes.append(0x5D) }

  mutating func value(_ index: Int, _ body: (inout JSONText) -> Void) { next(index, body) }

  private mutating func next(_ index: Int, _ body: (inout JSONText) -> Void) {
    if index > 0 { bytes.append(0x2C) }
    body(&self)
  }

  mutating func structure(_ structure: JCalStructure, _ body: (inout JSONText) -> Void) {
    bytes.append(structure == .rule ? 0x7B : 0x5B)
    body(&self)
    bytes.append(structure == .rule ? 0x7D : 0x5D)
  }

  mutating func part(_ index: Int, _ name: StaticString, _ body: (inout JSONText) -> Void) {
    next(index, body)
  }

  mutating func member(
    _ index: Int, _ name: String, _ elements: [ArraySlice<UInt8>],
    _ body: (inout JSONText, ArraySlice<UInt8>) -> Void
  ) {
    if index > 0 { bytes.append(0x2C) }
    string(name)
    bytes.append(0x3A)
    if elements.count == 1 { body(&self, elements[0]) } else { array(elements, body) }
  }

  mutating func moment(_ moment: Moment) {
    bytes.append(0x22)
    moment.appendISO(to: &bytes)
    bytes.append(0x22)
  }

  mutating func moment(_ moment: DigitMoment) {
    bytes.append(addingCapacity: 40) { $0.append(moment.quotedISO) }
  }

  mutating func literal(_ value: some Collection<UInt8>) { bytes.append(contentsOf: value) }
}
