internal import ICalendar
internal import ListoModel

/// A JSCalendar object as a component: the way back from ``JSCalendarObject``, and what others write.
///
/// Its lines are written from the places of its members. A member that no property says becomes a JSPROP with
/// its pointer, as the draft has it, so that nothing is lost.
struct JSCalendarComponent {
  var component: ComponentText
  var problems: [Diagnostic] = []
  let json: JSONDocument
  private let object: Int
  var members: JSMembers<JSMember>
  let converted: JSConverted
  let isTask: Bool
  let clock: JSLocalClock
  /// The content of the member `iCalendar`.
  private let rest: JSRest
  private var parsing = JCalParsing()

  /// LOCATION can stand once.
  var hasLocation = false
  /// Components of places, which stand behind the properties.
  var locations: [ComponentText] = []

  /// - Parameters:
  ///   - object: its place.
  ///   - recurrenceID: the occurrence of another object that this one overrides, on that one's clock.
  init(_ json: JSONDocument, _ object: Int, recurrenceID: Moment? = nil) {
    (self.json, self.object) = (json, object)
    members = JSMembers(json, object)
    isTask = members.text(.type)?.elementsEqual(Self.task) ?? false
    rest = JSRest(json, members[.iCalendar])
    converted = JSConverted(json, rest.converted)
    clock = JSLocalClock(members)
    let line = json.line(object)
    component = isTask ? .reminder(line: line) : .event(line: line)
    if let recurrenceID { component.moment(.recurrenceID, recurrenceID) }
    addTexts()
    addNumbers()
    addWords()
    addTimes(isOccurrence: recurrenceID != nil)
    addSets()
    addRecurrence()
    addPlaces()
    addParticipants(rest)
    addLinks()
    for property in json.elements(ofAny: rest.properties) {
      parsing.add(json.content, property, to: &component)
    }
    problems += parsing.takeProblems()
    members.addRest(to: &component)
    addComponents()
  }

  private static let task = Array("Task".utf8)

  mutating func report(_ place: Int, _ message: String) {
    problems.append(Diagnostic(.warning, .badValue, line: json.line(place), message))
  }

  /// A member that cannot be what its key says: told, and kept under its own name, as one that no property
  /// says.
  mutating func refuse(_ key: JSMember, _ text: ArraySlice<UInt8>, _ reason: String) {
    let name = String(decoding: JSMember.named.name(of: key.rawValue), as: UTF8.self)
    let shown = String(decoding: text, as: UTF8.self)
    report(
      members[key] ?? object,
      "\"\(name)\" is '\(shown)', which is \(reason); it is kept as JSPROP")
    members.keep(key)
  }

  // MARK: Simple properties

  private mutating func addTexts() {
    add(.uid, .uid)
    addTime(.updated, .dtstamp)
    addTime(.created, .created)
    let locale = members.text(.locale)
    if let title = members.takeText(.title) {
      var parameters = converted.parameters(JSMember.title)
      if let locale {
        parameters.append(Parameter(name: "LANGUAGE", values: [String(decoding: locale, as: UTF8.self)]))
      }
      component.text(.summary, title, parameters: parameters)
    } else {
      members.keep(.locale)
    }
    if let type = members.text(.descriptionContentType), !type.elementsEqual(Self.plain),
      let text = members.takeText(.description)
    {
      members.take(.descriptionContentType)
      let type = Parameter(name: "FMTTYPE", values: [String(decoding: type, as: UTF8.self)])
      component.text(
        .styledDescription, text, parameters: [Parameter(name: "VALUE", values: ["TEXT"]), type])
    } else {
      add(.description, .description)
    }
    add(.color, .color)
  }

  private static let plain = Array("text/plain".utf8)

  private mutating func add(_ key: JSMember, _ id: PropertyID) {
    guard let text = members.takeText(key) else { return }
    component.text(id, text, parameters: converted.parameters(key))
  }

  /// A time in UTC.
  private mutating func addTime(_ key: JSMember, _ id: PropertyID) {
    guard let text = members.takeText(key) else { return }
    guard let time = DigitMoment(droppingFractionOf: text), time.isUTC else {
      return refuse(key, text, "not a valid UTC time")
    }
    component.moment(id, time, parameters: converted.parameters(key))
  }

  private mutating func addNumbers() {
    addNumber(.percentComplete, .percentComplete)
    addNumber(.priority, .priority)
    addNumber(.sequence, .sequence)
  }

  private mutating func addNumber(_ key: JSMember, _ id: PropertyID) {
    guard let place = members.left(key), json.kind(place) == .number else { return }
    let digits = json.bytes(place)
    let isPlain = digits.span.isPlainInteger(0..<digits.count)
    guard isPlain || JSONNode(json, place).integer != nil else { return }
    members.take(key)
    let parameters = converted.parameters(key)
    if isPlain {
      component.add(id, parameters) { $0 += digits }
    } else if let number = JSONNode(json, place).integer {
      component.raw(id, String(number).utf8, parameters: parameters)
    }
  }

