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

  private var values = NamedValues<Value>()
  /// What was read and is of the wrong type; of a list its wrong elements.
  private(set) var misfits: [Misfit] = []

  init() { values.reserve(24) }

  subscript(name: String) -> Value? {
    get { values[name] }
    set { values[name] = newValue }
  }

  var names: some Sequence<String> { values.members.lazy.map(\.name) }

  func text(_ name: String) -> String? {
    guard case .text(let text)? = values[name] else { return nil }
    return text
  }

  func texts(_ name: String) -> [String] {
    switch values[name] {
    case .texts(let texts)?: texts
    // Before 2.6 `depends` was one text.
    case .text(let text)?: text.split(separator: ",").map { String($0[...].trimmed()) }
    default: []
    }
  }

  var annotations: [Annotation] {
    guard case .annotations(let annotations)? = values["annotations"] else { return [] }
    return annotations
  }

  /// Sets a text; an empty one, which 2.6.2 crashes on in places and drops in others, is not written.
  mutating func set(_ name: String, _ text: String?) {
    if let text, !text.isEmpty { self[name] = .text(text) }
  }

  /// - Parameter node: an object.
  init(_ node: JSONNode) {
    let members = node.members ?? []
    values.reserve(members.count)
    for member in members {
      let (name, value) = (member.key, member.value)
      if value.isNull || value.isOmitted { continue }
      switch TaskwarriorName.type(of: name) {
      case .text:
        if let text = value.string { set(name, text) } else { misfit(name, value, "a text") }
      case .texts: takeTexts(name, value)
      case .annotations: takeAnnotations(name, value)
      case .any: take(name, value)
      }
    }
  }

  private mutating func misfit(_ name: String, _ value: JSONNode, _ wanted: String) {
    misfits.append(
      Misfit(name: name, problem: "\(value.kind) where \(wanted) must be", json: Self.text(of: value)))
  }

  /// An attribute that may hold whatever JSON does.
  private mutating func take(_ name: String, _ value: JSONNode) {
    if let text = value.string { return set(name, text) }
    let texts = value.elements?.compactMap(\.string)
    if let texts, texts.count == value.elements?.count {
      if !texts.isEmpty { self[name] = .texts(texts) }
    } else {
      self[name] = .json(Self.text(of: value))
    }
  }

  private mutating func takeTexts(_ name: String, _ value: JSONNode) {
    // Before 2.6 `depends` was one text.
    if let text = value.string { return set(name, text) }
    guard let elements = value.elements else { return misfit(name, value, "an array of texts") }
    for element in elements where element.string == nil { misfit(name, element, "a text") }
    let texts = elements.compactMap(\.string)
    if !texts.isEmpty { self[name] = .texts(texts) }
  }

  private mutating func takeAnnotations(_ name: String, _ value: JSONNode) {
    guard let elements = value.elements else { return misfit(name, value, "an array of annotations") }
    var annotations: [Annotation] = []
    for element in elements {
      let (entry, text) = (element["entry"], element["description"]?.string)
      if let text { annotations.append(Annotation(entry: entry?.string ?? "", text: text)) }
      let isWhole = (element.members ?? []).allSatisfy { $0.key == "entry" || $0.key == "description" }
      if text == nil || !isWhole || (entry != nil && entry?.string == nil) {
        misfit(name, element, "an entry and a description, both texts,")
      }
    }
    if !annotations.isEmpty { self[name] = .annotations(annotations) }
  }

  private static func text(of node: JSONNode) -> String {
    var json = JSONText()
    json.node(node)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// The attributes by their names, Taskwarrior's own and those that Listo adds (UDAs).
enum TaskwarriorName {
  static let prefix = "listo_"

  /// The attribute that holds a field exactly, where Taskwarrior's own cannot: `listo_due`.
  static func exact(_ id: FieldID) -> String { exactNames[id.position] }
  private static let exactNames = FieldID.allCases.map { prefix + $0.rawValue.replacing("-", with: "_") }

  /// The UTC time that was written for a field whose zone `listo_due` names: what the zone means is not known wherever it is read,
  /// and the next tzdata may mean another.
  static func written(_ id: FieldID) -> String { writtenNames[id.position] }
  private static let writtenNames = exactNames.map { $0 + "_utc" }

  /// The UIDs of what it depends on.
  static let depends = prefix + "depends"
  /// Fields that are not there though Taskwarrior wants their attribute.
  static let absent = prefix + "absent"
  /// Content lines whose value a field has, for their parameters.
  static let lines = prefix + "lines"
  /// Content lines and components that no attribute holds.
  static let rest = prefix + "rest"
  /// The uuid that `listo_uid` goes with, where it does not follow from it.
  static let uuid = prefix + "uuid"

  /// Fields that have no attribute of Taskwarrior's.
  static let own: [FieldID] = [
    .location, .url, .recurrence, .parent, .percent, .order, .sequence, .geo, .classification, .stamp,
    .recurrenceID,
  ]

  /// Every attribute that Listo adds, with what it holds, for `task rc.uda.NAME.type=string`.
  static let all: Set<String> = Set(
    (own + [.uid, .title, .status, .due, .start, .completed, .created, .modified, .tags, .notes, .priority])
      .map(exact) + TaskwarriorDates.all.map { written($0.value) } + [depends, absent, lines, rest, uuid])

  /// It is one of these. Most names are known for others by their beginning, without a hash.
  static func isListos(_ name: String) -> Bool { name.hasPrefix(prefix) && all.contains(name) }

  /// What JSON an attribute's value must be.
  enum ValueType {
    case text, texts, annotations, any
  }

  static func type(of name: String) -> ValueType {
    switch name {
    case "uuid", "description", "status", "project", "priority", "start", "wait", "until", "recur", "parent":
      .text
    case "tags", "depends": .texts
    case "annotations": .annotations
    default: TaskwarriorDates.all.contains { $0.key == name } || name.hasPrefix(prefix) ? .text : .any
    }
  }
}
