internal import ICalendar

/// The keys of an object that its reader knows.
protocol JSKey: RawRepresentable, Sendable where RawValue == Int {
  /// Fewer than 48.
  static var named: KeyTable<Self> { get }
  /// The first of those of which nothing is kept where no line says them; the others follow it.
  static var firstSilent: Self { get }
}

/// The members of an object that was read, by the places of their values, and which of them no line says yet.
struct JSMembers<Key: JSKey> {
  let json: JSONDocument
  private let object: Int
  private var places = InlineArray<48, UInt32>(repeating: 0)
  /// A bit for each key that is there.
  private var present: UInt64 = 0
  /// The same for each that no line says.
  private var left: UInt64 = 0
  /// It has members of other keys.
  private var hasOthers = false
  /// Keys that were taken and are kept all the same.
  private var late: [Key] = []

  /// - Parameter object: the place of one, else there are no members.
  init(_ json: JSONDocument, _ object: Int) {
    (self.json, self.object) = (json, object)
    guard json.kind(object) == .object else { return }
    for (key, value) in json.members(object) {
      guard let known = Key.named[json.bytes(key)] else {
        hasOthers = true
        continue
      }
      places[known.rawValue] = UInt32(truncatingIfNeeded: value)
      present |= Self.bit(known)
    }
    left = present & (Self.bit(Key.firstSilent) &- 1)
  }

  @inline(__always)
  private static func bit(_ key: Key) -> UInt64 { 1 << UInt64(truncatingIfNeeded: key.rawValue) }

  /// The place of a value; nil where the key is missing.
  @inline(__always)
  subscript(key: Key) -> Int? { present & Self.bit(key) == 0 ? nil : Int(places[key.rawValue]) }

  /// The same where no line says it.
  @inline(__always)
  func left(_ key: Key) -> Int? { left & Self.bit(key) == 0 ? nil : Int(places[key.rawValue]) }

  /// A line says it.
  @inline(__always)
  mutating func take(_ key: Key) { left &= ~Self.bit(key) }

  /// Keeps a member that was taken, or is silent, behind all others.
  mutating func keep(_ key: Key) {
    if self[key] != nil { late.append(key) }
  }

  // MARK: Values

  /// A text.
  func text(_ key: Key) -> ArraySlice<UInt8>? { self[key].flatMap { json.string($0) } }

  /// Takes a member that is a text.
  mutating func takeText(_ key: Key) -> ArraySlice<UInt8>? {
    guard let place = left(key), let text = json.string(place) else { return nil }
    take(key)
    return text
  }

  func isTrue(_ key: Key) -> Bool { self[key].map { json.kind($0) == .yes } ?? false }

  /// The members of an object.
  func members(_ key: Key) -> JSONContent.Members { json.members(ofAny: self[key]) }

  // MARK: What is left

  /// Of some member no line says what it says.
  var hasRest: Bool { left != 0 || hasOthers || !late.isEmpty }

  /// Appends what no line says to a component.
  ///
  /// - Parameter pointer: where the object stands.
  func addRest(to component: inout ComponentText, at pointer: [ArraySlice<UInt8>] = []) {
    guard hasRest else { return }
    for (key, value) in json.members(object) where json.kind(value) != .omitted {
      let name = json.bytes(key)
      if let known = Key.named[name], left & Self.bit(known) == 0 { continue }
      component.addExtension(json, value, at: pointer + [name])
    }
    for key in late {
      guard let value = self[key], json.kind(value) != .omitted else { continue }
      component.addExtension(json, value, at: pointer + [Key.named.name(of: key.rawValue)])
    }
  }
}

extension JSONDocument {
  /// The members of an object, none of any other value.
  func members(ofAny place: Int?) -> JSONContent.Members {
    guard let place, kind(place) == .object else { return .init(parts: [], place: 0, end: 0) }
    return members(place)
  }

  /// The elements of an array, none of any other value.
  func elements(ofAny place: Int?) -> JSONContent.Elements {
    guard let place, kind(place) == .array else { return .init(parts: [], place: 0, end: 0) }
    return elements(place)
  }

  /// The value of a key; nil where it is missing, or this is no object.
  func value(_ key: [UInt8], of object: Int?) -> Int? {
    for (name, value) in members(ofAny: object) where bytes(name).elementsEqual(key) { return value }
    return nil
  }

  /// The words of a set, `{"a":true,"b":true}`; nil for what is no object.
  func words(_ place: Int?) -> [ArraySlice<UInt8>]? {
    guard let place, kind(place) == .object else { return nil }
    var words: [ArraySlice<UInt8>] = []
    for (key, value) in members(place) where kind(value) == .yes { words.append(bytes(key)) }
    return words
  }
}

extension ComponentText {
  /// A member that iCalendar has no property for, with its pointer (JSPROP of the draft).
  mutating func addExtension(_ json: JSONDocument, _ value: Int, at pointer: [ArraySlice<UInt8>]) {
    var (line, path, text) = (Self.extensionHead, [] as [UInt8], JSONText())
    for (index, part) in pointer.enumerated() {
      if index > 0 { path.append(0x2F) }
      JSPointer.append(part, to: &path)
    }
    ParameterValue.append(path[...], to: &line)
    line.append(0x3A)
    let start = line.count
    text.node(JSONNode(json, value))
    TextValue.append(text.bytes[...], to: &line)
    add(line, of: .other, valueFrom: start, said: nil, line: self.line, isRight: true)
  }

  private static let extensionHead = Array("JSPROP;JSPTR=".utf8)
}

/// Pointers within an object (RFC 6901 §3, without the slash in front), in bytes.
enum JSPointer {
  /// Appends a part.
  static func append(_ part: ArraySlice<UInt8>, to path: inout [UInt8]) {
    for byte in part {
      switch byte {
      case 0x7E: path += [0x7E, 0x30]
      case 0x2F: path += [0x7E, 0x31]
      default: path.append(byte)
      }
    }
  }
}
