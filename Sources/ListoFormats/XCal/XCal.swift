internal import ICalendar

/// xCal (RFC 6321) and jCal say the same in two syntaxes: what is here turns elements of one into values of the other, so that names, types
/// and values have one place (``JCalParsing``). ``XCalElements`` is the way back.
struct XCal {
  static let namespace = "urn:ietf:params:xml:ns:icalendar-2.0"

  private typealias Element = XMLDocument.Element

  private let xml: XMLDocument
  private var json: JSONDocument.Draft

  private init(_ xml: XMLDocument) {
    (self.xml, json) = (xml, JSONDocument.Draft())
    // Each counts.
    json.mayRepeat = true
  }

  /// A component as jCal.
  static func component(_ xml: XMLDocument) -> JSONNode {
    var made = XCal(xml)
    made.component(.root)
    return JSONNode(made.json.finish())
  }

  /// A property as jCal.
  static func property(_ xml: XMLDocument) -> JSONNode {
    var made = XCal(xml)
    made.property(.root)
    return JSONNode(made.json.finish())
  }

  private mutating func component(_ element: Element) {
    let line = xml.line(element)
    json.begin(.array, line: line)
    text(xml.name(element).utf8, element)
    json.begin(.array, line: line)
    if let properties = xml.child("properties", of: element) {
      for property in xml.children(properties) { self.property(property) }
    }
    json.end()
    json.begin(.array, line: line)
    if let components = xml.child("components", of: element) {
      for component in xml.children(components) { self.component(component) }
    }
    json.end()
    json.end()
  }

  private mutating func property(_ element: Element) {
    let line = xml.line(element)
    json.begin(.array, line: line)
    text(xml.name(element).utf8, element)
    json.begin(.object, line: line)
    if let parameters = xml.child("parameters", of: element) {
      for parameter in xml.children(parameters) { self.parameter(parameter) }
    }
    json.end()
    let values = xml.children(element).filter { xml.name($0) != "parameters" }
    let type = values.first.map { xml.name($0) } ?? "unknown"
    switch type {
    case "latitude", "longitude":
      text("float".utf8, element)
      array(["latitude", "longitude"].compactMap { name in values.first { xml.name($0) == name } }, element)
    case "code":
      text("text".utf8, element)
      array(values, element)
    default:
      text(type.utf8, element)
      for value in values { self.value(value, type) }
      // An element without a value element holds raw text.
      if values.isEmpty { text(xml.word(element), element) }
    }
    json.end()
  }

  private mutating func parameter(_ element: Element) {
    json.append(.key, xml.name(element).utf8, line: xml.line(element))
    let values = Array(xml.children(element))
    switch values.count {
    case 0: text(xml.word(element), element)
    case 1: scalar(values[0])
    default: array(values, element)
    }
  }

  private mutating func value(_ element: Element, _ type: String) {
    switch type {
    case "recur": rule(element)
    case "period":
      let halves = Array(xml.children(element))
      if halves.isEmpty { scalar(element) } else { array(halves, element) }
    case "boolean":
      let word = xml.word(element)
      if word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) {
        json.value(word.count == 4 ? .yes : .no, from: json.texts.count, line: xml.line(element))
      } else {
        text(word, element)
      }
    default: scalar(element)
    }
  }

  /// The parts of a rule, of which one that stands several times is one with several values.
  private mutating func rule(_ element: Element) {
    var parts: [(name: String, values: [Element])] = []
    for part in xml.children(element) {
      let name = xml.name(part)
      if let known = parts.firstIndex(where: { $0.name == name }) {
        parts[known].values.append(part)
      } else {
        parts.append((name, [part]))
      }
    }
    guard !parts.isEmpty else { return scalar(element) }
    json.begin(.object, line: xml.line(element))
    for (name, values) in parts {
      json.append(.key, name.utf8, line: xml.line(values[0]))
      if values.count == 1 { scalar(values[0]) } else { array(values, values[values.count - 1]) }
    }
    json.end()
  }

  /// The text of an element as it is: white space in TEXT counts.
  private mutating func scalar(_ element: Element) {
    switch xml.name(element) {
    case "text", "unknown", "code", "description", "data": text(xml.text(element), element)
    default: text(xml.word(element), element)
    }
  }

  private mutating func text(_ text: some Sequence<UInt8>, _ element: Element) {
    json.append(.string, text, line: xml.line(element))
  }

  private mutating func array(_ elements: [Element], _ holder: Element) {
    json.begin(.array, line: xml.line(holder))
    for element in elements { scalar(element) }
    json.end()
  }
}
