internal import ICalendar
internal import ListoModel

/// A JSON object that is being built, its keys in the order in which they came.
///
/// Looking a key up and setting one is O(1), in objects that stand in it too: these stay open until ``node``
/// is asked for.
struct JSObject: Sendable {
  fileprivate enum Value: Sendable {
    case node(JSONNode)
    case object(JSObject)

    var node: JSONNode {
      switch self {
      case .node(let node): node
      case .object(let object): object.node
      }
    }
  }

  fileprivate private(set) var values: NamedValues<Value>

  init(_ type: String? = nil) {
    values = NamedValues()
    if let type { self["@type"] = .text(type) }
  }

  init(_ node: JSONNode) {
    let members = node.members ?? []
    values = NamedValues(reserving: members.count)
    for member in members { values.append(member.key, .node(member.value)) }
  }

  var isEmpty: Bool { values.isEmpty }
  var node: JSONNode { JSONNode(content: .object(members), line: 0) }

  /// - Complexity: linear in all that stands in it.
  var members: [JSONNode.Member] {
    values.members.map { JSONNode.Member(key: $0.name, value: $0.value.node) }
  }

  /// - Complexity: O(1) to look up and to set; what was set within an object there is put together when it is
  ///   asked for.
  subscript(key: String) -> JSONNode? {
    get { values[key]?.node }
    set { values[key] = newValue.map(Value.node) }
  }

  /// Puts the keys that have a rank first, in its order, and leaves the others as they came.
  mutating func order(by ranks: KeyTable<Int>) {
    var order: [(rank: Int, place: Int)] = []
    order.reserveCapacity(values.count)
    var isOrdered = values.count == values.indices.count
    for place in values.indices where values[place: place] != nil {
      let rank = ranks[values.names[place].utf8] ?? Int.max
      if let last = order.last, last.rank > rank { isOrdered = false }
      order.append((rank, place))
    }
    guard !isOrdered else { return }
    order.sort(by: <)
    var ordered = NamedValues<Value>(reserving: order.count)
    for (_, place) in order {
      if let value = values[place: place] { ordered.append(values.names[place], value) }
    }
    values = ordered
  }

  // MARK: What stands deeper

  /// Something stands at a pointer such as `links/1`. What is looked into stays open, as where something is
  /// set in it.
  ///
  /// - Complexity: O(1), but for the first time within an object that came as a whole.
  mutating func has(_ pointer: String...) -> Bool { has(pointer[...]) }

  private mutating func has(_ pointer: ArraySlice<String>) -> Bool {
    guard let first = pointer.first else { return true }
    guard let value = values[first] else { return false }
    guard pointer.count > 1 else { return true }
    switch value {
    case .object: break
    case .node(let node) where node.members != nil: break
    case .node: return false
    }
    var inner = take(first)
    defer { values[first] = .object(inner) }
    return inner.has(pointer.dropFirst())
  }

  /// Sets the value at a pointer such as `links/1/title`, making the objects on the way (RFC 8984 §1.4.9).
  ///
  /// - Complexity: O(1), but for the first time within an object that came as a whole.
  mutating func set(_ value: JSONNode?, at pointer: [String]) { set(value, at: pointer[...]) }

  private mutating func set(_ value: JSONNode?, at pointer: ArraySlice<String>) {
    guard let first = pointer.first else { return }
    guard pointer.count > 1 else { return self[first] = value }
    guard value != nil || values.place(of: first) != nil else { return }
    var inner = take(first)
    inner.set(value, at: pointer.dropFirst())
    values[first] = .object(inner)
  }

  /// The object under a key, which is empty until another is set there: so that it is changed in its place,
  /// and not copied.
  private mutating func take(_ key: String) -> JSObject {
    guard let place = values.place(of: key), let value = values[place: place] else { return JSObject() }
    values.replace(at: place, with: .node(.null))
    return switch value {
    case .object(let object): object
    case .node(let node): JSObject(node)
    }
  }

  /// The parts of a JSON pointer (RFC 6901 §3, without the slash in front).
  static func pointer(_ text: String) -> [String] {
    text.split(separator: "/", omittingEmptySubsequences: false).map {
      $0.utf8.contains(0x7E) ? String($0).replacing("~1", with: "/").replacing("~0", with: "~") : String($0)
    }
  }

  /// A part of a pointer.
  static func escaped(_ part: String) -> String {
    guard part.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return part }
    var path: [UInt8] = []
    JSPointer.append(Array(part.utf8)[...], to: &path)
    return String(decoding: path, as: UTF8.self)
  }
}

extension JSONNode {
  static func text(_ text: String) -> JSONNode { JSONNode(content: .string(text), line: 0) }
  static func number(_ number: Int) -> JSONNode { JSONNode(content: .number(String(number)), line: 0) }
  static func bool(_ value: Bool) -> JSONNode { JSONNode(content: .bool(value), line: 0) }
  static func array(_ elements: [JSONNode]) -> JSONNode { JSONNode(content: .array(elements), line: 0) }
  static let null = JSONNode(content: .null, line: 0)

  /// `{"a":true,"b":true}`
  static func set(_ words: [String]) -> JSONNode {
    var object = JSObject()
    for word in words { object[word] = .bool(true) }
    return object.node
  }

  /// The words of a set.
  var words: [String]? {
    members.map { members in members.filter { $0.value.bool ?? false }.map(\.key) }
  }

  /// The same JSON, whatever the order of keys.
  func isSame(as other: JSONNode) -> Bool {
    switch (content, other.content) {
    case (.object(let left), .object(let right)):
      Self.areSame(left, right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.string(let left), .string(let right)): left == right
    case (.number(let left), .number(let right)): left == right || Double(left) == Double(right)
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }

  private static func areSame(_ left: [Member], _ right: [Member]) -> Bool {
    guard left.count == right.count else { return false }
    // Nearly always they stand in the same order.
    if zip(left, right).allSatisfy({ $0.key == $1.key }) {
      return zip(left, right).allSatisfy { $0.value.isSame(as: $1.value) }
    }
    let others = Dictionary(right.map { ($0.key, $0.value) }) { first, _ in first }
    return left.allSatisfy { member in others[member.key].map(member.value.isSame) ?? false }
  }

  /// The jCal of one property; nil for a line that is none.
  init?(jCal property: Property) {
    guard property.id != .malformed else { return nil }
    var jCal = JCalDocument(parts: 8, texts: 64)
    JCal.write(property, to: &jCal)
    self.init(jCal.draft.finish())
  }

  /// The jCal of one component.
  init(jCal component: Component) {
    var jCal = JCalDocument(parts: 64, texts: 256)
    var unparsed: [ArraySlice<UInt8>] = []
    JCal.write(component, to: &jCal, unparsed: &unparsed)
    self.init(jCal.draft.finish())
  }
}

extension JSONText {
  /// Appends an object that is being built, as its node is written.
  mutating func object(_ object: JSObject) {
    self.object(object.values.members) { json, member in
      json.string(member.name)
      json.bytes.append(0x3A)
      switch member.value {
      case .node(let node): json.node(node)
      case .object(let object): json.object(object)
      }
    }
  }
}
