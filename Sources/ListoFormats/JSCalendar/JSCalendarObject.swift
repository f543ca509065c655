internal import ICalendar
internal import ListoModel

/// Writes a component as a JSCalendar object (draft-ietf-calext-jscalendar-icalendar): a VTODO as a Task, a
/// VEVENT as an Event, the properties of a VCALENDAR as a Group.
///
/// Anything that the object cannot express exactly stays as it is, as jCal, in `iCalendar`: unknown
/// properties, whole properties with parameters that have no place, components. So nothing is lost.
///
/// The members are written one behind the other, each from the places of the lines that say it; such a line
/// is noted, and what is left in the end is the rest. Values are made first only of what few objects have: as
/// trees of values, tasks took four times as long.
struct JSCalendarObject: Sendable {
  /// Which of the two shapes is written.
  let isBis: Bool
  var kind = ComponentKind.vtodo
  var lines = JSLines()
  var table = JSParameterTable()
  var children: [Component] = []
  /// Those that are no member, by their indices.
  var otherChildren: [Int] = []
  /// The object's clock.
  var clock = JSClock()
  /// The language of the title.
  var locale: String?
  /// A changed occurrence is a day.
  var isDayOfRecurrence = false
  var extensions = JSExtensions()
  /// How properties were written that became members, as members of `convertedProperties`, with the indices
  /// of their lines.
  var converted: [(line: Int, json: [UInt8])] = []
  /// The words of a set.
  var words: [Range<Int>] = []
  var facts = Facts()
  var alert = JSAlertWriter()
  /// ``JCal/plainHeads``.
  let heads = JCal.plainHeads.map { ShortText($0) }

  init(isBis: Bool) { self.isBis = isBis }

  /// The facts about a written object that its writer needs.
  struct Facts: Sendable {
    /// The number of lost lines: those that are no property.
    var unreadable = 0
    var isOccurrence = false
    /// Changed occurrences may follow.
    var isRecurring = false
    /// That of what recurs.
    var uid: String?
  }

  var isGroup: Bool { kind == .vcalendar }

  // MARK: Members

  /// The keys in the order in which they are written, whatever that of the lines: the same object is the same
  /// text.
  enum Key: Int, CaseIterable {
    case version, uid, recurrenceId, recurrenceIdTimeZone, prodId, created, updated, sequence, method, title
    case locale, description, descriptionContentType, color, source, showWithoutTime, start, due, timeZone
    case duration, endTimeZone, estimatedDuration, status, progress, percentComplete, priority, privacy
    case freeBusyStatus, keywords, categories, relatedTo, mainLocationId, locations, virtualLocations
    case organizerCalendarAddress, replyTo, participants, links, recurrenceRule, recurrenceRules,
      recurrenceOverrides, alerts

    static let all = allCases
    /// Their places in objects that are put in order.
    static let ranks = KeyTable(
      (["@type"] + allCases.map { "\($0)" }).enumerated().map { ($1, $0) })
    /// `,"uid":`
    fileprivate static let heads = allCases.map { ShortText(Array(",\"\($0)\":".utf8)) ?? .empty }
  }

  private let keys = Key.heads

  @inline(__always)
  func put(_ key: Key, _ output: inout OutputSpan<UInt8>) { output.append(keys[key.rawValue]) }

