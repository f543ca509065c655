/// A place in a component that libical reads otherwise than Listo.
package struct LibicalDifference: Sendable, Hashable {
  /// The effect of libical's reading on a property or a component.
  package enum Effect: Sendable, Hashable {
    /// It is not in libical's reading.
    case dropped
    /// Its values, decoded, in their order, where they are others.
    case values([String])
    /// Its parameters as `NAME=value`, in the order of their names, where they are others.
    case parameters([String])
  }

  /// The name of the property in capitals, or of the component; the text of a line that is no content line.
  package let name: String
  /// A component, and not a property, differs.
  package let isComponent: Bool
  /// The line of the file on which it begins.
  package let line: Int
  package let effect: Effect
  /// Why; nil where libical is not known to do this.
  package let fault: LibicalFault?
}

/// Compares Listo's reading of components with libical's: names, parameters and typed values. The order of
/// properties with different names, and spellings that mean the same, make no difference.
package struct LibicalComparison: Sendable {
  package private(set) var differences: [LibicalDifference] = []
  /// How many properties were compared.
  package private(set) var compared = 0

  package init() {}

  /// A property's value and parameters as text that both readings can give.
  private struct Reading {
    var value: String
    var parameters: [String]
    /// The VALUE that is written; nil where there is none.
    var type: String?
    /// The type that libical gave the value; nil in Listo's reading.
    var usedType: String?
  }

  private static func agree(_ ours: [Reading], _ theirs: [Reading], _ name: String) -> Bool {
    // libical leaves out a VALUE that says what holds anyway; of these it takes one for that, where none is.
    let needsValue = name.hasPrefix("X-") || LibicalFault.namesWithoutUsualType.contains(name)
    return ours.count == theirs.count
      && zip(ours, theirs).allSatisfy { ours, theirs in
        ours.value == theirs.value && ours.parameters == theirs.parameters
          && (ours.type == theirs.type || !needsValue && theirs.type == nil && ours.type == theirs.usedType)
      }
  }

  /// Adds the differences of one component and of all in it.
  ///
  /// - Parameter theirs: what ``Component/parsedByLibical()`` made of it.
  /// - Complexity: linear in the bytes; libical is asked once more for each property of a name that differs.
  package mutating func compare(_ ours: Component, _ theirs: LibicalComponent) {
    // Where a BEGIN or an END is folded before its name, libical sees other components.
    guard !Self.hasFrameBehindEmptyStart(ours.bytes) else {
      differences.append(
        LibicalDifference(
          name: ours.name, isComponent: true, line: ours.lineNumber, effect: .dropped, fault: .emptyStart))
      return
    }
    compareProperties(ours, theirs)
    compareChildren(ours, theirs)
  }

  private mutating func compareProperties(_ ours: Component, _ theirs: LibicalComponent) {
    var mine: [String: [Property]] = [:]
    var unread: [(property: Property, name: String)] = []
    for property in ours.properties {
      compared += 1
      if property.id == .malformed {
        unread.append((property, Self.beginning(property)))
      } else {
        mine[property.name, default: []].append(property)
      }
    }
    var others: [String: [LibicalComponent.Property]] = [:]
    for property in theirs.properties {
      // libical 4 takes a byte order mark for a part of the name.
      let name = property.name.uppercased()
      others[name.hasPrefix("\u{FEFF}") ? String(name.unicodeScalars.dropFirst()) : name, default: []].append(
        property)
    }
    var found: [LibicalDifference] = []
    for name in Set(mine.keys).union(others.keys) {
      let properties = mine[name] ?? []
      let expected = (others[name] ?? []).map(Self.reading)
      if Self.agree(properties.flatMap(Self.readings), expected, name) {
        found += properties.filter(\.hasCommaInTag).map {
          LibicalDifference(
            name: name, isComponent: false, line: $0.lineNumber,
            effect: .values($0.texts.flatMap { $0.split(separator: ",").map(String.init) }),
            fault: .writtenComma)
        }
        continue
      }
      let known = found.count
      found += properties.compactMap { Self.difference($0, in: ours) }
      guard found.count == known else { continue }
      // Each alone is read alike: another line is taken for one of this name.
      let plainName = name.filter { $0 != "\r" }
      let taken = unread.firstIndex { plainName.hasPrefix($0.name) }
      let line = taken.map { unread.remove(at: $0).property }
      let fault: LibicalFault? =
        if let line {
          LibicalFault.hasUnquotedColon(line.unfolded) ? .blankInName : .malformedLine
        } else {
          properties.lazy.compactMap { LibicalFault.of($0, in: ours.kind) }.first
        }
      found.append(
        LibicalDifference(
          name: name, isComponent: false, line: (line ?? properties.first)?.lineNumber ?? ours.lineNumber,
          effect: .values(expected.map(\.value)), fault: fault))
    }
    let dropped = unread.map(\.property).filter { !$0.unfolded.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    found += dropped.map {
      LibicalDifference(
        name: String(decoding: $0.unfolded, as: UTF8.self), isComponent: false, line: $0.lineNumber,
        effect: .dropped, fault: .noContentLine)
    }
    differences += found.sorted { ($0.line, $0.name) < ($1.line, $1.name) }
  }

  /// Gives libical a component with this property alone, and returns the difference; nil where both readings
  /// agree.
  private static func difference(_ property: Property, in component: Component) -> LibicalDifference? {
    let lines = Array("BEGIN:\(component.name)\r\n".utf8) + property.bytes
    let end = ContentLineText.missingLineEnd(after: lines.last, lineEnd: ContentLineText.crlf)
    let whole = Component(lines + end + Array("END:\(component.name)\r\n".utf8))
    let name = property.name
    let theirs = (try? whole?.parsedByLibical())?.properties.filter { $0.name.uppercased() == name } ?? []
    let (expected, found) = (readings(property), theirs.map(reading))
    if agree(expected, found, name) { return nil }
    let effect: LibicalDifference.Effect =
      if found.isEmpty {
        .dropped
      } else if expected.map(\.value) != found.map(\.value) {
        .values(found.map(\.value))
      } else {
        .parameters(found[0].parameters + (found[0].type.map { ["VALUE=\($0)"] } ?? []))
      }
    return LibicalDifference(
      name: name, isComponent: false, line: property.lineNumber, effect: effect,
      fault: LibicalFault.of(property, in: component.kind))
  }

  private mutating func compareChildren(_ ours: Component, _ theirs: LibicalComponent) {
    let children = ours.children
    let names = Set(children.map(\.name))
    let kinds = Set(theirs.children.map(\.kind))
    // libical keeps the order of the components that it knows.
    var kept = theirs.children.filter { names.contains($0.kind) }[...]
    for child in children {
      if let other = kept.first, other.kind == child.name {
        kept.removeFirst()
        compare(child, other)
      } else {
        differences.append(
          LibicalDifference(
            name: child.name, isComponent: true, line: child.lineNumber, effect: .dropped,
            fault: kinds.contains(child.name) ? nil : .component))
      }
    }
  }

  /// Whether some line is empty up to its first fold, and a BEGIN or an END behind it.
  private static func hasFrameBehindEmptyStart(_ bytes: ArraySlice<UInt8>) -> Bool {
    // The bytes of the line so far, without line ends and blanks; nil where it does not begin with a fold.
    var start: [UInt8]?
    var isAtStart = true
    var isEmpty = false
    for byte in bytes {
      switch byte {
      case 0x0A:
        (isEmpty, isAtStart) = (isAtStart, true)
        if !isEmpty { start = nil }
      case 0x0D: continue
      case 0x20, 0x09:
        if isEmpty { start = [] }
        (isEmpty, isAtStart) = (false, false)
      default:
        if isAtStart { start = nil }
        (isEmpty, isAtStart) = (false, false)
        guard let begun = start, begun.count < 5 else { continue }
        start = begun + [byte & 0xDF]
        if start?.elementsEqual("BEGIN".utf8) ?? false || start?.elementsEqual("END".utf8) ?? false {
          return true
        }
      }
    }
    return false
  }

  // MARK: Listo's

  /// The name with which a line begins that is no content line, without what libical takes away: blanks
  /// behind, and carriage returns, of which it leaves some.
  private static func beginning(_ property: Property) -> String {
    var name = property.unfolded.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ":") }
      .filter { $0 != 0x0D }
    while let last = name.last, last == 0x20 || last == 0x09 { name.removeLast() }
    return String(decoding: name, as: UTF8.self).uppercased()
  }

  static let lists: Set<PropertyID> = [.categories, .resources, .exdate, .rdate]

  private static func readings(_ property: Property) -> [Reading] {
    let parameters = property.parameters.filter { $0.name != "VALUE" }
      .map { written($0.name, $0.values.joined(separator: "|")) }.sorted()
    let values = lists.contains(property.id) ? TextValue.split(property.value) : [property.value]
    let tzid = property.tzid
    // No one knows which type the value of an X- property has, so that a backslash in it may mean itself.
    let type = property.parameter("VALUE")?.value.uppercased()
    if property.id == .other, property.name.hasPrefix("X-") {
      return [Reading(value: property.rawText, parameters: parameters, type: type)]
    }
    return values.map {
      Reading(
        value: text($0, property.id, tzid) ?? String(decoding: $0, as: UTF8.self), parameters: parameters,
        type: type)
    }
  }

  static let dates: Set<PropertyID> = [
    .due, .dtstart, .dtend, .recurrenceID, .exdate, .rdate, .completed, .created, .dtstamp, .lastModified,
  ]

  /// Those, and properties of durations.
  static let timed = dates.union([.acknowledged, .duration, .estimatedDuration, .refreshInterval, .trigger])

  /// Parameters whose values are words, in any case: libical writes them in capitals.
  private static let words: Set<String> = [
    "CUTYPE", "ENCODING", "FBTYPE", "PARTSTAT", "RANGE", "RELATED", "RELTYPE", "ROLE", "RSVP",
  ]

  private static func written(_ name: String, _ value: String) -> String {
    "\(name)=\(words.contains(name) ? value.uppercased() : value)"
  }

  /// Listo's reading of a value, as text; nil for a value that is not of its type.
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
    case .geo: return (try? GeoPosition.parse(value)).map { withoutTrailingZeros($0.description) }
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

  /// libical's reading of a property, parsed without Listo's functions for typed values. libical has one
  /// property for each value of a list.
  private static func reading(_ property: LibicalComponent.Property) -> Reading {
    let id = PropertyID(name: property.name)
    let parameters = property.parameters.filter { $0.name != "VALUE" }
      .map { written($0.name.uppercased(), decoded($0)) }.sorted()
    let value: String =
      switch id {
      case .rrule, .exrule: orderedParts(property.value)
      case .status, .class, .transp, .action: unescaped(property.value).uppercased()
      case .geo: withoutTrailingZeros(property.value)
      case .dtstart, .dtend, .due, .recurrenceID, .exdate, .rdate, .duration, .trigger, .priority, .sequence:
        property.value
      default: property.name.hasPrefix("X-") ? property.value : unescaped(property.value)
      }
    return Reading(
      value: value, parameters: parameters, type: property.writtenType, usedType: property.type)
  }

  /// The value of a parameter; `|` between those of which libical 4 keeps several, each in quotation marks.
  private static func decoded(_ parameter: LibicalComponent.Parameter) -> String {
    ParameterValue.decode(Array(parameter.value.replacing("\",\"", with: "|").utf8)[...])
  }

  /// libical writes six decimals of a number.
  private static func withoutTrailingZeros(_ position: String) -> String {
    let numbers = position.split(separator: ";", omittingEmptySubsequences: false).map { number in
      guard number.contains(".") else { return String(number) }
      let digits = number.reversed().drop { $0 == "0" }
      return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
    }
    return numbers.joined(separator: ";")
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

extension Property {
  /// One of its tags or resources has a comma in it.
  fileprivate var hasCommaInTag: Bool {
    (id == .categories || id == .resources) && value.contains(0x5C) && texts.contains { $0.contains(",") }
  }
}
