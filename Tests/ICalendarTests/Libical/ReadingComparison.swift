@testable import ICalendar

/// Listo's reading of a component beside libical's: names, parameters and typed values, made comparable.
struct ReadingComparison {
  /// A property's values and parameters as text that both readings can give.
  struct Reading: Hashable {
    var value: String
    var parameters: [String]
  }

  /// Where the two differ, and no row of the table says why.
  private(set) var differences: [String] = []
  /// How often each row of the table was needed.
  private(set) var excused: [LibicalFault: Int] = [:]
  private(set) var compared = 0

  mutating func compare(_ ours: Component, _ theirs: LibicalComponent) {
    // Where that is a BEGIN or an END, libical sees other components.
    guard !Self.hasEmptyStart(ours.bytes) else {
      excused[.emptyStart, default: 0] += 1
      return
    }
    var mine: [String: [Property]] = [:]
    var unread: Set<String> = []
    for property in ours.properties {
      if property.id == .malformed {
        unread.insert(Self.beginning(property))
      } else {
        mine[property.name, default: []].append(property)
      }
    }
    var others: [String: [LibicalComponent.Property]] = [:]
    for property in theirs.properties { others[property.name.uppercased(), default: []].append(property) }
    for name in Set(mine.keys).union(others.keys).sorted() {
      let properties = mine[name] ?? []
      compared += properties.count
      let readings = properties.flatMap(Self.readings)
      let expected = (others[name] ?? []).map(Self.reading)
      guard readings != expected else { continue }
      if let fault = properties.lazy.compactMap({ LibicalFault.of($0, in: ours.kind) }).first {
        excused[fault, default: 0] += 1
      } else if unread.contains(where: name.filter({ $0 != "\r" }).hasPrefix) {
        excused[.malformedLine, default: 0] += 1
      } else {
        differences.append("\(ours.kind.name) line \(ours.lineNumber), \(name): \(readings) and \(expected)")
      }
    }
    compareChildren(ours, theirs)
  }

  private mutating func compareChildren(_ ours: Component, _ theirs: LibicalComponent) {
    // libical knows no VLOCATION, PARTICIPANT, X-FOO, and puts components that it keeps in their order.
    let known = ours.children.filter { child in theirs.children.contains { $0.kind == child.name } }
    if known.count != ours.children.count { excused[.component, default: 0] += 1 }
    let kept = theirs.children.filter { child in ours.children.contains { $0.name == child.kind } }
    guard known.map(\.name) == kept.map(\.kind) else {
      differences.append("line \(ours.lineNumber): \(known.map(\.name)) and \(kept.map(\.kind))")
      return
    }
    for (child, other) in zip(known, kept) { compare(child, other) }
  }

  /// Whether some line is empty up to its first fold.
  private static func hasEmptyStart(_ bytes: ArraySlice<UInt8>) -> Bool {
    var isAtStart = true
    var isEmpty = false
    for byte in bytes {
      switch byte {
      case 0x0A: (isEmpty, isAtStart) = (isAtStart, true)
      case 0x0D: continue
      case 0x20, 0x09:
        if isEmpty { return true }
        (isEmpty, isAtStart) = (false, false)
      default: (isEmpty, isAtStart) = (false, false)
      }
    }
    return false
  }

  // MARK: Listo's

