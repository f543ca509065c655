internal import ICalendar

/// A way in which programs write a line anew, or add it, without a change of its meaning to people
/// (``EqualityLevel/forPeople``).
///
/// ``all`` is the table, with the programs that do it. It decides whether a side changed something; canonical
/// content, the order of versions and names do not follow it. Documentation/Merging.md, *Rewritten lines*,
/// has the same table.
package struct Rewriting: Sendable {
  /// The line that a rule decides about, its component, and the zones that TZIDs name there.
  struct Place {
    let property: Property
    let component: Component
    let zone: ((String) -> Zone?)?
  }

  enum Effect: Sendable {
    /// The line says nothing if the condition holds.
    case silent(@Sendable (Place) -> Bool)
    /// The value is read as a value of another kind than its canonical form is.
    case reading(ValueKind)
    /// Text is compared by the characters that people see.
    case characters
    /// The value is compared as another one; as it is where this is nil.
    case value(@Sendable (Place) -> [UInt8]?)
  }

  /// The properties, in upper case.
  package let properties: [String]
  /// Programs that are known to write it.
  package let programs: String
  let effect: Effect

  package static let all: [Rewriting] = [
    Rewriting(
      properties: [
        "SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT", "URL", "CATEGORIES", "RESOURCES",
        "STYLED-DESCRIPTION", "X-ALT-DESC",
      ],
      programs: "Google Calendar, Exchange and macOS write empty fields",
      effect: .silent { $0.isEmpty && $0.property.parameter("ALTREP") == nil }),
    Rewriting(
      properties: ["TRANSP"], programs: "Google Calendar, macOS, KOrganizer, KAlarm, Zimbra, Exchange",
      effect: .silent { $0.isWord("OPAQUE") }),
    Rewriting(
      properties: ["REQUEST-STATUS"], programs: "servers that schedule (RFC 6638 §3.2.9)",
      effect: .silent { _ in true }),
    Rewriting(
      properties: ["X-KDE-KCALCORE-ENABLED"], programs: "KOrganizer, in each alarm that is on",
      effect: .silent { $0.isWord("TRUE") }),
    Rewriting(
      properties: ["X-OC-HIDESUBTASKS", "X-OC-HIDECOMPLETEDSUBTASKS"],
      programs: "Nextcloud Tasks",
      effect: .silent { $0.isWord("0") }),
    Rewriting(
      properties: ["UID", "X-WR-ALARMUID", "X-EVOLUTION-ALARM-UID"],
      programs: "iOS and macOS (UID, X-WR-ALARMUID), Evolution (X-EVOLUTION-ALARM-UID)",
      effect: .silent { $0.component.kind == .valarm }),
    Rewriting(
      properties: ["REPEAT"], programs: "programs that write defaults (RFC 5545 §3.8.6.2)",
      effect: .silent { $0.component.kind == .valarm && $0.isWord("0") }),
    Rewriting(
      properties: ["X-APPLE-DEFAULT-ALARM"], programs: "iCloud, in each alarm that a person added",
      effect: .silent { $0.component.kind == .valarm && $0.isWord("FALSE") }),
    Rewriting(
      properties: ["PERCENT-COMPLETE"],
      programs: "Thunderbird, Nextcloud Tasks, iOS",
      effect: .silent {
        let reminder = Reminder($0.component, in: .none)
        return reminder.percent == 100 && Quirks.status(of: reminder, without: .percentComplete) == .completed
      }),
    Rewriting(
      properties: ["DTSTART"],
      programs: "iOS, macOS",
      effect: .silent { place in
        guard let due = place.component.first(.due), place.component.first(.duration) == nil,
          let start = place.moments(of: place.property)
        else { return false }
        return start == place.moments(of: due)
      }),
    Rewriting(
      properties: ["DTSTART", "DUE", "DTEND", "RECURRENCE-ID"],
      programs:
        "Radicale and Google Calendar (UTC); KOrganizer and plugins of Obsidian (dates without VALUE=DATE)",
      effect: .reading(.moments)),
    Rewriting(
      properties: ["RRULE"],
      programs: "Exchange, iOS, Thunderbird",
      effect: .value(\.ruleWithoutImpliedDay)),
    Rewriting(
      properties: ["ORGANIZER"], programs: "KOrganizer and macOS (MAILTO:)",
      effect: .reading(.address)),
    Rewriting(
      properties: [
        "SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT", "CATEGORIES", "RESOURCES", "NAME", "URL",
        "X-WR-CALNAME", "X-WR-CALDESC",
      ],
      programs: "macOS (accents as marks of their own, NFD); Google and macOS (escaped colons)",
      effect: .characters),
  ]

  // MARK: By property

  /// The rules for one property.
  struct Rules: Sendable {
    fileprivate(set) var silences: [@Sendable (Place) -> Bool] = []
    fileprivate(set) var kind: ValueKind?
    fileprivate(set) var comparesCharacters = false
    fileprivate(set) var value: (@Sendable (Place) -> [UInt8]?)?

    /// Nothing but that it may say nothing: what it says is its canonical form.
    var isOnlySilent: Bool { kind == nil && !comparesCharacters && value == nil }
  }

  private static let named: [String: Rules] = all.reduce(into: [:]) { rules, row in
    for name in row.properties {
      switch row.effect {
      case .silent(let condition): rules[name, default: Rules()].silences.append(condition)
      case .reading(let kind): rules[name, default: Rules()].kind = kind
      case .characters: rules[name, default: Rules()].comparesCharacters = true
      case .value(let value): rules[name, default: Rules()].value = value
      }
    }
  }

  private static let byProperty: [Rules?] = PropertyID.allCases.map { named[$0.name] }

  /// - Returns: nil for a property that is in no row.
  static func rules(for property: Property) -> Rules? {
    let id = property.id
    return id == .other ? named[property.name] : byProperty[Int(id.rawValue)]
  }

  /// The same for a property that has an id.
  static func rules(for id: PropertyID) -> Rules? { byProperty[Int(id.rawValue)] }

  /// Whether a line says nothing.
  static func isSilent(_ property: Property, in component: Component, zone: ((String) -> Zone?)?) -> Bool {
    guard let silences = rules(for: property)?.silences, !silences.isEmpty else { return false }
    let place = Place(property: property, component: component, zone: zone)
    return silences.contains { $0(place) }
  }
}

