internal import ICalendar

/// xCal (RFC 6321) and jCal say the same in two syntaxes: what is here turns properties and components of one into
/// the other, so that names, types and values have one place (``JCalParsing``). ``XCalText`` is the way back.
enum XCal {
  static let namespace = "urn:ietf:params:xml:ns:icalendar-2.0"

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
