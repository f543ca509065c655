internal import ICalendar

/// xCal (RFC 6321) and jCal say the same in two syntaxes: what is here turns properties and components of one into
/// the other, so that names, types and values have one place (``JCal``, ``JCalParsing``).
enum XCal {
  static let namespace = "urn:ietf:params:xml:ns:icalendar-2.0"

  // MARK: Writing

  /// What has no place, by its name.
  struct Refusal {
    let name: String
  }

  /// Appends a component, `["vtodo",[properties],[components]]`.
  static func write(component node: JSONNode, to xml: inout XMLText, refused: inout [Refusal]) {
    guard let parts = node.elements, parts.count == 3, let name = parts[0].string else { return }
    guard XMLText.isName(name) else { return refused.append(Refusal(name: name.uppercased())) }
    xml.open(name)
    write(properties: parts[1].elements ?? [], to: &xml, refused: &refused)
    if let components = parts[2].elements, !components.isEmpty {
      xml.open("components")
      for component in components { write(component: component, to: &xml, refused: &refused) }
      xml.close("components")
    }
    xml.close(name)
  }

  static func write(properties: [JSONNode], to xml: inout XMLText, refused: inout [Refusal]) {
    guard !properties.isEmpty else { return }
    xml.open("properties")
    for property in properties { write(property: property, to: &xml, refused: &refused) }
    xml.close("properties")
  }

  private static func write(property node: JSONNode, to xml: inout XMLText, refused: inout [Refusal]) {
    guard let parts = node.elements, parts.count >= 4, let name = parts[0].string,
      var parameters = parts[1].members, var type = parts[2].string
    else { return }
    guard XMLText.isName(name) else { return refused.append(Refusal(name: name.uppercased())) }
    // An element's name says the type: what cannot be one stays a parameter.
    if !XMLText.isName(type) {
      parameters.append(JSONNode.Member(key: "value", value: parts[2]))
      type = "unknown"
    }
    xml.open(name)
    write(parameters: parameters, of: name, to: &xml, refused: &refused)
    switch (name, type, parts[3].elements) {
    case ("geo", "float", let pair?) where pair.count == 2:
      xml.element("latitude", word(pair[0]))
      xml.element("longitude", word(pair[1]))
    case ("request-status", "text", let pieces?):
      for (index, piece) in pieces.enumerated() {
        xml.element(index == 0 ? "code" : index == 1 ? "description" : "data", word(piece))
      }
    default:
      for value in parts[3...] { write(value: value, type, to: &xml) }
    }
    xml.close(name)
  }

  private static func write(value: JSONNode, _ type: String, to xml: inout XMLText) {
    xml.open(type)
    switch value.content {
    case .object(let members):
      for member in members where XMLText.isName(member.key) {
        for element in member.value.elements ?? [member.value] { xml.element(member.key, word(element)) }
      }
    case .array(let halves) where type == "period" && halves.count == 2:
      xml.element("start", word(halves[0]))
      let end = word(halves[1])
      xml.element(end.contains("P") ? "duration" : "end", end)
    default: xml.text(word(value))
    }
    xml.close(type)
  }

  private static func write(
    parameters: [JSONNode.Member], of property: String, to xml: inout XMLText, refused: inout [Refusal]
  ) {
    let known = parameters.filter { XMLText.isName($0.key) }
    for parameter in parameters where !XMLText.isName(parameter.key) {
      refused.append(Refusal(name: "\(property.uppercased());\(parameter.key.uppercased())"))
    }
    guard !known.isEmpty else { return }
    xml.open("parameters")
    for parameter in known {
      xml.open(parameter.key)
      for value in parameter.value.elements ?? [parameter.value] {
        xml.element(parameterTypes[parameter.key] ?? "unknown", word(value))
      }
      xml.close(parameter.key)
    }
    xml.close("parameters")
  }

  /// RFC 6321 §3.5, and what came after it.
  private static let parameterTypes: [String: String] = [
    "altrep": "uri", "cn": "text", "cutype": "text", "delegated-from": "cal-address",
    "delegated-to": "cal-address",
    "derived": "boolean", "dir": "uri", "display": "text", "email": "text", "encoding": "text",
    "fbtype": "text",
    "feature": "text", "fmttype": "text", "label": "text", "language": "text", "linkrel": "text",
    "member": "cal-address", "order": "integer", "partstat": "text", "range": "text", "related": "text",
    "reltype": "text", "role": "text", "rsvp": "boolean", "schema": "uri", "sent-by": "cal-address",
    "tzid": "text",
  ]

  private static func word(_ node: JSONNode) -> String {
    switch node.content {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    default: ""
    }
  }

  // MARK: Reading

  /// A component as jCal.
  static func component(_ element: XMLNode) -> JSONNode {
    let properties = element["properties"]?.children.map(property) ?? []
    let components = element["components"]?.children.map(component) ?? []
    return array(
      [text(element.name, element), array(properties, element), array(components, element)], element)
  }

  /// A property as jCal.
  static func property(_ element: XMLNode) -> JSONNode {
    let parameters = element["parameters"]?.children.map { parameter in
      let values =
        parameter.children.isEmpty ? [text(parameter.word, parameter)] : parameter.children.map(scalar)
      return JSONNode.Member(
        key: parameter.name, value: values.count == 1 ? values[0] : array(values, parameter))
    }
    var values = element.children.filter { $0.name != "parameters" }
    var type = values.first?.name ?? "unknown"
    var nodes: [JSONNode]
    switch type {
    case "latitude", "longitude":
      let order = ["latitude", "longitude"]
      values = order.compactMap { name in values.first { $0.name == name } }
      (type, nodes) = ("float", [array(values.map(scalar), element)])
    case "code":
      (type, nodes) = ("text", [array(values.map(scalar), element)])
    default:
      nodes = values.map { value($0, type) }
    }
    // An element without a value element holds raw text.
    if nodes.isEmpty { nodes = [text(element.word, element)] }
    return array(
      [
        text(element.name, element), JSONNode(content: .object(parameters ?? []), line: element.line),
        text(type, element),
      ]
        + nodes, element)
  }

  private static func value(_ element: XMLNode, _ type: String) -> JSONNode {
    switch type {
    case "recur":
      var members: [JSONNode.Member] = []
      for part in element.children {
        if let index = members.firstIndex(where: { $0.key == part.name }) {
          let known = members[index].value
          members[index] = JSONNode.Member(
            key: part.name, value: array((known.elements ?? [known]) + [scalar(part)], part))
        } else {
          members.append(JSONNode.Member(key: part.name, value: scalar(part)))
        }
      }
      return members.isEmpty ? scalar(element) : JSONNode(content: .object(members), line: element.line)
    case "period" where !element.children.isEmpty: return array(element.children.map(scalar), element)
    case "boolean":
      let word = element.word
      guard word == "true" || word == "false" else { return text(word, element) }
      return JSONNode(content: .bool(word == "true"), line: element.line)
    default: return scalar(element)
    }
  }

  /// The text of an element as it is: white space in TEXT counts.
  private static func scalar(_ element: XMLNode) -> JSONNode {
    switch element.name {
    case "text", "unknown", "code", "description", "data":
      text(String(decoding: element.text, as: UTF8.self), element)
    default: text(element.word, element)
    }
  }

  private static func text(_ text: String, _ element: XMLNode) -> JSONNode {
    JSONNode(content: .string(text), line: element.line)
  }

  private static func array(_ nodes: [JSONNode], _ element: XMLNode) -> JSONNode {
    JSONNode(content: .array(nodes), line: element.line)
  }
}