  /// The name with which a line begins that is no content line, without what libical takes away: blanks behind, and carriage returns,
  /// of which it leaves some.
  private static func beginning(_ property: Property) -> String {
    var name = property.unfolded.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ":") }
      .filter { $0 != 0x0D }
    while let last = name.last, last == 0x20 || last == 0x09 { name.removeLast() }
    return String(decoding: name, as: UTF8.self).uppercased()
  }

  static let multiple: Set<PropertyID> = [.categories, .resources, .exdate, .rdate]

  private static func readings(_ property: Property) -> [Reading] {
    let parameters = property.parameters.filter { $0.name != "VALUE" }
      .map { written($0.name, $0.values.joined(separator: "|")) }.sorted()
    let values = multiple.contains(property.id) ? TextValue.split(property.value) : [property.value]
    let tzid = property.tzid
    return values.map { Reading(value: text($0, property.id, tzid) ?? "unreadable", parameters: parameters) }
  }

  /// Parameters whose values are words, in any case: libical writes them in capitals.
  private static let words: Set<String> = [
    "CUTYPE", "ENCODING", "FBTYPE", "PARTSTAT", "RANGE", "RELATED", "RELTYPE", "ROLE", "RSVP",
  ]

  private static func written(_ name: String, _ value: String) -> String {
    "\(name)=\(words.contains(name) ? value.uppercased() : value)"
  }

  /// What Listo reads in a value's bytes, as text; nil where they cannot be read.
  static func text(_ value: ArraySlice<UInt8>, _ id: PropertyID, _ tzid: String?) -> String? {
    switch id {
    case .dtstart, .dtend, .due, .recurrenceID, .completed, .created, .dtstamp, .lastModified, .acknowledged:
      return (try? Moment.parse(value, tzid: tzid))?.iCalendarText
    case .exdate, .rdate:
      if let period = try? PeriodValue.parse(value, tzid: tzid) { return period.description }
      return (try? Moment.parse(value, tzid: tzid))?.iCalendarText
    case .duration, .estimatedDuration, .refreshInterval:
      return (try? CalendarDuration.parse(value))?.description
    case .trigger: return (try? Trigger.parse(value))?.description
    case .priority, .percentComplete, .sequence, .repeat:
      return (try? IntegerValue.parse(value)).map { "\($0)" }
    case .rrule, .exrule: return (try? RecurrenceRule.parse(value)).map(parts)
    case .status, .class, .transp, .action: return TextValue.decode(value).uppercased()
    case .tzoffsetfrom, .tzoffsetto: return (try? UTCOffset.parse(value))?.description
    case .geo: return (try? GeoPosition.parse(value))?.description
    default: return TextValue.decode(value)
    }
  }

  /// The parts of a rule in the order of their names, those left out that say what holds anyway.
  private static func parts(_ rule: RecurrenceRule) -> String {
    var parts: [String] = ["FREQ=\(rule.frequency.rawValue)"]
    func add(_ name: String, _ elements: [String]) {
      if !elements.isEmpty { parts.append("\(name)=\(Set(elements).sorted().joined(separator: ","))") }
    }
    if rule.interval != 1 { add("INTERVAL", ["\(rule.interval)"]) }
    add("COUNT", rule.count.map { ["\($0)"] } ?? [])
    add("UNTIL", rule.until.map { [$0.iCalendarText] } ?? [])
    if rule.weekStart != .monday { add("WKST", [rule.weekStart.rawValue]) }
    for (name, numbers) in [
      ("BYSECOND", rule.bySecond), ("BYMINUTE", rule.byMinute), ("BYHOUR", rule.byHour),
      ("BYMONTHDAY", rule.byMonthDay), ("BYYEARDAY", rule.byYearDay), ("BYWEEKNO", rule.byWeekNumber),
      ("BYSETPOS", rule.bySetPosition),
    ] {
      add(name, numbers.map { "\($0)" })
    }
    add("BYDAY", rule.byDay.map { "\($0.ordinal.map { "\($0)" } ?? "")\($0.weekday.rawValue)" })
    add("BYMONTH", rule.byMonth.map { "\($0.number)\($0.isLeap ? "L" : "")" })
    if let rscale = rule.rscale { add("RSCALE", [rscale]) }
    if rule.skip != .omit { add("SKIP", [rule.skip.rawValue]) }
    return parts.sorted().joined(separator: ";")
  }

  // MARK: libical's

  /// What libical wrote, taken apart without any of Listo's functions for values.
  private static func reading(_ property: LibicalComponent.Property) -> Reading {
    let parameters = property.parameters.filter { $0.name != "VALUE" }
      .map { written($0.name.uppercased(), unquoted($0.value)) }.sorted()
    let value =
      switch PropertyID(name: property.name) {
      case .rrule, .exrule: orderedParts(property.value)
      case .status, .class, .transp, .action: unescaped(property.value).uppercased()
      case .dtstart, .dtend, .due, .recurrenceID, .exdate, .rdate, .duration, .trigger, .priority, .sequence:
        property.value
      default: unescaped(property.value)
      }
    return Reading(value: value, parameters: parameters)
  }

  private static func unquoted(_ value: String) -> String {
    let scalars = value.unicodeScalars
    return scalars.count >= 2 && scalars.first == "\"" && scalars.last == "\""
      ? String(scalars.dropFirst().dropLast()) : value
  }

  private static func unescaped(_ value: String) -> String {
    var text = ""
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      text.unicodeScalars.append(isEscaped && (scalar == "n" || scalar == "N") ? "\n" : scalar)
      isEscaped = false
    }
    return text
  }

  /// The parts of a rule, whose names and words have no case: libical leaves an RSCALE as it is written.
  private static func orderedParts(_ value: String) -> String {
    let parts = value.uppercased().unicodeScalars.split(separator: ";").map { String($0) }
    let asked = parts.filter { $0 != "INTERVAL=1" && $0 != "WKST=MO" && $0 != "SKIP=OMIT" }
    return asked.map { part in
      let halves = part.unicodeScalars.split(separator: "=", maxSplits: 1).map { String($0) }
      guard halves.count > 1, halves[0] != "RSCALE" else { return part }
      let elements = halves[1].unicodeScalars.split(separator: ",").map { String($0.drop { $0 == "+" }) }
      return halves[0] + "=" + Set(elements).sorted().joined(separator: ",")
    }.sorted().joined(separator: ";")
  }
}

