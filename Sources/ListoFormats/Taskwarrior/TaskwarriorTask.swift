internal import ICalendar
internal import ListoModel

/// A task of Taskwarrior's JSON (taskwarrior.org/docs/design/task) as it is read: its attributes in their order.
struct TaskwarriorTask: Sendable {
  enum Value: Sendable, Hashable {
    case text(String)
    case texts([String])
    case annotations([Annotation])
    /// JSON of another kind, as it is written.
    case json(String)
  }

  struct Annotation: Sendable, Hashable {
    var entry: String
    var text: String
  }

  /// A value that its attribute cannot have.
  struct Misfit: Sendable, Hashable {
    let name: String
    /// What it is, and what was wanted: `a number where a text must be`.
    let problem: String
    /// As it is written.
    let json: String
  }

  /// The attributes in their order; nil for one that is not known.
  private var order: [TaskwarriorAttribute?] = []
  private var values: [Value?] = []
  /// Of each that is known the place of its value and one more; 0 where it is not there.
  private var places = InlineArray<64, UInt8>(repeating: 0)
  /// Those that are not known, in their order.
  private var others = NamedValues<Value>()
  /// What was read and is of the wrong type; of a list its wrong elements.
  private(set) var misfits: [Misfit] = []

  subscript(attribute: TaskwarriorAttribute) -> Value? {
    get {
      let place = Int(places[Int(attribute.rawValue)])
      return place == 0 ? nil : values[place - 1]
    }
    set {
      let place = Int(places[Int(attribute.rawValue)])
      if place > 0 {
        values[place - 1] = newValue
      } else if let newValue {
        order.append(attribute)
        values.append(newValue)
        places[Int(attribute.rawValue)] = UInt8(truncatingIfNeeded: values.count)
      }
    }
  }

  /// Only a task has one of its attributes.
  var isTask: Bool { order.contains { $0?.isOfTasks == true } }

  /// Calls a closure with each attribute in its order, but for those that Listo adds.
  func forEach(_ body: (TaskwarriorAttribute?, String, Value) -> Void) {
    var other = 0
    for attribute in order {
      if let attribute {
        if !attribute.isListos, let value = self[attribute] { body(attribute, attribute.name, value) }
      } else {
        if let value = others[place: other] { body(nil, others.names[other], value) }
        other += 1
      }
    }
  }

  func text(_ attribute: TaskwarriorAttribute) -> String? {
    guard case .text(let text)? = self[attribute] else { return nil }
    return text
  }

  func texts(_ attribute: TaskwarriorAttribute) -> [String] {
    switch self[attribute] {
    case .texts(let texts)?: texts
    // Before 2.6 `depends` was one text.
    case .text(let text)?: text.split(separator: ",").map { String($0[...].trimmed()) }
    default: []
    }
  }

  var annotations: [Annotation] {
    guard case .annotations(let annotations)? = self[.annotations] else { return [] }
    return annotations
  }

  /// - Parameter node: an object.
  init(_ node: JSONNode) {
    let (document, place) = node.place
    guard document.kind(place) == .object else { return }
    order.reserveCapacity(document.count(place))
    values.reserveCapacity(document.count(place))
    for (key, place) in document.members(place) {
      let kind = document.kind(place)
      if kind == .null || kind == .omitted { continue }
      let name = document.bytes(key)
      guard let attribute = TaskwarriorAttribute(name) else {
        takeOther(document.text(key), JSONNode(document, place))
        continue
      }
      if kind == .string, attribute != .annotations {
        // Before 2.6 `depends` was one text. An empty one says nothing.
        if !document.bytes(place).isEmpty { self[attribute] = .text(document.text(place)) }
      } else {
        take(attribute, JSONNode(document, place))
      }
    }
  }

  /// Takes a value that is no text.
  private mutating func take(_ attribute: TaskwarriorAttribute, _ value: JSONNode) {
    switch attribute.type {
    case .text: misfit(attribute.name, value, "a text")
    case .texts: takeTexts(attribute, value)
    case .annotations: takeAnnotations(attribute, value)
    case .any: self[attribute] = Self.any(value)
    }
  }

  private mutating func takeOther(_ name: String, _ value: JSONNode) {
    if name.hasPrefix(TaskwarriorAttribute.prefix), value.string == nil {
      misfit(name, value, "a text")
    } else if let value = Self.any(value) {
      if others.place(of: name) == nil { order.append(nil) }
      others[name] = value
    }
  }

  private mutating func misfit(_ name: String, _ value: JSONNode, _ wanted: String) {
    misfits.append(
      Misfit(name: name, problem: "\(value.kind) where \(wanted) must be", json: Self.text(of: value)))
  }

  /// Of an attribute that may hold whatever JSON does; nil for what says nothing.
  private static func any(_ value: JSONNode) -> Value? {
    if let text = value.string { return text.isEmpty ? nil : .text(text) }
    let texts = value.elements?.compactMap(\.string)
    guard let texts, texts.count == value.elements?.count else { return .json(text(of: value)) }
    return texts.isEmpty ? nil : .texts(texts)
  }

  private mutating func takeTexts(_ attribute: TaskwarriorAttribute, _ value: JSONNode) {
    guard let elements = value.elements else {
      return misfit(attribute.name, value, "an array of texts")
    }
    for element in elements where element.string == nil { misfit(attribute.name, element, "a text") }
    let texts = elements.compactMap(\.string)
    if !texts.isEmpty { self[attribute] = .texts(texts) }
  }

  private mutating func takeAnnotations(_ attribute: TaskwarriorAttribute, _ value: JSONNode) {
    guard let elements = value.elements else {
      return misfit(attribute.name, value, "an array of annotations")
    }
    var annotations: [Annotation] = []
    for element in elements {
      let (entry, text) = (element["entry"], element["description"]?.string)
      if let text { annotations.append(Annotation(entry: entry?.string ?? "", text: text)) }
      let isWhole = (element.members ?? []).allSatisfy { $0.key == "entry" || $0.key == "description" }
      if text == nil || !isWhole || (entry != nil && entry?.string == nil) {
        misfit(attribute.name, element, "an entry and a description, both texts,")
      }
    }
    if !annotations.isEmpty { self[attribute] = .annotations(annotations) }
  }

  private static func text(of node: JSONNode) -> String {
    var json = JSONText()
    json.node(node)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
