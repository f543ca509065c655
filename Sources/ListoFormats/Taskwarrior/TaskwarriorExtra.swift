internal import ICalendar
internal import ListoModel

/// Attributes of Taskwarrior, or of its user, that no property means: `X-TASKWARRIOR;X-NAME=estimate:3h`,
/// both ways.
enum TaskwarriorExtra {
  static let property = "X-TASKWARRIOR"
  private static let json = "X-JSON"

  /// Dates, which must be in full and in range.
  private static let dates = ["wait", "until"]
  /// Attributes of Taskwarrior's own machinery, which make a template of a task, or an instance of one: see
  /// ``TaskwarriorKept``.
  private static let machinery = ["recur", "parent", "mask", "imask", "rtype", "last", "template"]

  /// The uuid that a task had, from a line of ``line(_:_:)``.
  static func uuid(_ property: Property) -> String? {
    guard property.id == .other, property.name == Self.property,
      property.parameters == [Parameter(name: "X-NAME", values: ["uuid"])],
      UUIDText.isUUID(property.text)
    else { return nil }
    return property.text.lowercased()
  }

  /// A content line for an attribute.
  static func line(_ name: String, _ value: TaskwarriorTask.Value) -> [UInt8] {
    var parameters = [Parameter(name: "X-NAME", values: [name])]
    let octets: [UInt8]
    switch value {
    case .text(let text): octets = TextValue.encode(text)
    case .texts(let texts): octets = TextValue.encodeList(texts)
    case .json(let json):
      parameters.append(Parameter(name: "VALUE", values: [Self.json]))
      octets = TextValue.encode(json)
    }
    return ContentLineText.line(property, parameters: parameters, value: octets)
  }

  /// The attribute that such a line was.
  static func kept(_ property: Property) -> (name: String, value: TaskwarriorTask.Value)? {
    guard property.id == .other, property.name == Self.property else { return nil }
    let parameters = property.parameters
    guard let name = parameters.first(where: { $0.name == "X-NAME" })?.value,
      parameters.allSatisfy({ $0.name == "X-NAME" || $0.name == "VALUE" })
    else { return nil }
    let text = property.text
    return text.isEmpty ? nil : (name, parameters.count == 1 ? .text(text) : .json(text))
  }

  /// The attribute that such a line may become again; nil for any other.
  static func attribute(_ property: Property) -> (name: String, value: TaskwarriorTask.Value)? {
    guard property.id == .other, property.name == Self.property else { return nil }
    let parameters = property.parameters
    guard let name = parameters.first(where: { $0.name == "X-NAME" })?.value, isFree(name),
      parameters.allSatisfy({ $0.name == "X-NAME" || $0.name == "VALUE" })
    else { return nil }
    let text = property.text
    guard !text.isEmpty else { return nil }
    if parameters.contains(where: { $0.name == "VALUE" }) {
      // A number is all that comes back as it was; 2.6.2 makes it a text.
      return Double(text) == nil || text.utf8.contains { $0 | 0x20 == 0x6E } ? nil : (name, .json(text))
    }
    if dates.contains(name), TaskwarriorDate.utc(text) == nil { return nil }
    return (name, .text(text))
  }

  /// Neither one of Taskwarrior's that mean something else, nor of Listo's.
  private static func isFree(_ name: String) -> Bool {
    guard !name.isEmpty, !machinery.contains(name), !name.hasPrefix(TaskwarriorAttribute.prefix) else {
      return false
    }
    guard name.utf8.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5F || $0 == 0x2E })
    else {
      return false
    }
    return TaskwarriorAttribute(Array(name.utf8))?.isOfTasks != true
  }
}
