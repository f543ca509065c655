internal import ICalendar
internal import ListoModel

/// A task of Taskwarrior's JSON (taskwarrior.org/docs/design/task) as it is read: where the values of its
/// attributes stand.
struct TaskwarriorTask: Sendable {
  /// The value of an attribute that no field means.
  enum Value: Sendable, Hashable {
    case text(String)
    case texts([String])
    /// JSON of another kind, as it is written.
    case json(String)
  }

  /// Where the entry and the text of an annotation stand.
  struct Annotation: Sendable {
    var entry: Int?
    var text: Int
  }

  /// A value that its attribute cannot have.
  struct Misfit: Sendable, Hashable {
    let name: String
    /// The kind that it has, and the kind that was wanted: `a number where a text must be`.
    let problem: String
    /// As it is written.
    let json: String
  }

  let json: JSONContent
  private let object: Int
  /// Where the value of each attribute stands that is known.
  private var places = InlineArray<64, UInt32>(repeating: 0)
  /// A bit for each that has a value which it can have.
  private var present: UInt64 = 0
  private(set) var annotations: [Annotation] = []
  /// Those that are not known, in their order, and where their keys stand.
  private var others = NamedValues<Value>()
  private var otherKeys: [Int] = []
  /// The values of the wrong type; of a list its wrong elements.
  private(set) var misfits: [Misfit] = []

  @inline(__always)
  func has(_ attribute: TaskwarriorAttribute) -> Bool { present & Self.bit(attribute) != 0 }

  /// About as many bytes as the object takes.
  var room: Int { json.extent(object) }

  /// Only a task has one of its attributes.
  var isTask: Bool { present & Self.ofTasks != 0 }

  /// The beginning of a JSON text is that of a task: it has one of Taskwarrior's statuses, and `entry`, which
  /// each export has, or hardly any other attributes.
  static func isOne(_ outline: JSONOutline) -> Bool {
    guard outline.has("uuid"), let status = outline.keys["status"], statuses.contains(status) else {
      return false
    }
    if outline.has("entry"), outline.has("description") { return true }
    return JSONOutline.areMostKnown(outline.keys.keys) { TaskwarriorAttribute(Array($0.utf8)) != nil }
  }

  private static let statuses: Set<String> = ["pending", "waiting", "completed", "deleted", "recurring"]

  private static func bit(_ attribute: TaskwarriorAttribute) -> UInt64 { 1 << UInt64(attribute.rawValue) }

  private static func bits(_ isAmong: (TaskwarriorAttribute) -> Bool) -> UInt64 {
    TaskwarriorAttribute.allCases.reduce(0) { isAmong($1) ? $0 | bit($1) : $0 }
  }

  private static let ofTasks = bits(\.isOfTasks)
  private static let listos = bits(\.isListos)

  // MARK: Values

  /// Where the text of an attribute stands; nil where it has none.
  @inline(__always)
  func place(_ attribute: TaskwarriorAttribute) -> Int? {
    guard has(attribute) else { return nil }
    let place = Int(places[Int(attribute.rawValue)])
    return json.kind(place) == .string ? place : nil
  }

  func text(_ attribute: TaskwarriorAttribute) -> String? { place(attribute).map { json.text($0) } }

  /// Calls a closure with the bytes in which a text stands, and where it stands there; nil where there is
  /// none.
  @inline(__always)
  func withText<Result>(
    _ attribute: TaskwarriorAttribute, _ body: (Span<UInt8>, Range<Int>) -> Result?
  ) -> Result? {
    guard let place = place(attribute) else { return nil }
    return json.withBytes(place, body)
  }

  /// It has this text.
  func says(_ attribute: TaskwarriorAttribute, _ text: String) -> Bool {
    place(attribute).map { json.isText($0, text) } ?? false
  }

  /// Both have the same text, or none.
  func areSame(_ attribute: TaskwarriorAttribute, _ other: TaskwarriorAttribute) -> Bool {
    guard let other = place(other) else { return place(attribute) == nil }
    return withText(attribute) { json.isText(other, $0, $1) } ?? false
  }

  /// Where the elements of an array stand that are texts.
  func elements(_ attribute: TaskwarriorAttribute) -> [Int] {
    guard has(attribute) else { return [] }
    let place = Int(places[Int(attribute.rawValue)])
    guard json.kind(place) == .array else { return [] }
    return json.elements(place).filter { json.kind($0) == .string }
  }

  func texts(_ attribute: TaskwarriorAttribute) -> [String] {
    // Before 2.6 `depends` was one text.
    guard let text = text(attribute) else { return elements(attribute).map { json.text($0) } }
    return text.split(separator: ",").map { String($0[...].trimmed()) }
  }

  /// JSON that is no text, as it is written.
  func value(_ attribute: TaskwarriorAttribute) -> Value? {
    guard has(attribute) else { return nil }
    return Self.any(JSONNode(JSONDocument(json), Int(places[Int(attribute.rawValue)])))
  }