extension Rewriting.Place {
  /// - Parameter word: in upper case.
  fileprivate func isWord(_ word: String) -> Bool {
    var value: [UInt8] = []
    PropertyDefaults.of(property.id).kind.append(property.value, to: &value)
    return value.elementsEqual(word.utf8) { $0.upper == $1 }
  }

  fileprivate var isEmpty: Bool {
    let isList = PropertyDefaults.of(property.id).kind.isList
    return isList ? CanonicalValues.of(property).isEmpty : property.value.isEmpty
  }

  /// A series has the clock of its zone, which a time in UTC has not: there zones count by their names.
  var momentZone: ((String) -> Zone?)? {
    let isSeries = [PropertyID.rrule, .rdate, .exrule].contains { component.first($0) != nil }
    return isSeries ? nil : zone
  }

  /// Keys of the dates and times of a line, equal for equal ones; nil where one cannot be read.
  fileprivate func moments(of property: Property) -> [[UInt8]]? {
    let keys = CanonicalValues.moments(of: property, byShape: true, zone: momentZone).map(\.key)
    return keys.contains { $0.first == 0 } ? nil : keys
  }

  /// The canonical rule without a BYDAY that is the weekday of the first date, of a rule that has no other
  /// part which chooses days.
  fileprivate var ruleWithoutImpliedDay: [UInt8]? {
    guard let text = RecurrenceRule.canonicalText(of: property.value) else { return nil }
    var parts = text.split(separator: ";")
    guard parts.first == "FREQ=WEEKLY", let place = parts.firstIndex(where: { $0.hasPrefix("BYDAY=") }),
      parts.count(where: { $0.hasPrefix("BY") }) == 1,
      let first = component.first(.dtstart) ?? component.first(.due),
      let moment = try? Moment.decode(first.value, valueIsDate: nil, tzid: first.tzid),
      parts[place] == "BYDAY=\(moment.day.weekday.rawValue)"
    else { return nil }
    parts.remove(at: place)
    return Array(parts.joined(separator: ";").utf8)
  }
}

extension CanonicalLine {
  /// The values of a line, as they are compared at a level; none where the line does not count there.
  ///
  /// - Parameter zone: what a TZID means; without it times count by the names of their zones.
  static func elements(
    of property: Property, in component: Component, _ level: EqualityLevel, zone: ((String) -> Zone?)? = nil
  ) -> [[UInt8]] {
    guard level >= .forPeople else { return elements(of: property, zone: zone) }
    guard InsignificantContent.level(of: property, in: component, zone: zone) >= level else { return [] }
    return meanings(of: property, in: component, zone: zone)
  }

  /// The values of a line that is not silent, as they are compared for people.
  static func meanings(
    of property: Property, in component: Component, zone: ((String) -> Zone?)?
  ) -> [[UInt8]] {
    guard let rules = Rewriting.rules(for: property), !rules.isOnlySilent else {
      return elements(of: property, zone: zone)
    }
    let place = Rewriting.Place(property: property, component: component, zone: zone)
    if let value = rules.value {
      guard let rewritten = value(place) else { return [bytes(of: property)] }
      return [head(of: property) + rewritten]
    }
    guard let kind = rules.kind else {
      return elements(of: property, zone: zone).map(ComposedText.characters)
    }
    let head = head(of: property, as: kind)
    guard kind == .moments else {
      var line = head
      kind.append(property.value, to: &line)
      return [line]
    }
    let moments = CanonicalValues.moments(of: property, byShape: true, zone: place.momentZone)
    return moments.isEmpty ? [bytes(of: property)] : moments.map { head + $0.key }
  }
}
