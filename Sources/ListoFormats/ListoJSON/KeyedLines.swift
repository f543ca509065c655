internal import ICalendar
internal import ListoModel

/// The lines in `properties` from which a typed key takes its value (``ReminderWalk``), and the values that the keys have by them.
struct KeyedLines {
  /// The keys by the elements of `properties` that are their lines.
  private var lines: [ReminderKey: [Int]] = [:]
  /// The object of the lines alone.
  private let object: JSONNode

  /// - Parameter properties: the place of `properties`.
  /// - Returns: nil if no typed key has a line there.
  init?(_ json: JSONContent, _ properties: Int) {
    guard json.kind(properties) == .array else { return nil }
    for element in json.elements(properties) {
      if let key = Self.key(json, element) { lines[key, default: []].append(element) }
    }
    guard !lines.isEmpty else { return nil }
    var parsing = JCalParsing()
    var reminder = ComponentText.reminder(line: json.line(properties), room: 590)
    for element in lines.values.joined().sorted() { parsing.add(json, element, to: &reminder) }
    let finished = FinishedComponent(reminder, isVerbatim: true)
    guard let component = Component(finished.bytes), let object = Self.object(of: component) else {
      return nil
    }
    self.object = object
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
  func say(_ key: ReminderKey, _ json: JSONContent, _ value: Int, zone: Int?) -> Bool {
    let (document, object) = self.object.place
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

  /// The elements that a key with another value replaces: all lines of tags, which are one set, else the first.
  func places(of key: ReminderKey) -> [Int] {
    let places = lines[key] ?? []
    return key == .tags ? places : Array(places.prefix(1))
  }
}
