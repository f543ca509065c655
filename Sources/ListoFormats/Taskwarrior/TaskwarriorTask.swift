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

  /// Calls a closure with each attribute in its order, but for those that Listo adds, and those that are left out.
  func forEach(leavingOut isLeftOut: (TaskwarriorAttribute) -> Bool, _ body: (String, Value) -> Void) {
    var other = 0
    for attribute in order {
      if let attribute {
        if !attribute.isListos, !isLeftOut(attribute), let value = self[attribute] {
          body(attribute.name, value)
        }
      } else {
        if let value = others[place: other] { body(others.names[other], value) }
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
    let json = document.content
    guard json.kind(place) == .object else { return }
    order.reserveCapacity(json.count(place))
    values.reserveCapacity(json.count(place))
    for (key, place) in json.members(place) where !json.isNothing(place) {
      guard let attribute = json.value(ofKey: key, in: TaskwarriorAttribute.table) else {
        takeOther(json.text(key), JSONNode(document, place))
        continue
      }
      if json.kind(place) == .string, attribute != .annotations {
        // Before 2.6 `depends` was one text. An empty one says nothing.
        if json.size(place) > 0 { self[attribute] = .text(json.text(place)) }
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
    annotations.reserveCapacity(elements.count)
    for element in elements {
      let (document, place) = element.place
      let json = document.content
      guard json.kind(place) == .object else {
        misfit(attribute.name, element, Self.annotation)
        continue
      }
      var (entry, text, isWhole) = (nil as String?, nil as String?, true)
      for (key, value) in json.members(place) {
        if json.isText(key, "entry"), json.kind(value) == .string {
          entry = json.text(value)
        } else if json.isText(key, "description"), json.kind(value) == .string {
          text = json.text(value)
        } else {
          isWhole = false
        }
      }
      if let text { annotations.append(Annotation(entry: entry ?? "", text: text)) }
      if text == nil || !isWhole {
        misfit(attribute.name, element, Self.annotation)
      }
    }
    if !annotations.isEmpty { self[attribute] = .annotations(annotations) }
  }

  private static let annotation = "an entry and a description, both texts,"

  private static func text(of node: JSONNode) -> String {
    var json = JSONText()
    json.node(node)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