  private mutating func addWords() {
    addWord(.status, .status)
    addWord(.progress, .status)
    if let word = members.takeText(.privacy) {
      add(.class, word.elementsEqual(Self.secret) ? Self.confidential[...] : word, .privacy)
    }
    if let word = members.takeText(.freeBusyStatus) {
      let isFree = word.elementsEqual(Self.free)
      let name =
        isFree ? Self.transparent[...] : word.elementsEqual(Self.busy) ? Self.opaque[...] : word
      add(.transp, name, .freeBusyStatus)
    }
    if let text = members.takeText(.estimatedDuration) {
      component.raw(
        .estimatedDuration, JCalParsing.oneLine(text),
        parameters: converted.parameters(JSMember.estimatedDuration))
    }
  }

  private static let (secret, confidential) = (Array("secret".utf8), Array("CONFIDENTIAL".utf8))
  private static let (free, transparent) = (Array("free".utf8), Array("TRANSPARENT".utf8))
  private static let (busy, opaque) = (Array("busy".utf8), Array("OPAQUE".utf8))

  private mutating func addWord(_ key: JSMember, _ id: PropertyID) {
    if let word = members.takeText(key) { add(id, word, key) }
  }

  private mutating func add(_ id: PropertyID, _ word: ArraySlice<UInt8>, _ key: JSMember) {
    component.add(id, converted.parameters(key)) { Self.appendCapitals(word, to: &$0) }
  }

  /// Appends a word in capitals, on one line.
  static func appendCapitals(_ word: ArraySlice<UInt8>, to line: inout [UInt8]) {
    guard word.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }) else {
      let capitals = String(decoding: word, as: UTF8.self).uppercased()
      return JCalParsing.appendOneLine(Array(capitals.utf8)[...], to: &line)
    }
    for byte in word { line.append(byte.upper) }
  }

  // MARK: Sets

  private mutating func addSets() {
    if let words = json.words(members.left(.keywords)) {
      members.take(.keywords)
      component.texts(.categories, words, parameters: converted.parameters(JSMember.keywords))
    }
    if let words = json.words(members.left(.categories)) {
      members.take(.categories)
      for word in words { component.raw(.concept, JCalParsing.oneLine(word)) }
    }
    for (key, relation) in members.members(.relatedTo) {
      let name = json.bytes(key)
      let parameters = converted.origin(Self.path("relatedTo/", name)).parameters
      let types = json.words(json.value(Self.relationKey, of: relation)) ?? []
      for type in types { component.relation(name, type, parameters: parameters) }
      if types.isEmpty { component.text(.relatedTo, name, parameters: parameters) }
    }
    members.take(.relatedTo)
  }

  static let relationKey = Array("relation".utf8)

  /// A path of ``JSConverted``.
  static func path(_ beginning: String, _ part: ArraySlice<UInt8>, _ end: String = "") -> [UInt8] {
    var path = Array(beginning.utf8)
    JSPointer.append(part, to: &path)
    return path + end.utf8
  }

  // MARK: Components

  private mutating func addComponents() {
    for location in locations { component.append(location) }
    let (json, alerts) = (json, members[.alerts])
    var uids: [ArraySlice<UInt8>: ArraySlice<UInt8>]?
    for (key, alert) in json.members(ofAny: alerts) {
      let alarm = JSAlert.alarm(json.bytes(key), json, alert, &parsing) {
        let known = uids ?? JSAlert.uids(json, alerts)
        uids = known
        return known
      }
      component.append(alarm)
      problems += parsing.takeProblems()
    }
    for child in json.elements(ofAny: rest.components) {
      if let child = parsing.component(json.content, child) { component.append(child) }
    }
    problems += parsing.takeProblems()
  }

  /// The METHOD that the object gives for its calendar, in capitals; nil for none.
  var method: [UInt8]? {
    members.text(.method).map { method in
      var word: [UInt8] = []
      Self.appendCapitals(method, to: &word)
      return word
    }
  }

  /// Calls `body` with each of its occurrences that was changed, one at a time: each has a document of its
  /// own.
  func forEachOccurrence(_ body: (inout JSCalendarComponent) -> Void) {
    guard let overrides = members[.recurrenceOverrides].flatMap({ JSONNode(json, $0).members }),
      !overrides.isEmpty
    else { return }
    let master = JSPatch.Master(JSONNode(json, object))
    for override in overrides {
      guard let local = JSTime.local(override.key), let patch = override.value.members, !patch.isEmpty,
        !(override.value["excluded"]?.bool ?? false)
      else { continue }
      let (json, place) = master.occurrence(patch, at: local).place
      var occurrence = JSCalendarComponent(json, place, recurrenceID: clock.moment(local))
      body(&occurrence)
    }
  }
}

extension ComponentText {
  /// RELATED-TO of a kind.
  mutating func relation(
    _ target: ArraySlice<UInt8>, _ type: ArraySlice<UInt8>, parameters: [Parameter] = []
  ) {
    let name = String(decoding: type, as: UTF8.self).uppercased()
    text(.relatedTo, target, parameters: [Parameter(name: "RELTYPE", values: [name])] + parameters)
  }

  /// JSID: the key of what a component was.
  mutating func identifier(_ id: ArraySlice<UInt8>) {
    var value: [UInt8] = []
    TextValue.append(id, to: &value)
    raw(named: "JSID", value)
  }
}
