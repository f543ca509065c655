internal import ICalendar
internal import ListoModel

/// The lines in `properties` from which a typed key takes its value (``ReminderWalk``), and the values that
/// the keys have by them.
struct KeyedLines {
  /// The keys by the elements of `properties` that are their lines.
  private var lines: [ReminderKey: [Int]] = [:]
  /// The object of the lines alone: most keys are the same without it.
  private var object: JSONNode?

  /// - Parameter properties: the place of `properties`.
  /// - Returns: nil if no typed key has a line there.
  init?(_ json: JSONContent, _ properties: Int) {
    guard json.kind(properties) == .array else { return nil }
    for element in json.elements(properties) {
      if let key = Self.key(json, element) { lines[key, default: []].append(element) }
    }
    if lines.isEmpty { return nil }
  }

  /// The object that Listo writes of the lines alone.
  private func object(of json: JSONContent) -> JSONNode? {
    var parsing = JCalParsing()
    let elements = lines.values.joined().sorted()
    var reminder = ComponentText.reminder(line: json.line(elements[0]), room: 590)
    for element in elements { parsing.add(json, element, to: &reminder) }
    return Component(FinishedComponent(reminder, isVerbatim: true).bytes).flatMap(Self.object)
  }

  /// The object that Listo writes of a reminder.
  private static func object(of component: Component) -> JSONNode? {
    let source = Source(identifier: "", title: "", kind: .folder)
    var place = ReminderPlace(.none, source: source, list: ModelIdentifier.Name(""), listTitle: "")
    var walk = ReminderWalk(carryingZones: false)
    var bytes: [UInt8] = []
    bytes.append(inRoomOf: component.byteCount * 2 + place.headCount + 1024) { output in
      walk.take(component)
      place.write(component, "", with: &walk, to: &output)
    }
    return JSONNode(whole: bytes + [0x7D])
  }

  /// The typed key whose line an element is. Of RELATED-TO, only a parent has one.
  private static func key(_ json: JSONContent, _ element: Int) -> ReminderKey? {
    let first = element + 1
    guard json.kind(element) == .array, json.count(element) > 1, json.kind(first) == .string else {
      return nil
    }
    let id = PropertyID(nameBytes: json.bytes(first))
    if id == .relatedTo {
      let members = json.behind(first)
      guard json.kind(members) == .object else { return nil }
      for (name, value) in json.members(members) where json.text(name).uppercased() == "RELTYPE" {
        guard json.kind(value) == .string, json.text(value).uppercased() == "PARENT" else { return nil }
      }
    }
    return ReminderKey(id)
  }

  /// The keys that have lines, in their order.
  var keys: [ReminderKey] { lines.keys.sorted { $0.rawValue < $1.rawValue } }

  /// A key has the value that its lines give it.
  ///
  /// - Parameter zone: the place of the value of the key of its zone.
  mutating func say(_ key: ReminderKey, _ json: JSONContent, _ value: Int, zone: Int?) -> Bool {
    if isSameText(key, json, value, zone: zone) { return true }
    if object == nil { object = object(of: json) }
    guard let (document, object) = object?.place else { return false }
    func isSame(_ key: ReminderKey, _ place: Int?) -> Bool {
      var own: Int?
      for member in document.members(object) where document.isText(member.key, key.name) {
        own = member.value
      }
      guard let own, let place else { return own == nil && place == nil }
      return json.isSame(place, as: own, of: document.content)
    }
    return isSame(key, value) && key.zone.map { isSame($0, zone) } ?? true
  }

  /// A key and its first line have the same JSON value, and the same zone.
  private func isSameText(_ key: ReminderKey, _ json: JSONContent, _ value: Int, zone: Int?) -> Bool {
    guard key != .tags, let element = lines[key]?.first, json.count(element) == 4 else { return false }
    let members = json.behind(element + 1)
    let own = json.behind(json.behind(members))
    guard json.kind(own) != .array, json.isSame(value, as: own, of: json) else { return false }
    guard key.zone != nil else { return true }
    let tzid =
      json.kind(members) == .object ? json.members(members).first { json.isText($0.key, "tzid") } : nil
    guard let zone, let tzid else { return zone == nil && tzid == nil }
    return json.isSame(zone, as: tzid.value, of: json)
  }

  /// The elements that a key with another value replaces: all lines of tags, which are one set, else the
  /// first.
  func places(of key: ReminderKey) -> [Int] {
    let places = lines[key] ?? []
    return key == .tags ? places : Array(places.prefix(1))
  }
}