/// Where libical is known to be wrong (Documentation/Libical.md), so that a difference is its own: one row each.
enum LibicalFault: String, CaseIterable {
  case emptyValue = "an empty value is dropped with an X-LIC-ERROR"
  case unknownName = "a property that it does not know loses its value"
  case smallX = "a property whose name begins with a small x- is replaced by an X-LIC-ERROR"
  case unspeakable = "TASK-MODE is never given to it"
  case unreadable = "a value that is none is taken, or dropped with an X-LIC-ERROR"
  case escapes = "escapes inside lists, X- properties and unknown ones are eaten"
  case decimals = "the decimals of GEO are rounded"
  case quotedLists = "a quotation mark in a list, which means nothing there, hides the commas behind it"
  case emptyElement = "an empty value within a list is not dropped: its comma begins the next"
  case manyValues = "lists are cut after 500 values"
  case parameterLists = "all but the first value of a parameter are lost or glued"
  case parameterWriting =
    "parameters with carets, quotation marks, backslashes or what is no UTF-8 are written otherwise"
  case parameterName = "the parameter REQUIRED is written as REASON"
  case zoneName = "a TZID reaches to the last colon of its line (RFC 5545 §3.2 ends it at the first)"
  case carriageReturn = "a bare CR is removed"
  case emptyStart = "an empty line that is folded before its name ends there"
  case byteOrderMark = "a byte order mark that joined files left before a line costs the line"
  case requestStatus = "REQUEST-STATUS gets its own words for the code"
  case typedX = "an X- property with a VALUE is read as that type, or as nothing"
  case trigger = "a TRIGGER with a time needs VALUE=DATE-TIME"
  case negativeZero = "the sign of a duration of nothing is dropped"
  case blanks = "blanks around a value are removed"
  case ownErrors = "an X-LIC-ERROR of the file is taken for its own"
  case malformedLine =
    "a line whose only colons are quoted (RFC 5545 §3.1 wants one outside) is cut at one of them, or at none"
  case component = "components that it does not know are dropped or renamed"

