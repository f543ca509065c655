internal import ICalendar
internal import ListoEditing
internal import ListoModel

/// The check of the components of one batch for flaws that targets do not take, with the edits that mend
/// them.
struct ItemCheck {
  let rules: ActiveRules
  /// From an index in the batch's bytes to the place in the input.
  let shift: Int
  private(set) var findings: [ProfileFinding] = []
  /// How often content without a UID was met.
  var names: InventedNames
  var days = RuleDays()
  let wantsSearch: Bool

  init(_ rules: ActiveRules, shift: Int, names: InventedNames) {
    (self.rules, self.shift, self.names) = (rules, shift, names)
    wantsSearch = rules.contains(.ruleWithoutDays)
  }

  // MARK: Findings

  /// Hands out what was found since.
  mutating func takeFindings() -> [ProfileFinding] {
    guard !findings.isEmpty else { return [] }
    defer { findings = [] }
    return findings
  }

  /// - Parameters:
  ///   - kind: that of the rule, where nothing else is said.
  ///   - repair: what is done, for people.
  ///   - edits: by indices in the batch's bytes; none where nothing can be done here.
  mutating func report(
    _ code: Diagnostic.Code, line: Int, place: Int, _ message: @autoclosure () -> String,
    _ repair: String = "", _ edits: [ByteEdit] = []
  ) {
    guard rules.contains(code), let rule = ProfileRule.of(code) else { return }
    let isOfRFCAlone = rules.suffix(code) == " (rfc)"
    findings.append(
      ProfileFinding(
        code: code, line: line, message: message() + (isOfRFCAlone ? "" : rules.suffix(code)),
        kind: edits.isEmpty ? .none : rule.kind, repair: edits.isEmpty ? "" : repair,
        severity: isOfRFCAlone || code != .overrideAlone ? rule.severity : .warning,
        edits: edits.map { $0.shifted(by: shift) }, place: place + shift))
  }

  mutating func report(
    _ code: Diagnostic.Code, _ property: Property, _ message: @autoclosure () -> String,
    _ repair: String = "",
    _ edits: [ByteEdit] = []
  ) {
    report(code, line: property.lineNumber, place: property.bytes.startIndex, message(), repair, edits)
  }

  mutating func report(
    _ code: Diagnostic.Code, _ component: Component, _ message: @autoclosure () -> String,
    _ repair: String = "",
    _ edits: [ByteEdit] = []
  ) {
    report(code, line: component.lineNumber, place: component.bytes.startIndex, message(), repair, edits)
  }

  // MARK: Walking

  /// An item with all that is in it.
  mutating func check(_ item: CheckedItem) {
    switch item.role {
    case .component: check(item.component, item.surroundings)
    case .header, .trailing: checkOwnLines(item)
    }
  }

  private mutating func check(_ component: Component, _ surroundings: Surroundings) {
    // As beside a check against the standard, which reads the lines itself.
    guard !rules.areOfSeriesAlone else { return checkSeries(component, surroundings) }
    checkFrame(component)
    checkPlace(component, surroundings)
    checkLines(component, surroundings)
    guard component.hasChildren else { return }
    var inner = surroundings
    inner.holder = component
    for child in component.children { check(child, inner) }
  }

  /// A component that cannot stand where it does, and a zone without what it needs.
  private mutating func checkPlace(_ component: Component, _ surroundings: Surroundings) {
    let drop = [ByteEdit(component.bytes.indices)]
    guard surroundings.holder == nil else { return }
    switch component.kind {
    case .vtodo: break
    case _ where component.kind.isPart:
      report(.misplacedComponent, component, "\(component.name) directly in VCALENDAR", "dropped", drop)
    case .vtimezone:
      guard let missing = Self.missingPart(ofZone: component) else { return }
      report(.incompleteZone, component, "VTIMEZONE has no \(missing)", "dropped", drop)
    default:
      // A component without a UID goes with any reminder; only of one reminder is it known which.
      let isOfOne = component.kind == .other ? surroundings.reminderCount == 1 : surroundings.isResource
      guard isOfOne, surroundings.reminderCount > 0 else { return }
      report(.severalTypes, component, "\(component.name) beside a reminder")
    }
  }

  /// The first thing that a VTIMEZONE needs and lacks (RFC 5545 §3.6.5).
  private static func missingPart(ofZone zone: Component) -> String? {
    func missing(_ component: Component) -> String? {
      Cardinality.of(component.kind)?.required.missing(from: []).first { component.first($0) == nil }?.name
    }
    let observances = zone.children.filter { $0.kind == .standard || $0.kind == .daylight }
    return missing(zone)
      ?? (observances.isEmpty ? "STANDARD and DAYLIGHT" : observances.lazy.compactMap(missing).first)
  }

  /// `begin:vtodo`.
  private mutating func checkFrame(_ component: Component) {
    guard rules.contains(.lowerCaseBegin) else { return }
    let bytes = component.bytes
    checkFrame(
      bytes.startIndex..<ComponentFrame.endOfFirstLine(component), of: component, component.lineNumber)
    guard component.isComplete else { return }
    let last = ComponentFrame.lastLine(bytes)
    let before = LineCount.lines(in: bytes[..<last.lowerBound], returnsEndLines: component.returnsEndLines)
    checkFrame(last, of: component, component.lineNumber + before)
  }

