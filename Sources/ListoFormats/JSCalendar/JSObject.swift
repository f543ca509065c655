internal import ICalendar
internal import Listo

/// A JSON object that is being built, its keys in the order in which they came.
struct JSObject: Sendable {
  private(set) var members: [JSONNode.Member] = []

  init(_ type: String? = nil) {
    if let type { self["@type"] = .text(type) }
  }

  init(_ node: JSONNode) { members = node.members ?? [] }

  var isEmpty: Bool { members.isEmpty }
  var node: JSONNode { JSONNode(content: .object(members), line: 0) }

  subscript(key: String) -> JSONNode? {
    get { members.first { $0.key == key }?.value }
    set {
      let index = members.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index] = JSONNode.Member(key: key, value: value)
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(JSONNode.Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Puts these keys first, in this order, and leaves the others as they came.
  mutating func order(by keys: [String]) {
    let ranks = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    members = members.enumerated().sorted { left, right in
      (ranks[left.element.key] ?? keys.count, left.offset) < (
        ranks[right.element.key] ?? keys.count, right.offset
      )
    }.map(\.element)
  }

  /// Sets the value at a pointer such as `links/1/title`, making the objects on the way (RFC 8984 §1.4.9).
  mutating func set(_ value: JSONNode?, at pointer: [String]) {
    guard let first = pointer.first else { return }
    guard pointer.count > 1 else { return self[first] = value }
    guard value != nil || self[first] != nil else { return }
    var inner = self[first].map { JSObject($0) } ?? JSObject()
    inner.set(value, at: Array(pointer.dropFirst()))
    self[first] = inner.node
  }

  /// The parts of a JSON pointer (RFC 6901 §3, without the slash in front).
  static func pointer(_ text: String) -> [String] {
    text.split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// A part of a pointer.
  static func escaped(_ part: String) -> String {
    part.replacing("~", with: "~0").replacing("/", with: "~1")
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
      left.count == right.count
        && left.allSatisfy { member in other[member.key].map(member.value.isSame) ?? false }
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.string(let left), .string(let right)): left == right
    case (.number(let left), .number(let right)): left == right || Double(left) == Double(right)
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }

  /// What one property is in jCal.
  init?(jCal property: Property) {
    var json = JSONText()
    JCal.write(property, to: &json)
    self.init(json: json.bytes)
  }

  /// What one component is in jCal.
  init?(jCal component: Component) {
    var json = JSONText()
    var unparsed: [ArraySlice<UInt8>] = []
    JCal.write(component, to: &json, unparsed: &unparsed)
    self.init(json: json.bytes)
  }

  /// The one value of a JSON text.
  init?(json bytes: [UInt8]) {
    var feed = TextFeed(bytes)
    var reader = JSONReader(&feed)
    guard let token = try? reader.next(), let node = try? reader.node(token) else { return nil }
    self = node
  }
}

extension JSONText {
  /// Appends a value, without white space.
  mutating func node(_ node: JSONNode) {
    switch node.content {
    case .object(let members):
      raw("{")
      for (index, member) in members.enumerated() {
        if index > 0 { raw(",") }
        string(member.key)
        raw(":")
        self.node(member.value)
      }
      raw("}")
    case .array(let elements): array(elements) { $0.node($1) }
    case .string(let text): string(text)
    case .number(let text): raw(text)
    case .bool(let value): raw(value ? "true" : "false")
    case .null, .omitted: raw("null")
    }
  }
}

/// Times of a JSCalendar object: local times that share one zone (RFC 8984 §4.7.1).
enum JSTime {
  static func text(_ local: LocalDateTime) -> String { local.description }

  /// A local time as the standard writes it; a fraction of a second is dropped.
  static func local(_ text: String) -> LocalDateTime? {
    LocalDateTime(iso: Moment.withoutFraction(text).text)
  }

  /// `Etc/UTC` and its other names.
  static func isUTC(_ zone: String) -> Bool {
    ["Etc/UTC", "UTC", "Etc/UCT", "Etc/Zulu", "Zulu"].contains(zone)
  }

  static func zone(_ name: String) -> Zone? { isUTC(name) ? .utc : Zone.resolve(tzid: name)?.zone }

  /// The name that tzdata has for a TZID; nil for one that it does not know.
  static func name(_ tzid: String) -> String? {
    guard let resolution = Zone.resolve(tzid: tzid) else { return nil }
    return resolution.origin == .system ? tzid : resolution.zone.name
  }

  /// Seconds as a duration (RFC 8984 §1.4.6), days only where there is no time.
  static func duration(seconds: Int64) -> String {
    let size = abs(seconds)
    let sign = seconds < 0 ? "-" : ""
    let (hours, minutes, rest) = (size / 3600, size / 60 % 60, size % 60)
    if size == 0 { return "PT0S" }
    return sign + "PT" + (hours > 0 ? "\(hours)H" : "") + (minutes > 0 ? "\(minutes)M" : "")
      + (rest > 0 ? "\(rest)S" : "")
  }
}
