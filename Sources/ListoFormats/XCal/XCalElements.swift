internal import ICalendar

/// The elements of components and properties in xCal (RFC 6321), which ``JCal`` writes as it writes jCal.
struct XCalElements: JCalSink {
  /// What has no place, by its name.
  struct Refusal {
    let name: String
  }

  var xml = XMLText()
  private(set) var refused: [Refusal] = []
  /// How many texts held bytes that are not UTF-8.
  private(set) var replacements = 0

  /// The element of the property that is being written.
  private var property = Element()
  /// The element of its values.
  private var type: [UInt8] = []

  private struct Element {
    var name: [UInt8] = []
    /// Where one begins whose name no element can have.
    var mark: Mark?
  }

  private struct Mark {
    let count, replacements, refused: Int
  }

  /// Where what has no name that an element can have is taken out again.
  private var mark: Mark {
    Mark(count: xml.bytes.count, replacements: xml.replacements, refused: refused.count)
  }

  private mutating func refuse(_ name: String, from mark: Mark) {
    xml.removeLast(xml.bytes.count - mark.count, replacements: mark.replacements)
    refused.removeLast(refused.count - mark.refused)
    refused.append(Refusal(name: name.uppercased()))
  }

  // MARK: Components

  private var components: [Mark] = []

  mutating func begin(component name: String) {
    components.append(mark)
    xml.open(Array(name.utf8))
  }

  mutating func beginComponents(_ count: Int) {
    if count > 0 { xml.open(Self.componentsName) }
  }

  mutating func component(_ index: Int, _ body: (inout XCalElements) -> Void) { body(&self) }

  mutating func end(component name: String, _ count: Int) {
    if count > 0 { xml.close(Self.componentsName) }
    xml.close(Array(name.utf8))
    if let mark = components.popLast(), !XMLText.isName(name) { refuse(name, from: mark) }
  }

  private static let componentsName = Array("components".utf8)

  // MARK: Properties

  mutating func beginProperties() {}

  mutating func property(_ index: Int, _ body: (inout XCalElements) -> Void) {
    if index == 0 { xml.open(Self.propertiesName) }
    body(&self)
  }

  mutating func endProperties(_ count: Int) {
    if count > 0 { xml.close(Self.propertiesName) }
  }

  private static let propertiesName = Array("properties".utf8)

  mutating func begin(_ id: PropertyID) {
    property = Element(name: Self.names[Int(id.rawValue)])
    xml.open(property.name)
  }

  /// By id.
  private static let names = PropertyID.allCases.map { Array($0.name.lowercased().utf8) }

  mutating func begin(name: String) {
    property = Element(name: Array(name.utf8), mark: XMLText.isName(name) ? nil : mark)
    xml.open(property.name)
  }

  mutating func parameters(_ parameters: [Parameter]) { held = parameters }

  /// The parameters, of which there may be one more, which the type is.
  private var held: [Parameter] = []

  mutating func type(_ type: JCalType) {
    self.type = type.name
    writeParameters()
  }

  mutating func type(word: String) {
    // An element's name says the type: what cannot be one stays a parameter.
    if XMLText.isName(word) {
      type = Array(word.utf8)
    } else {
      held.append(Parameter(name: "VALUE", values: [word]))
      type = JCalType.unknown.name
    }
    writeParameters()
  }

  private mutating func writeParameters() {
    guard !held.isEmpty else { return }
    var isFirst = true
    for parameter in held {
      let name = parameter.name.lowercased()
      guard XMLText.isName(name) else {
        let property = String(decoding: property.name, as: UTF8.self)
        refused.append(Refusal(name: "\(property.uppercased());\(name.uppercased())"))
        continue
      }
      if isFirst { xml.open(Self.parametersName) }
      isFirst = false
      let bytes = Array(name.utf8)
      let type = Self.parameterTypes[name] ?? JCalType.unknown.name
      xml.open(bytes)
      for value in parameter.values {
        xml.open(type)
        xml.text(Array(value.utf8)[...])
        xml.close(type)
      }
      xml.close(bytes)
    }
    if !isFirst { xml.close(Self.parametersName) }
    held = []
  }

  private static let parametersName = Array("parameters".utf8)

  /// RFC 6321 §3.5, and what came after it.
  private static let parameterTypes: [String: [UInt8]] = [
    "altrep": "uri", "cn": "text", "cutype": "text", "delegated-from": "cal-address",
    "delegated-to": "cal-address",
    "derived": "boolean", "dir": "uri", "display": "text", "email": "text", "encoding": "text",
    "fbtype": "text",
    "feature": "text", "fmttype": "text", "label": "text", "language": "text", "linkrel": "text",
    "member": "cal-address", "order": "integer", "partstat": "text", "range": "text", "related": "text",
    "reltype": "text", "role": "text", "rsvp": "boolean", "schema": "uri", "sent-by": "cal-address",
    "tzid": "text",
  ].mapValues { Array($0.utf8) }

  mutating func end() {
    xml.close(property.name)
    if let mark = property.mark { refuse(String(decoding: property.name, as: UTF8.self), from: mark) }
  }

  // MARK: Values

  mutating func value(_ index: Int, _ body: (inout XCalElements) -> Void) {
    xml.open(type)
    body(&self)
    xml.close(type)
  }

  /// The parts of REQUEST-STATUS and GEO stand in the property itself, others in a value, which is open.
  mutating func structure(_ structure: JCalStructure, _ body: (inout XCalElements) -> Void) { body(&self) }

  mutating func part(_ index: Int, _ name: StaticString, _ body: (inout XCalElements) -> Void) {
    let name = Array("\(name)".utf8)
    xml.open(name)
    body(&self)
    xml.close(name)
  }

  mutating func member(
    _ index: Int, _ name: String, _ elements: [ArraySlice<UInt8>],
    _ body: (inout XCalElements, ArraySlice<UInt8>) -> Void
  ) {
    let mark = mark
    let bytes = Array(name.utf8)
    for element in elements {
      xml.open(bytes)
      body(&self, element)
      xml.close(bytes)
    }
    // Its name cannot be told.
    if !XMLText.isName(name) {
      xml.removeLast(xml.bytes.count - mark.count, replacements: mark.replacements)
    }
  }

  mutating func text(_ value: ArraySlice<UInt8>) {
    if value.contains(0x5C) {
      string(Array(TextValue.decode(value).utf8)[...], isFrom: value)
    } else {
      string(value)
    }
  }

  mutating func string(_ value: ArraySlice<UInt8>) {
    guard Self.isText(value) else {
      replacements += 1
      return xml.text(Array(String(decoding: value, as: UTF8.self).utf8)[...])
    }
    xml.text(value)
  }

  /// What was decoded from bytes, in which faults were repaired.
  private mutating func string(_ text: ArraySlice<UInt8>, isFrom value: ArraySlice<UInt8>) {
    if !Self.isText(value) { replacements += 1 }
    xml.text(text)
  }

  /// UTF-8 without a fault.
  private static func isText(_ value: ArraySlice<UInt8>) -> Bool {
    value.allSatisfy { $0 < 0x80 } || String(validating: value, as: UTF8.self) != nil
  }

  mutating func moment(_ moment: Moment) { moment.appendISO(to: &xml.bytes) }

  mutating func literal(_ value: some Collection<UInt8>) { xml.bytes.append(contentsOf: value) }
}