  private mutating func checkFrame(_ line: Range<Int>, of component: Component, _ number: Int) {
    let text = component.bytes[line]
    guard text.contains(where: { $0 &- 0x61 < 26 }) else { return }
    report(
      .lowerCaseBegin, line: number, place: line.lowerBound,
      "\(ShortenedValue.quoted(text.filter { $0 > 0x20 }[...])) is not written in capitals",
      "written in capitals",
      [ByteEdit(line, text.map { $0 &- 0x61 < 26 ? $0 - 0x20 : $0 })])
  }

  /// Checks a calendar's own lines.
  private mutating func checkOwnLines(_ item: CheckedItem) {
    let header = item.component
    let isHeader = item.role == .header
    if isHeader { checkFrame(header) }
    let once = Cardinality.of(.vcalendar)?.once ?? []
    var present: PropertySet = []
    for property in header.properties {
      checkWriting(property, in: header)
      let id = property.id
      if id != .other, id != .malformed {
        if present.contains(id), once.contains(id), let first = header.first(id) {
          checkRepetition(of: property, first)
        }
        present.insert(id)
      }
      if id == .method { checkMethod(property) }
    }
    guard isHeader else { return }
    if item.surroundings.reminderCount > 0 {
      report(.noReminders, header, "reminders (VTODO) are not kept")
    }
    if item.surroundings.isFurtherCalendar {
      report(.severalCalendars, header, "another VCALENDAR of the same UID")
    }
    guard rules.contains(.missingProperty) else { return }
    for (id, value) in [(PropertyID.version, "2.0"), (.prodid, CalendarText.producer)]
    where header.first(id) == nil && item.surroundings.context?.first(id) == nil {
      report(
        .missingProperty, header, "VCALENDAR has no \(id.name)", "\(id.name):\(value) written",
        [ComponentFrame.insertion(of: LineStyle(header).line(id.name, [], Array(value.utf8)), into: header)])
    }
  }

  private mutating func checkMethod(_ property: Property) {
    let method = property.rawText.uppercased()
    if method == "PUBLISH" || method == "REQUEST" {
      report(
        .storedMethod, property, "METHOD:\(method): stored calendars have no METHOD (RFC 4791 §4.1)",
        "dropped",
        [ByteEdit(property.bytes.indices)])
    } else {
      report(
        .storedMessage, property,
        "METHOD:\(ShortenedValue.shown(method)): this is an iTIP message, not a reminder"
      )
    }
  }

  mutating func checkRepetition(of property: Property, _ first: Property) {
    let edit = [ByteEdit(property.bytes.indices)]
    if first.unfolded.elementsEqual(property.unfolded) {
      report(
        .identicalProperty, property, "a second \(property.name) with the same value", "dropped", edit
      )
    } else {
      report(
        .repeatedProperty, property, "a second \(property.name) with another value", "dropped",
        edit)
    }
  }

  /// Reports a malformed line, and parameters that cannot be read.
  mutating func checkWriting(_ property: Property, in component: Component) {
    if property.id == .malformed {
      guard rules.contains(.malformedLine), !component.hasUnreadLines else { return }
      return report(
        .malformedLine, property, "this is not a content line: \(ShortenedValue.quoted(property.unfolded))",
        "dropped",
        [ByteEdit(property.bytes.indices)])
    }
    guard rules.contains(.badParameter), property.parameterProblem != nil else { return }
    let head = ParameterRepair.head(of: property)
    report(
      .badParameter, property, "the parameters of \(property.name) cannot be read", "dropped from there on",
      [ByteEdit(property.bytes.indices, LineStyle(component).fold((head + [0x3A] + property.value)[...]))])
  }
}

/// An item that is looked at: a component, or lines of a calendar itself.
struct CheckedItem {
  enum Role { case header, trailing, component }

  let component: Component
  let role: Role
  var surroundings: Surroundings
}

/// The calendar, group and input that an item belongs to, and the component that holds it.
struct Surroundings {
  /// The context of its calendar; nil outside of any.
  let context: CalendarContext?
  /// The components of its calendar and UID; nil for one without a UID.
  var group: SeriesFacts.Group?
  /// The component that holds it; nil for an item.
  var holder: Component?
  /// The input is one stored object.
  let isResource: Bool
  /// The number of reminders in the input.
  let reminderCount: Int
  /// It is in a stored object's second calendar, or a later one.
  let isFurtherCalendar: Bool

  var zones: ZoneTable { context?.zones ?? .empty }
}

/// How often content without a UID was met: the second of two gets another UID, as where other formats are
/// read.
struct InventedNames {
  private var counts: [String: Int] = [:]
  /// The names of the current item, which may be looked at again.
  private var pending: [String] = []

  /// No name was invented.
  var isEmpty: Bool { counts.isEmpty && pending.isEmpty }

  mutating func uid(of component: Component) -> String {
    let uid = component.derivedUID
    let count = counts[uid, default: 0] + pending.count { $0 == uid } + 1
    pending.append(uid)
    return count == 1 ? uid : UUIDv5.string(name: Array("\(uid)~\(count)".utf8))
  }

  /// The current item is looked at anew.
  mutating func restart() { pending.removeAll() }

  /// The current item keeps its names.
  mutating func accept() {
    for uid in pending { counts[uid, default: 0] += 1 }
    pending.removeAll()
  }
}