  /// Writes a member where the component has what it says. Those that follow from the lines of another are
  /// written with it.
  private mutating func write(_ key: Key, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    let (isTask, isEvent) = (kind == .vtodo, kind == .vevent)
    switch key {
    case .version: if isGroup { version(bytes, &output) }
    case .uid: text(key, lines.first(.uid), bytes, &output)
    case .recurrenceId: if !isGroup { recurrenceID(bytes, &output) }
    case .prodId: if isGroup { firstText(key, .prodid, bytes, &output) }
    case .created: utc(key, lines.first(.created), bytes, &output)
    case .updated: utc(key, lines.first(isGroup ? .lastModified : .dtstamp), bytes, &output)
    case .sequence: if !isGroup { integer(key, .sequence, 0...Int.max, bytes, &output) }
    case .title: text(key, lines.first(isGroup ? .name : .summary), isLocalized: true, bytes, &output)
    case .locale: if let locale { put(key, text: locale, &output) }
    case .description: if !text(key, lines.first(.description), bytes, &output) { styled(bytes, &output) }
    case .color: text(key, lines.first(.color), bytes, &output)
    case .source: if isGroup { address(key, .source, bytes, &output) }
    case .showWithoutTime: showWithoutTime(bytes, &output)
    case .start: if !isGroup { time(key, .dtstart, bytes, &output) }
    case .due: if isTask { time(key, .due, bytes, &output) }
    case .timeZone: if clock.kind == .zoned { put(key, table.zones[clock.zone].json, &output) }
    case .duration: if isEvent { length(bytes, &output) }
    case .estimatedDuration: if isTask { duration(key, lines.first(.estimatedDuration), bytes, &output) }
    case .status: if isEvent { word(key, .status, Self.states, bytes, &output) }
    case .progress: if isTask { word(key, .status, Self.progress, bytes, &output) }
    case .percentComplete: if isTask { integer(key, .percentComplete, 0...100, bytes, &output) }
    case .priority: if !isGroup { integer(key, .priority, 0...9, bytes, &output) }
    case .privacy: if !isGroup { word(key, .class, Self.privacies, bytes, &output) }
    case .freeBusyStatus: if isEvent { word(key, .transp, Self.transparencies, bytes, &output) }
    case .keywords: wordSet(key, .categories, isText: true, bytes, &output)
    case .categories: wordSet(key, .concept, isText: false, bytes, &output)
    case .relatedTo: if !isGroup { relations(bytes, &output) }
    case .mainLocationId: if !isGroup { locations(bytes, &output) }
    case .virtualLocations: if !isGroup { conferences(&output) }
    case .participants: if isTask || isEvent { participants(&output) }
    case .links: if !isGroup { links(bytes, &output) }
    case .recurrenceRule: if !isGroup, isBis { rules(key, bytes, &output) }
    case .recurrenceRules: if !isGroup, !isBis { rules(key, bytes, &output) }
    case .recurrenceOverrides: if !isGroup { overrides(&output) }
    case .alerts: if isTask || isEvent { alerts(&output) }
    case .recurrenceIdTimeZone, .method, .descriptionContentType, .endTimeZone, .locations: break
    case .organizerCalendarAddress, .replyTo: break
    }
  }

  private static let privacies = wordTable([
    ("PUBLIC", "public"), ("PRIVATE", "private"), ("CONFIDENTIAL", "secret"),
  ])
  private static let transparencies = wordTable([("OPAQUE", "busy"), ("TRANSPARENT", "free")])
  /// The states of an event.
  private static let states = wordTable([
    ("CONFIRMED", "confirmed"), ("TENTATIVE", "tentative"), ("CANCELLED", "cancelled"),
  ])
  /// The states of a task.
  private static let progress = wordTable([
    ("NEEDS-ACTION", "needs-action"), ("COMPLETED", "completed"), ("IN-PROCESS", "in-process"),
    ("CANCELLED", "cancelled"), ("FAILED", "failed"),
  ])

  // MARK: Writing

  /// Puts the object of a component in the place of bytes.
  ///
  /// - Parameter method: what the calendar says of each entry, as JSON.
  mutating func write(_ component: Component, method: [UInt8]?, to bytes: inout [UInt8]) -> Facts {
    write(component, [], method, room: component.byteCount * 2 + 1024, to: &bytes)
    return facts
  }

  /// Puts the group of the properties that a calendar has in the place of bytes.
  mutating func write(_ properties: [Property], to bytes: inout [UInt8]) -> Facts {
    write(nil, properties, nil, room: properties.reduce(1024) { $0 + $1.bytes.count * 2 }, to: &bytes)
    return facts
  }

  private mutating func write(
    _ component: Component?, _ properties: [Property], _ method: [UInt8]?, room: Int, to bytes: inout [UInt8]
  ) {
    var rest = 0..<0
    bytes.removeAll(keepingCapacity: true)
    bytes.append(inRoomOf: room) { output in
      take(component, properties)
      if let own = lines.bytes {
        rest = write(own.span, method, &output)
      } else if let own = component?.bytes {
        rest = write(own.span, method, &output)
      }
    }
    if !extensions.isEmpty { extend(&bytes, rest, method) }
    lines.release()
    children = []
  }

