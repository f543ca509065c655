internal import ICalendar

/// The elements of components and properties in xCal (RFC 6321), which ``JCal`` writes as it writes jCal.
struct XCalElements: JCalSink {
  /// A part that has no place in xCal, by its name.
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
    xml.open(name)
  }

  mutating func beginComponents(_ count: Int) {
    if count > 0 { xml.open(Self.componentsName) }
  }

  mutating func component(_ index: Int, _ body: (inout XCalElements) -> Void) { body(&self) }

  mutating func end(component name: String, _ count: Int) {
    if count > 0 { xml.close(Self.componentsName) }
    xml.close(name)
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

  /// The element of parameters.
  struct Parameters: Sendable {
    fileprivate let list: [Parameter]
    /// Empty where none has a name that an element can have.
    fileprivate var xml = XMLText()
    /// The names of those that have none.
    fileprivate var refused: [String] = []
  }

  static func made(of parameters: [Parameter]) -> Parameters {
    var made = Parameters(list: parameters)
    for parameter in parameters {
      let name = parameter.name.lowercased()
      guard XMLText.isName(name) else {
        made.refused.append(name.uppercased())
        continue
      }
      if made.xml.bytes.isEmpty { made.xml.open(parametersName) }
      let type = parameterTypes[name] ?? JCalType.unknown.name
      made.xml.open(name)
      for value in parameter.values {
        made.xml.open(type)
        made.xml.text(value.utf8.span, 0..<value.utf8.count)
        made.xml.close(type)
      }
      made.xml.close(name)
    }
    if !made.xml.bytes.isEmpty { made.xml.close(parametersName) }
    return made
  }

  mutating func parameters(_ parameters: Parameters?) { held = parameters }

  /// The parameters, of which there may be one more, which the type is.
  private var held: Parameters?

  mutating func type(_ type: JCalType) {
    self.type = type.name
    writeParameters()
  }

  mutating func type(word: String) {
    // An element's name says the type: what cannot be one stays a parameter.
    if XMLText.isName(word) {
      type = Array(word.utf8)
    } else {
      held = Self.made(of: (held?.list ?? []) + [Parameter(name: "VALUE", values: [word])])
      type = JCalType.unknown.name
    }
    writeParameters()
  }

  private mutating func writeParameters() {
    guard let parameters = held.take() else { return }
    xml.append(parameters.xml)
    for name in parameters.refused {
      let property = String(decoding: property.name, as: UTF8.self)
      refused.append(Refusal(name: "\(property.uppercased());\(name)"))
    }
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
    let bytes = value.span
    guard bytes.isUTF8 else { return repaired(TextValue.decode(value)) }
    var runs = TextRuns(0..<bytes.count)
    while let (run, endsLine) = runs.next(bytes) {
      xml.text(bytes, run)
      if endsLine { xml.bytes.append(0x0A) }
    }
  }

  mutating func string(_ value: ArraySlice<UInt8>) {
    guard value.span.isUTF8 else { return repaired(String(decoding: value, as: UTF8.self)) }
    xml.text(value.span, 0..<value.count)
  }

  /// Appends the text that was decoded from bytes that are not UTF-8.
  private mutating func repaired(_ text: String) {
    replacements += 1
    let bytes = Array(text.utf8)
    xml.text(bytes.span, 0..<bytes.count)
  }

  mutating func moment(_ moment: Moment) { moment.appendISO(to: &xml.bytes) }

  mutating func moment(_ moment: DigitMoment) {
    xml.bytes.append(addingCapacity: 40) { $0.append(moment.iso) }
  }

  mutating func literal(_ value: some Collection<UInt8>) { xml.bytes.append(contentsOf: value) }
}
