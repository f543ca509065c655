internal import ICalendar

/// The check of the components of one batch: each property by itself, its number in a component, and the
/// relations between properties.
struct ComponentCheck {
  /// With all findings, in no particular order.
  var values: ValueCheck
  private let zoneCache: ZoneCache
  /// Some bytes of the batch are not UTF-8, so that each line is looked at.
  private let hasInvalidText: Bool

  init(file: String, zoneCache: ZoneCache, hasInvalidText: Bool) {
    values = ValueCheck(file: file)
    (self.zoneCache, self.hasInvalidText) = (zoneCache, hasInvalidText)
  }

  /// A component of a calendar, with all that is in it.
  ///
  /// - Parameter hasMethod: the calendar has a METHOD.
  mutating func check(_ lines: ComponentLines, _ zones: ZoneTable, hasMethod: Bool) {
    values.enter(zones)
    check(lines, hasMethod: hasMethod)
  }

  /// A calendar's own properties, those behind its components among them.
  mutating func check(header: ComponentLines, of calendar: CalendarContext) {
    values.enter(calendar.zones)
    var read = ReadLines()
    checkLines(of: header, in: header.kind, &read)
    for trailing in calendar.trailing { checkLines(of: ComponentLines(trailing), in: header.kind, &read) }
    checkWhole(header.component, read, hasMethod: false)
  }

  private mutating func check(_ lines: ComponentLines, hasMethod: Bool) {
    var read = ReadLines()
    checkLines(of: lines, in: lines.kind, &read)
    checkWhole(lines.component, read, hasMethod: hasMethod)
    for child in lines.children { check(child, hasMethod: hasMethod) }
  }

  /// The values read from the lines of one component.
  private struct ReadLines {
    var present: PropertySet = []
    var compared = ComparedValues()
  }

  /// Each line by itself.
  private mutating func checkLines(of lines: ComponentLines, in kind: ComponentKind, _ read: inout ReadLines)
  {
    for place in lines.places {
      if hasInvalidText { checkText(lines.component.property(at: place)) }
      let id = place.id
      guard id != .malformed else { continue }
      values.check(place, of: lines, in: kind, &read.compared)
      if id != .other, read.present.contains(id) {
        reportRepetition(of: lines.component.property(at: place), Cardinality.of(kind))
      }
      read.present.insert(id)
    }
  }

  /// Checks the relations between lines, and reports missing ones.
  private mutating func checkWhole(_ component: Component, _ read: ReadLines, hasMethod: Bool) {
    let kind = component.kind
    if let cardinality = Cardinality.of(kind) {
      for id in cardinality.required.missing(from: read.present) {
        report(component, "\(component.name) has no \(id.name) (\(cardinality.section))")
      }
    }
    checkPresence(component, read.present, hasMethod: hasMethod)
    checkOrder(read.compared)
    for (rule, line) in read.compared.rules { checkUntil(rule, line: line, read.compared.start, kind) }
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
        "a second \(property.name); the first counts (\(cardinality.section))")
    }
  }

  private mutating func checkPresence(_ component: Component, _ present: PropertySet, hasMethod: Bool) {
    let hasStart = present.contains(.dtstart)
    switch component.kind {
    case .vtodo, .vevent, .vjournal:
      if component.kind == .vevent, !hasStart, !hasMethod {
        report(component, "VEVENT has no DTSTART (RFC 5545 §3.6.1)")
      } else if present.contains(.rrule), !hasStart {
        report(component, "RRULE without DTSTART: the rule has no start (RFC 5545 §3.8.5.3)")
      }
      if component.kind == .vtodo, present.contains(.duration), !hasStart {
        report(component, "DURATION without DTSTART: the duration has no start (RFC 5545 §3.6.2)")
      }
      let end: PropertyID = component.kind == .vtodo ? .due : .dtend
      if present.contains(end), present.contains(.duration) {
        let line = component.first(.duration)?.lineNumber ?? component.lineNumber
        values.report(
          .repeatedProperty, line: line, "DURATION and \(end.name) both define the end; \(end.name) counts")
      }
    case .valarm:
      if present.contains(.repeat) != present.contains(.duration) {
        report(component, "an alarm needs both REPEAT and DURATION, or neither (RFC 5545 §3.6.6)")
      }
    default: break
    }
  }

  private mutating func report(_ component: Component, _ message: String) {
    values.report(.missingProperty, line: component.lineNumber, message)
  }

  // MARK: What they say of each other

  private mutating func checkOrder(_ compared: ComparedValues) {
    guard let start = compared.start, let (end, id, line) = compared.end else { return }
    let name = id.name
    switch (start, end) {
    case (.date(let first), .date(let last)):
      if last < first { values.report(.badValue, line: line, "\(name) is before DTSTART") }
    case (.date, _), (_, .date):
      values.report(
        .badValue, line: line, "\(name) and DTSTART must both be dates, or both times (RFC 5545 §3.8.2.3)")
    case (.floating(let first), .floating(let last)):
      if last < first { values.report(.badValue, line: line, "\(name) is before DTSTART") }
    case (.floating, _), (_, .floating):
      values.report(
        .badValue, line: line,
        "only one of \(name) and DTSTART is floating (RFC 5545 §3.8.2.3)",
        as: .note)
    default:
      guard let first = instant(start), let last = instant(end), last < first else { return }
      values.report(.badValue, line: line, "\(name) is before DTSTART")
    }
  }

  private func instant(_ moment: Moment) -> Instant? {
    switch moment {
    case .utc(let local): Instant(utc: local)
    case .zoned(let local, let tzid): values.zones.zone(tzid)?.instant(of: local)
    case .date, .floating: nil
    }
  }

  /// UNTIL is of DTSTART's type; it is UTC where DTSTART is UTC or in a zone, and in the observances of zones
  /// (§3.3.10).
  private mutating func checkUntil(
    _ rule: RecurrenceRule, line: Int, _ start: Moment?, _ kind: ComponentKind
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
    values.report(.badValue, line: line, "UNTIL of RRULE must be \(wanted) (RFC 5545 §3.3.10)")
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
      values.report(code, line: component.lineNumber, "this VTIMEZONE has no valid offsets\(reason)")
    }
  }

  private mutating func checkText(_ property: Property) {
    let bytes = property.unfolded
    guard (try? UTF8Span(validating: bytes.span)) == nil else { return }
    values.report(
      .invalidUTF8, property, "bytes that are not UTF-8; they are kept, and shown as \u{FFFD}")
  }
}