  /// Calls a closure with each attribute, in the order of the object, that Listo does not add and that is not
  /// left out, and with those that are not known.
  func forEach(leavingOut isLeftOut: (TaskwarriorAttribute) -> Bool, _ body: (String, Value) -> Void) {
    var wanted: UInt64 = 0
    if present & ~Self.listos != 0 {
      for attribute in TaskwarriorAttribute.allCases where present & ~Self.listos & Self.bit(attribute) != 0 {
        if !isLeftOut(attribute) { wanted |= Self.bit(attribute) }
      }
    }
    guard wanted != 0 || !otherKeys.isEmpty else { return }
    var other = 0
    for (key, _) in json.members(object) {
      if let attribute = json.value(ofKey: key, in: TaskwarriorAttribute.table) {
        guard wanted & Self.bit(attribute) != 0 else { continue }
        wanted &= ~Self.bit(attribute)
        if let value = extra(attribute) { body(attribute.name, value) }
      } else if other < otherKeys.count, otherKeys[other] == key {
        if let value = others[place: other] { body(others.names[other], value) }
        other += 1
      }
    }
  }

  private func extra(_ attribute: TaskwarriorAttribute) -> Value? {
    guard attribute == .annotations else { return value(attribute) }
    return .texts(annotations.map { $0.entry.map { json.text($0) } ?? "" })
  }

  // MARK: Reading

  /// - Parameter node: an object.
  init(_ node: JSONNode) {
    let (document, object) = node.place
    (json, self.object) = (document.content, object)
    guard json.kind(object) == .object else { return }
    for (key, place) in json.members(object) where !json.isNothing(place) {
      guard let attribute = json.value(ofKey: key, in: TaskwarriorAttribute.table) else {
        takeOther(key, JSONNode(document, place))
        continue
      }
      let isThere: Bool
      if json.kind(place) == .string, attribute != .annotations {
        // An empty one says nothing.
        isThere = json.size(place) > 0
      } else {
        isThere = take(attribute, JSONNode(document, place))
      }
      guard isThere else { continue }
      places[Int(attribute.rawValue)] = UInt32(truncatingIfNeeded: place)
      present |= Self.bit(attribute)
    }
  }

  /// Takes a value that is no text.
  ///
  /// - Returns: false for one that says nothing.
  private mutating func take(_ attribute: TaskwarriorAttribute, _ value: JSONNode) -> Bool {
    switch attribute.type {
    case .text:
      misfit(attribute.name, value, "a text")
      return false
    case .texts: return takeTexts(attribute, value)
    case .annotations: return takeAnnotations(attribute, value)
    case .any: return Self.any(value) != nil
    }
  }

  private mutating func takeOther(_ key: Int, _ value: JSONNode) {
    let name = json.text(key)
    if name.hasPrefix(TaskwarriorAttribute.prefix), value.string == nil {
      misfit(name, value, "a text")
    } else if let value = Self.any(value) {
      if others.place(of: name) == nil { otherKeys.append(key) }
      others[name] = value
    }
  }

  private mutating func misfit(_ name: String, _ value: JSONNode, _ wanted: String) {
    misfits.append(
      Misfit(name: name, problem: "\(value.kind) instead of \(wanted)", json: Self.text(of: value)))
  }

  /// Of an attribute that may hold whatever JSON does; nil for what says nothing.
  private static func any(_ value: JSONNode) -> Value? {
    if let text = value.string { return text.isEmpty ? nil : .text(text) }
    let texts = value.elements?.compactMap(\.string)
    guard let texts, texts.count == value.elements?.count else { return .json(text(of: value)) }
    return texts.isEmpty ? nil : .texts(texts)
  }

  private mutating func takeTexts(_ attribute: TaskwarriorAttribute, _ value: JSONNode) -> Bool {
    let place = value.place.place
    guard json.kind(place) == .array else {
      misfit(attribute.name, value, "an array of texts")
      return false
    }
    var hasTexts = false
    for element in json.elements(place) {
      if json.kind(element) == .string {
        hasTexts = true
      } else {
        misfit(attribute.name, JSONNode(value.place.document, element), "a text")
      }
    }
    return hasTexts
  }

  private mutating func takeAnnotations(_ attribute: TaskwarriorAttribute, _ value: JSONNode) -> Bool {
    let (document, place) = value.place
    guard json.kind(place) == .array else {
      misfit(attribute.name, value, "an array of annotations")
      return false
    }
    annotations.reserveCapacity(json.count(place))
    for element in json.elements(place) {
      let (annotation, isWhole) = annotation(element)
      if let annotation { annotations.append(annotation) }
      if !isWhole { misfit(attribute.name, JSONNode(document, element), Self.annotation) }
    }
    return !annotations.isEmpty
  }

  private static let annotation = "an entry and a description"

  /// - Returns: nil for what has no text, and that something else stands there.
  private func annotation(_ place: Int) -> (Annotation?, isWhole: Bool) {
    guard json.kind(place) == .object else { return (nil, false) }
    var (entry, text, isWhole) = (nil as Int?, nil as Int?, true)
    for (key, value) in json.members(place) {
      if json.isText(key, "entry"), json.kind(value) == .string {
        entry = value
      } else if json.isText(key, "description"), json.kind(value) == .string {
        text = value
      } else {
        isWhole = false
      }
    }
    return (text.map { Annotation(entry: entry, text: $0) }, isWhole && text != nil)
  }

  private static func text(of node: JSONNode) -> String {
    var json = JSONText()
    json.node(node)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
