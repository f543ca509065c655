internal import ICalendar

/// xCal (RFC 6321) and jCal say the same in two syntaxes: what is here turns elements of one into values of
/// the other, so that names, types and values have one place (``JCalParsing``). ``XCalElements`` is the way
/// back.
///
/// The texts of the document are the source of the value: only what is put together of several is copied.
struct XCal {
  static let namespace = "urn:ietf:params:xml:ns:icalendar-2.0"

  private typealias Element = XMLDocument.Element

  private let xml: XMLDocument
  private var json: JSONDocument.Draft

  private init(_ xml: XMLDocument) {
    self.xml = xml
    // A property has fewer elements and texts in xCal than its array has parts in jCal.
    json = JSONDocument.Draft(source: xml.texts, parts: xml.count * 3 / 2)
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
    text(xml.name(element), element)
    json.begin(.array, line: line)
    if let properties = xml.child("properties", of: element) {
      var next = xml.first(in: properties)
      while let property = next {
        self.property(property)
        next = xml.next(property, in: properties)
      }
    }
    json.end()
    json.begin(.array, line: line)
    if let components = xml.child("components", of: element) {
      var next = xml.first(in: components)
      while let component = next {
        self.component(component)
        next = xml.next(component, in: components)
      }
    }
    json.end()
    json.end()
  }

  private mutating func property(_ element: Element) {
    json.begin(.array, line: xml.line(element))
    text(xml.name(element), element)
    json.begin(.object, line: xml.line(element))
    if let parameters = xml.child("parameters", of: element) {
      var next = xml.first(in: parameters)
      while let parameter = next {
        self.parameter(parameter)
        next = xml.next(parameter, in: parameters)
      }
    }
    json.end()
    let first = value(xml.first(in: element), in: element)
    if let first {
      values(first, of: element)
    } else {
      // An element without a value element holds raw text.
      text(XMLDocument.unknown, element)
      word(element)
    }
    json.end()
  }

  /// An element of a property, or one behind it, that is a value.
  private func value(_ element: Element?, in property: Element) -> Element? {
    var next = element
    while let found = next, xml.isNamed(found, "parameters") { next = xml.next(found, in: property) }
    return next
  }

  /// The type and the values from the first one on.
  private mutating func values(_ first: Element, of element: Element) {
    let kind = kind(first)
    switch kind {
    case .position:
      text(XMLDocument.float, element)
      let values = gathered(first, of: element)
      array(
        ["latitude", "longitude"].compactMap { name in values.first { xml.isNamed($0, name) } }, element)
    case .status:
      text(XMLDocument.text, element)
      array(gathered(first, of: element), element)
    default:
      text(xml.name(first), element)
      var next: Element? = first
      while let found = next {
        value(found, kind)
        next = value(xml.next(found, in: element), in: element)
      }
    }
  }

  private func gathered(_ first: Element, of element: Element) -> [Element] {
    var (result, next) = ([] as [Element], first as Element?)
    while let found = next {
      result.append(found)
      next = value(xml.next(found, in: element), in: element)
    }
    return result
  }

  private mutating func parameter(_ element: Element) {
    json.key(xml.name(element), line: xml.line(element))
    guard let first = xml.first(in: element) else { return word(element) }
    if xml.next(first, in: element) == nil { scalar(first) } else { array(children(element), element) }
  }

  private func children(_ element: Element) -> [Element] {
    var (result, next) = ([] as [Element], xml.first(in: element))
    while let found = next {
      result.append(found)
      next = xml.next(found, in: element)
    }
    return result
  }

  /// The kind of a property's values, by the name of their type.
  private enum Kind { case position, status, rule, period, boolean, scalar }

  private func kind(_ element: Element) -> Kind {
    // Names differ in their length, so that most are looked at once.
    switch xml.name(element).count {
    case 4 where xml.isNamed(element, "code"): .status
    case 5 where xml.isNamed(element, "recur"): .rule
    case 6 where xml.isNamed(element, "period"): .period
    case 7 where xml.isNamed(element, "boolean"): .boolean
    case 8 where xml.isNamed(element, "latitude"): .position
    case 9 where xml.isNamed(element, "longitude"): .position
    default: .scalar
    }
  }

  private mutating func value(_ element: Element, _ kind: Kind) {
    switch kind {
    case .rule: rule(element)
    case .period:
      let halves = children(element)
      if halves.isEmpty { scalar(element) } else { array(halves, element) }
    case .boolean:
      word(element)
      json.makeBoolean()
    default: scalar(element)
    }
  }

  /// The parts of a rule, of which one that stands several times is one with several values.
  private mutating func rule(_ element: Element) {
    var parts: [(name: Range<Int>, values: [Element])] = []
    for part in children(element) {
      let name = xml.name(part)
      if let known = parts.firstIndex(where: { xml.texts[$0.name] == xml.texts[name] }) {
        parts[known].values.append(part)
      } else {
        parts.append((name, [part]))
      }
    }
    guard !parts.isEmpty else { return scalar(element) }
    json.begin(.object, line: xml.line(element))
    for (name, values) in parts {
      json.key(name, line: xml.line(values[0]))
      if values.count == 1 { scalar(values[0]) } else { array(values, values[values.count - 1]) }
    }
    json.end()
  }

  /// The text of an element as it is: white space in TEXT counts.
  private mutating func scalar(_ element: Element) {
    let isVerbatim =
      switch xml.name(element).count {
      case 4: xml.isNamed(element, "text") || xml.isNamed(element, "code") || xml.isNamed(element, "data")
      case 7: xml.isNamed(element, "unknown")
      case 11: xml.isNamed(element, "description")
      default: false
      }
    guard isVerbatim else { return word(element) }
    if let text = xml.text(element) { return self.text(text, element) }
    json.append(.string, xml.joinedText(element), line: xml.line(element))
  }

  /// The text of an element without the white space around it where it stands on lines of its own.
  private mutating func word(_ element: Element) {
    if let text = xml.text(element) { return self.text(xml.texts.span.xmlWord(text), element) }
    let text = xml.joinedText(element)
    json.append(.string, text[text.span.xmlWord(0..<text.count)], line: xml.line(element))
  }

  private mutating func text(_ range: Range<Int>, _ element: Element) {
    json.string(range, line: xml.line(element))
  }

  private mutating func array(_ elements: [Element], _ holder: Element) {
    json.begin(.array, line: xml.line(holder))
    for element in elements { scalar(element) }
    json.end()
  }
}
