package import ICalendar
package import ListoModel

/// Writes JSCalendar: a Group for each calendar, and where there are several an array around them.
///
/// VTODOs are Tasks, VEVENTs Events; all other components, time zones among them, ride along in the group's
/// `iCalendar`. A changed occurrence becomes a patch of the object that recurs where it can, else an object
/// of its own. What recurs, and what is neither task nor event, is held in memory until its calendar closes.
package struct JSCalendarWriter: StagedFormatWriter {
  package var losses: Losses
  private var isStream = false
  private var current: Survey.Calendar?
  private var hasCalendar = false
  private var hasEntry = false
  /// The group without its entries.
  private var group = JSObject()
  private var components: [JSONNode] = []
  /// The objects that recur, by UID, and the changed occurrences, in their order.
  private var recurring: [Recurring] = []
  private var places: [UID: Int] = [:]
  private var occurrences: [JSONNode] = []
  private var object: JSCalendarObject
  /// The calendar of the component that was made last, and what it says of each entry.
  private var entered: Survey.Calendar?
  private var method: [UInt8]?
  /// Where ``object`` writes.
  private var scratch: [UInt8] = []

  /// - Parameter isBis: the shape of the second version.
  package init(isBis: Bool = false, losses: Losses = Losses()) {
    self.losses = losses
    object = JSCalendarObject(isBis: isBis)
  }

  /// Commas stand between elements.
  package var needsCalendars: Bool { true }

  package mutating func begin(_ output: inout [UInt8]) { begin(calendars: 2, &output) }

  package mutating func begin(calendars: Int, _ output: inout [UInt8]) {
    isStream = calendars != 1
    if isStream { output.append(0x5B) }
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    closeCurrent(&output)
    if hasCalendar { output += ",\n".utf8 }
    (current, hasCalendar, hasEntry) = (calendar, true, false)
    let facts = object.write(calendar.properties, to: &scratch)
    group = JSONNode(whole: scratch).map { JSObject($0) } ?? JSObject()
    components = []
    (recurring, places, occurrences) = ([], [:], [])
    count(facts.unreadable, "VCALENDAR", nil, calendar)
    var head = group
    head["iCalendar"] = nil
    var json = JSONText()
    json.node(head.node)
    // The object stays open for its entries.
    json.bytes.removeLast()
    output += json.bytes
    output += ",\"entries\":[".utf8
  }

  /// An object that recurs, as long as changed occurrences may follow.
  private enum Recurring {
    case object(JSObject)
    /// As it is written: few have such an occurrence.
    case written([UInt8])

    var object: JSObject {
      switch self {
      case .object(let object): object
      case .written(let bytes): JSONNode(whole: bytes).map { JSObject($0) } ?? JSObject()
      }
    }
  }

  /// The JSON of a component, made by itself.
  package struct Entry: Sendable {
    fileprivate enum Kind {
      /// An object that stands for itself, as it is written.
      case alone([UInt8])
      /// One that recurs, whose changed occurrences may follow, as it is written, and its UID.
      case recurring([UInt8], uid: String?)
      case occurrence(JSONNode)
      /// Neither task nor event.
      case other(JSONNode?)
    }

    fileprivate let kind: Kind
    fileprivate init(_ kind: Kind) { self.kind = kind }
  }

  package mutating func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> Entry {
    losses.add(encodingOf: component, in: calendar.context)
    guard component.kind == .vtodo || component.kind == .vevent else {
      return Entry(.other(JSONNode(jCal: component)))
    }
    if entered !== calendar {
      entered = calendar
      var json = JSONText()
      if let method = Self.method(of: calendar) { json.string(method.lowercased()) }
      method = json.bytes.isEmpty ? nil : json.bytes
    }
    let facts = object.write(component, method: method, to: &scratch)
    if facts.unreadable > 0 {
      count(facts.unreadable, component.name, component.first(.uid)?.rawText, calendar)
    }
    if facts.isOccurrence, let node = JSONNode(whole: scratch) { return Entry(.occurrence(node)) }
    // Of its own size: the room for it is larger.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scratch.count)
    bytes += scratch
    return Entry(facts.isRecurring ? .recurring(bytes, uid: facts.uid) : .alone(bytes))
  }

  package mutating func place(_ made: Entry, in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    // Components outside of a VCALENDAR are a calendar that nothing opens.
    if current !== calendar { open(calendar, &output) }
    switch made.kind {
    case .alone(let bytes): write(bytes, &output)
    case .recurring(let bytes, let uid): hold(bytes, uid)
    case .occurrence(let node): occurrences.append(node)
    case .other(let node): if let node { components.append(node) }
    }
  }

  private mutating func hold(_ object: [UInt8], _ uid: String?) {
    // Of two with one UID, occurrences are the first one's.
    if let uid, places[UID(uid)] == nil { places[UID(uid)] = recurring.count }
    recurring.append(.written(object))
  }

  /// METHOD, which each entry has (the draft on METHOD), where it is written as the standards do.
  private static func method(of calendar: Survey.Calendar?) -> String? {
    guard let property = calendar?.context.first(.method), property.parameters.isEmpty else { return nil }
    let text = property.rawText
    let isUsual = !text.isEmpty && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }
    return isUsual ? text : nil
  }

  private mutating func write(_ entry: JSONNode, _ output: inout [UInt8]) {
    var json = JSONText()
    json.node(entry)
    write(json.bytes, &output)
  }

  private mutating func write(_ entry: [UInt8], _ output: inout [UInt8]) {
    output += (hasEntry ? ",\n" : "\n").utf8
    hasEntry = true
    output += entry
  }

  private mutating func count(_ lines: Int, _ name: String, _ uid: String?, _ calendar: Survey.Calendar) {
    for _ in 0..<lines {
      losses.add(Losses.Entry(kind: "unreadable line", file: calendar.context.file, uid: uid, name: name))
    }
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.addPassage(item, of: calendar)
  }

  package mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8]) { closeCurrent(&output) }

  private mutating func closeCurrent(_ output: inout [UInt8]) {
    guard current != nil else { return }
    let method = Self.method(of: current)
    current = nil
    var alone: [JSONNode] = []
    var masters: [Int: JSPatch.Master] = [:]
    for occurrence in occurrences {
      let place = occurrence["uid"]?.string.flatMap { places[UID($0)] }
      guard let place, override(place, occurrence, &masters) else {
        alone.append(occurrence)
        continue
      }
    }
    for object in recurring {
      switch object {
      case .object(let object): write(object.node, &output)
      case .written(let bytes): write(bytes, &output)
      }
    }
    for entry in alone { write(entry, &output) }
    output += (hasEntry ? "\n]" : "]").utf8
    writeRest(withMethod: method == nil || !hasEntry, &output)
    output.append(0x7D)
    (components, recurring, places, occurrences) = ([], [], [:], [])
  }

  /// Puts an occurrence into what recurs; false where it must stand by itself.
  private mutating func override(
    _ place: Int, _ occurrence: JSONNode, _ masters: inout [Int: JSPatch.Master]
  ) -> Bool {
    var object = recurring[place].object
    // Nothing else holds it, so that it is changed in its place.
    recurring[place] = .written([])
    defer { recurring[place] = .object(object) }
    if masters[place] == nil { masters[place] = JSPatch.Master(object.node) }
    guard let patch = masters[place]?.patch(occurrence), !object.has("recurrenceOverrides", patch.key) else {
      return false
    }
    object.set(patch.value, at: ["recurrenceOverrides", patch.key])
    return true
  }

  /// The group's `iCalendar`, with the components that are neither task nor event.
  private mutating func writeRest(withMethod: Bool, _ output: inout [UInt8]) {
    var rest = group["iCalendar"].map { JSObject($0) } ?? JSObject()
    if !withMethod {
      let others = (rest["properties"]?.elements ?? []).filter { $0.elements?.first?.string != "method" }
      rest["properties"] = others.isEmpty ? nil : .array(others)
      if rest.members.count == 1, components.isEmpty { rest = JSObject() }
    }
    if !components.isEmpty {
      if rest.isEmpty { rest["name"] = .text("vcalendar") }
      rest["components"] = .array(components)
    }
    guard !rest.isEmpty else { return }
    var json = JSONText()
    json.raw(",\n\"iCalendar\":")
    json.node(rest.node)
    output += json.bytes
  }

  package mutating func end(_ output: inout [UInt8]) {
    closeCurrent(&output)
    output += (isStream ? "]\n" : "\n").utf8
  }
}
