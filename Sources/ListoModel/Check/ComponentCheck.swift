internal import ICalendar

/// What is wrong with the components of one batch: each property by itself, how often it stands, and what properties say of
/// each other.
struct ComponentCheck {
  private var values: ValueCheck
  private let zoneCache: ZoneCache
  /// Some bytes of the batch are not UTF-8, so that each line is looked at.
  private let hasInvalidText: Bool

  init(file: String, zoneCache: ZoneCache, hasInvalidText: Bool) {
    values = ValueCheck(file: file)
    (self.zoneCache, self.hasInvalidText) = (zoneCache, hasInvalidText)
  }

  /// In no particular order.
  var findings: [Diagnostic] { values.findings }

  mutating func append(_ more: [Diagnostic]) { values.findings += more }

  /// A component of a calendar, with all that is in it.
  ///
  /// - Parameter hasMethod: the calendar has a METHOD.
  mutating func check(_ lines: ComponentLines, _ zones: ZoneTable, hasMethod: Bool) {
    values.zones = zones
    check(lines, hasMethod: hasMethod)
  }

  /// A calendar's own properties, those behind its components among them.
  mutating func check(header: Component, of calendar: CalendarContext) {
    values.zones = calendar.zones
    check(
      header.properties.map { $0 } + calendar.trailing.flatMap { Array($0.properties) }, of: header,
      hasMethod: false)
  }

  private mutating func check(_ lines: ComponentLines, hasMethod: Bool) {
    check(lines.properties, of: lines.component, hasMethod: hasMethod)
    for child in lines.children { check(child, hasMethod: hasMethod) }
  }

  private mutating func check(
    _ properties: some Sequence<Property>, of component: Component, hasMethod: Bool
  ) {
    let kind = component.kind
    let cardinality = Cardinality.of(kind)
    var present: PropertySet = []
    var compared = ComparedValues()
    for property in properties {
      if hasInvalidText { checkText(property) }
      let id = property.id
      guard id != .malformed else { continue }
      values.check(property, in: kind, &compared)
      if id != .other, present.contains(id) { reportRepetition(of: property, cardinality) }
      present.insert(id)
    }
    if let cardinality {
      for id in cardinality.required.missing(from: present) {
        report(component, "\(component.name) has no \(id.name) (\(cardinality.section))")
      }
    }
    checkPresence(component, present, hasMethod: hasMethod)
    checkOrder(compared, kind)
    for (rule, property) in compared.rules { checkUntil(rule, property, compared.start, kind) }
    if kind == .vtimezone { checkZone(component) }
  }

  // MARK: How often

  private mutating func reportRepetition(of property: Property, _ cardinality: Cardinality?) {
    if property.id == .rrule {
      values.report(
        .repeatedProperty, property, "a second RRULE; the first counts (RFC 5545 §3.8.5.3)", as: .note)
    } else if let cardinality, cardinality.once.contains(property.id) {
      values.report(
        .repeatedProperty, property,
        "\(property.name) stands here again; the first counts (\(cardinality.section))")
    }
  }

  private mutating func checkPresence(_ component: Component, _ present: PropertySet, hasMethod: Bool) {
    let hasStart = present.contains(.dtstart)
    switch component.kind {
    case .vtodo, .vevent, .vjournal:
      if component.kind == .vevent, !hasStart, !hasMethod {
        report(component, "VEVENT has no DTSTART (RFC 5545 §3.6.1)")
      } else if present.contains(.rrule), !hasStart {
        report(component, "RRULE without DTSTART: the rule has no beginning (RFC 5545 §3.8.5.3)")
      }
      if component.kind == .vtodo, present.contains(.duration), !hasStart {
        report(component, "DURATION without DTSTART: it has no beginning (RFC 5545 §3.6.2)")
      }
      let end: PropertyID = component.kind == .vtodo ? .due : .dtend
      if present.contains(end), present.contains(.duration) {
        let line = component.first(.duration)?.lineNumber ?? component.lineNumber
        values.report(
          .repeatedProperty, line: line, "DURATION beside \(end.name): both say the end; \(end.name) counts")
      }
    case .valarm:
      if present.contains(.repeat) != present.contains(.duration) {
        report(component, "REPEAT and DURATION of an alarm go together (RFC 5545 §3.6.6)")
      }
    default: break
    }
  }

  private mutating func report(_ component: Component, _ message: String) {
    values.report(.missingProperty, line: component.lineNumber, message)
  }

  // MARK: What they say of each other

  private mutating func checkOrder(_ compared: ComparedValues, _ kind: ComponentKind) {
    guard let start = compared.start, let (end, property) = compared.end else { return }
    let name = property.name
    switch (start, end) {
    case (.date(let first), .date(let last)):
      if last < first { values.report(.badValue, property, "\(name) is before DTSTART") }
    case (.date, _), (_, .date):
      values.report(
        .badValue, property, "\(name) and DTSTART must both be dates, or both times (RFC 5545 §3.8.2.3)")
    case (.floating(let first), .floating(let last)):
      if last < first { values.report(.badValue, property, "\(name) is before DTSTART") }
    case (.floating, _), (_, .floating):
      values.report(
        .badValue, property, "one of \(name) and DTSTART floats, and the other does not (RFC 5545 §3.8.2.3)",
        as: .note)
    default:
      guard let first = instant(start), let last = instant(end), last < first else { return }
      values.report(.badValue, property, "\(name) is before DTSTART")
    }
  }

  private func instant(_ moment: Moment) -> Instant? {
    switch moment {
    case .utc(let local): Instant(utc: local)
    case .zoned(let local, let tzid): values.zones.zone(tzid)?.instant(of: local)
    case .date, .floating: nil
    }
  }

  /// UNTIL is of DTSTART's type; it is UTC where DTSTART is UTC or in a zone, and in the observances of zones (§3.3.10).
  private mutating func checkUntil(
    _ rule: RecurrenceRule, _ property: Property, _ start: Moment?, _ kind: ComponentKind
  ) {
    guard let until = rule.until, let start else { return }
    let isObservance = kind == .standard || kind == .daylight
    let wanted: String? =
      switch (start, until) {
      case (.date, .date): nil
      case (.date, _): "a date, as DTSTART is"
      case (_, .utc) where isObservance: nil
      case (.floating, .floating) where !isObservance: nil
      case (.floating, _) where !isObservance: "a time without zone, as DTSTART is"
      case (.utc, .utc), (.zoned, .utc): nil
      default: "a UTC time"
      }
    guard let wanted else { return }
    values.report(.badValue, property, "UNTIL of RRULE must be \(wanted) (RFC 5545 §3.3.10)")
  }

  private mutating func checkZone(_ component: Component) {
    if !component.children.contains(where: { $0.kind == .standard || $0.kind == .daylight }) {
      report(component, "VTIMEZONE has neither STANDARD nor DAYLIGHT (RFC 5545 §3.6.5)")
    } else if case .failure(let error) = zoneCache.result(component) {
      let code: Diagnostic.Code =
        switch error.code {
        case .zoneChanges: .tooManyZoneChanges
        case .recurrenceSteps: .tooManySteps
        default: .badValue
        }
      let reason = code == .badValue ? "" : ": \(error.reason)"
      values.report(code, line: component.lineNumber, "no offsets can be read from this VTIMEZONE\(reason)")
    }
  }

  private mutating func checkText(_ property: Property) {
    let bytes = property.unfolded
    guard (try? UTF8Span(validating: bytes.span)) == nil else { return }
    values.report(
      .invalidUTF8, property, "bytes that are not UTF-8; they are kept, and shown as \u{FFFD}")
  }
}