  static func of(_ property: Property, in kind: ComponentKind) -> LibicalFault? {
    let value = property.value
    let name = property.name
    if name == "X-LIC-ERROR" { return .ownErrors }
    if name.hasPrefix("X-"), property.bytes.first == UInt8(ascii: "x") { return .smallX }
    if name == "TASK-MODE" || name == "X-LIC-CLASS" { return .unspeakable }
    if value.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return .emptyValue }
    if property.unfolded.contains(0x0D) { return .carriageReturn }
    if let first = property.bytes.first, first == 0x0A || first == 0x0D { return .emptyStart }
    if property.unfolded.starts(with: [0xEF, 0xBB, 0xBF]) { return .byteOrderMark }
    if !hasUnquotedColon(property.unfolded) { return .malformedLine }
    if property.tzid != nil, value.contains(UInt8(ascii: ":")) { return .zoneName }
    if property.id == .geo { return .decimals }
    guard let text = ReadingComparison.text(value, property.id, property.tzid) else { return .unreadable }
    if text == "-PT0S" { return .negativeZero }
    if value.first == 0x20 || value.first == 0x09 || value.last == 0x20 || value.last == 0x09 {
      return .blanks
    }
    if property.id == .requestStatus { return .requestStatus }
    if property.id == .trigger, value[value.startIndex] &- 48 < 10, property.parameter("VALUE") == nil {
      return .trigger
    }
    if let fault = ofParameters(property) { return fault }
    let isX = name.hasPrefix("X-")
    if !isX, property.id == .other || unknownNames.contains(property.id) { return .unknownName }
    if isX, property.parameter("VALUE") != nil { return .typedX }
    if isX, value.contains(UInt8(ascii: "\\")) { return .escapes }
    if hasUnknownEscape(value) { return .escapes }
    let isList = ReadingComparison.multiple.contains(property.id)
    if isList, value.contains(where: { $0 == UInt8(ascii: "\\") }) { return .escapes }
    if isList, value.contains(UInt8(ascii: "\"")) { return .quotedLists }
    if isList, value.contains(0x20) { return .blanks }
    if isList, value.first == 0x2C || value.last == 0x2C { return .emptyValue }
    if isList, zip(value, value.dropFirst()).contains(where: { $0 == 0x2C && $1 == 0x2C }) {
      return .emptyElement
    }
    if isList, value.count(where: { $0 == 0x2C }) >= 500 { return .manyValues }
    return nil
  }

  /// Properties with an id that libical 3.0.16 does not know (RFC 9073, RFC 9074, RFC 9253).
  private static let unknownNames: Set<PropertyID> = [
    .concept, .link, .proximity, .refid, .styledDescription,
  ]

  private static func ofParameters(_ property: Property) -> LibicalFault? {
    let parameters = property.parameters
    if property.parameterProblem != nil { return .parameterWriting }
    if parameters.contains(where: { $0.values.count > 1 }) { return .parameterLists }
    let start = property.unfolded.prefix(property.unfolded.count - property.value.count)
    let odd: [UInt8] = [0x5E, 0x5C, 0x20, 0x09]
    if start.contains(where: { odd.contains($0) }) { return .parameterWriting }
    if String(validating: start, as: UTF8.self) == nil { return .parameterWriting }
    if parameters.contains(where: { $0.value.isEmpty || $0.value.contains("\"") }) {
      return .parameterWriting
    }
    if parameters.contains(where: { $0.name == "REQUIRED" }) { return .parameterName }
    return nil
  }

  private static func hasUnquotedColon(_ line: ArraySlice<UInt8>) -> Bool {
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":") && !isQuoted { return true }
    }
    return false
  }

  private static func hasUnknownEscape(_ value: ArraySlice<UInt8>) -> Bool {
    var isEscaped = false
    for byte in value {
      if isEscaped {
        isEscaped = false
        if !"nN,;\\".utf8.contains(byte) { return true }
      } else {
        isEscaped = byte == UInt8(ascii: "\\")
      }
    }
    return isEscaped
  }
}