  /// Takes a component in, or properties, in the place of the last one.
  private mutating func take(_ component: Component?, _ properties: [Property]) {
    table.trim()
    (clock, locale, isDayOfRecurrence, facts) = (JSClock(), nil, false, Facts())
    if !converted.isEmpty { converted.removeAll() }
    if !otherChildren.isEmpty { otherChildren.removeAll() }
    guard let component else {
      kind = .vcalendar
      lines.take(properties)
      return
    }
    kind = component.kind
    lines.take(component)
    guard component.hasChildren else { return }
    children = component.children
    otherChildren = children.indices.filter {
      children[$0].kind != .valarm && children[$0].kind != .vlocation
    }
  }

  /// - Returns: where the member `iCalendar` stands.
  private mutating func write(
    _ bytes: Span<UInt8>, _ method: [UInt8]?, _ output: inout OutputSpan<UInt8>
  ) -> Range<Int> {
    extensions.take(&lines, bytes, areLast: !isGroup)
    setClock(bytes)
    output.put(kind == .vtodo ? Self.task : kind == .vevent ? Self.event : Self.group)
    for key in Key.all { write(key, bytes, &output) }
    let start = output.count
    rest(bytes, &output)
    let end = output.count
    if let method, extensions.isEmpty {
      output.put(Self.method)
      output.put(method)
    }
    output.put(0x7D)
    facts.unreadable += lines.malformed
    if facts.isRecurring, let uid = lines.first(.uid), lines.isPlaced(uid) {
      facts.uid = bytes.text(lines[uid].value)
    }
    return start..<end
  }

  private static let task = Array("{\"@type\":\"Task\"".utf8)
  private static let event = Array("{\"@type\":\"Event\"".utf8)
  private static let group = Array("{\"@type\":\"Group\"".utf8)
  private static let method = Array(",\"method\":".utf8)

  /// Sets the members that extensions are.
  private mutating func extend(_ bytes: inout [UInt8], _ rest: Range<Int>, _ method: [UInt8]?) {
    var object = extensions.object(bytes, rest)
    object.order(by: Key.ranks)
    if let method { object["method"] = JSONNode(whole: method) }
    facts.isOccurrence = object["recurrenceId"] != nil
    facts.isRecurring =
      object["recurrenceRule"] ?? object["recurrenceRules"] ?? object["recurrenceOverrides"] != nil
    facts.uid = object["uid"]?.string
    var json = JSONText()
    json.object(object)
    bytes = json.bytes
  }

  // MARK: What is left

  /// Notes how a property was written that became the member at a path.
  mutating func convert(_ path: String, _ name: String?, _ parameters: JSObject = JSObject(), line: Int) {
    guard name != nil || !parameters.isEmpty else { return }
    var entry = JSObject()
    if let name { entry["name"] = .text(name) }
    if !parameters.isEmpty { entry["parameters"] = parameters.node }
    var json = JSONText()
    json.string(path)
    json.bytes.append(0x3A)
    json.object(entry)
    converted.append((line, json.bytes))
  }

  /// The member `iCalendar`, if there is something to say in it.
  private mutating func rest(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    if converted.count > 1 {
      // Of several of one line the order stays.
      let order = converted.indices.sorted { (converted[$0].line, $0) < (converted[$1].line, $1) }
      converted = order.map { converted[$0] }
    }
    extensions.putRest(
      kind == .vtodo ? Self.taskRest : kind == .vevent ? Self.eventRest : Self.groupRest,
      converted: converted.map(\.json), &lines, otherChildren.sorted().map { children[$0] }, heads, bytes,
      &output)
  }

  private static let taskRest = Array(",\"iCalendar\":{\"name\":\"vtodo\"".utf8)
  private static let eventRest = Array(",\"iCalendar\":{\"name\":\"vevent\"".utf8)
  private static let groupRest = Array(",\"iCalendar\":{\"name\":\"vcalendar\"".utf8)
}
