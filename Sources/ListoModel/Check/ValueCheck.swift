internal import ICalendar

/// The values of the properties that others are compared with; `nil` where they are missing or cannot be
/// read.
struct ComparedValues {
  var start: Moment?
  /// DUE, or the DTEND of an event.
  var end: (moment: Moment, id: PropertyID, line: Int)?
  var rules: [(rule: RecurrenceRule, line: Int)] = []

  /// Notes a moment, if it is one that others are compared with: of several the first.
  mutating func take(_ moment: Moment, of id: PropertyID, line: Int) {
    switch id {
    case .dtstart: if start == nil { start = moment }
    case .due, .dtend: if end == nil { end = (moment, id, line) }
    default: break
    }
  }
}

/// Whether one property says what its type allows (`bad-value`, `bad-parameter`, `unknown-zone`).
struct ValueCheck {
  let file: String
  /// The calendar's.
  private(set) var zones = ZoneTable.empty
  var findings: [Diagnostic] = []
  private var days = RuleDays()
  private let forms = PlainForm.table
  private let statusWords = PlainForm.statusWords
  /// Some that ``zones`` has: as a TZID is written, and what it says.
  private var knownZones: [(written: [UInt8], tzid: String)] = []
  private static let knownZoneLimit = 8

  init(file: String) { self.file = file }

  /// Sets the zones of the calendar that is checked from now on.
  mutating func enter(_ zones: ZoneTable) {
    guard zones !== self.zones else { return }
    self.zones = zones
    knownZones.removeAll()
  }

  /// Checks the property on a line, and notes its value where others are compared with it. Of a line that is
  /// right as it stands nothing is made: to make a property of each, and to read it, took a fifth of a check.
  ///
  /// - Parameter kind: that of the component whose rules count.
  mutating func check(
    _ place: LinePlace, of lines: ComponentLines, in kind: ComponentKind, _ values: inout ComparedValues
  ) {
    if !isRight(place, lines.bytes, in: kind, &values) {
      check(lines.component.property(at: place), in: kind, &values)
    }
  }

  /// Whether the bytes of the line tell that there is nothing to find.
  private mutating func isRight(
    _ place: LinePlace, _ source: [UInt8], in kind: ComponentKind, _ values: inout ComparedValues
  ) -> Bool {
    let form = forms[Int(place.id.rawValue)]
    if case .text = form { return !place.hasParameters }
    let bytes = source.span
    guard let value = place.plainValue else {
      switch form {
      case .moment: return isRightMoment(place, source, &values)
      case .trigger: return isRightTime(place, bytes)
      default: return false
      }
    }
    switch form {
    case .text: return true
    case .utc: return DigitMoment(bytes, value)?.isUTC ?? false
    case .moment:
      guard let moment = DigitMoment(bytes, value), moment.hasTime, let local = moment.local else {
        return false
      }
      values.take(moment.isUTC ? .utc(local) : .floating(local), of: place.id, line: place.lineNumber)
      return true
    case .duration, .trigger: return PlainForm.isDuration(bytes, value)
    case .number(let limit): return PlainForm.number(bytes, value).map { $0 <= limit } ?? false
    case .status:
      guard let word = ShortWord(bytes, value) else { return false }
      return statusWords.contains { $0.kind == kind && $0.word == word }
    case .other: return false
    }
  }

  /// A date with `VALUE=DATE`, or a time in a zone that is known, with nothing else before it.
  private mutating func isRightMoment(
    _ place: LinePlace, _ source: [UInt8], _ values: inout ComparedValues
  ) -> Bool {
    let bytes = source.span
    guard let value = place.valueOfMoment(in: bytes), let moment = DigitMoment(bytes, value),
      let local = moment.local
    else { return false }
    guard moment.hasTime else {
      values.take(.date(local.day), of: place.id, line: place.lineNumber)
      return true
    }
    guard let tzid = knownZone(source, place.zone(ofMomentAt: value)) else { return false }
    values.take(.zoned(local, tzid: tzid), of: place.id, line: place.lineNumber)
    return true
  }

  /// The TZID that is written there, if it is that of a zone.
  private mutating func knownZone(_ bytes: [UInt8], _ written: Range<Int>) -> String? {
    for zone in knownZones
    where zone.written.count == written.count && bytes.span.holds(zone.written, at: written.lowerBound) {
      return zone.tzid
    }
    let tzid = ParameterValue.decode(bytes[written])
    guard zones.zone(tzid) != nil else { return nil }
    if knownZones.count < Self.knownZoneLimit { knownZones.append((Array(bytes[written]), tzid)) }
    return tzid
  }

  /// A TRIGGER that is a time, and says so.
  private func isRightTime(_ place: LinePlace, _ bytes: Span<UInt8>) -> Bool {
    guard place.hasParameters, !place.isFolded else { return false }
    let (start, end) = (place.content.lowerBound + place.nameLength + 1, place.content.upperBound)
    guard end - start == ShortWord.valueIsDateTime.count + 16,
      ShortWord.valueIsDateTime.stands(in: bytes, at: start)
    else { return false }
    return DigitMoment(bytes, end - 16..<end)?.isUTC ?? false
  }

  /// The same of a property, whatever its bytes are.
  mutating func check(_ property: Property, in kind: ComponentKind, _ values: inout ComparedValues) {
    checkWriting(property)
    guard let reading = ValueReading(property, in: kind) else {
      if property.isQuotedPrintable {
        report(
          .badValue, property,
          "\(property.name) is in QUOTED-PRINTABLE, which iCalendar does not have (RFC 5545 §3.2.7)")
      }
      return
    }
    if let word = reading.hint, let problem = reading.typeProblem {
      switch problem {
      case .notAllowed:
        let allowed = reading.type.valueParameters.joined(separator: " or ")
        report(
          .badParameter, property,
          "VALUE=\(ShortenedValue.shown(word)) is not allowed for \(property.name), only \(allowed) (\(reading.section))"
        )
      case .contradicted:
        return report(
          .badParameter, property,
          "VALUE=\(word) of \(property.name) contradicts its value \(ShortenedValue.quoted(property.value)) (\(reading.section))"
        )
      }
    }
    switch reading.value {
    case .success(let value): check(value, of: property, reading, &values)
    case .failure(let error): reportValue(of: property, error.reason, reading.section)
    }
  }

  private mutating func check(
    _ value: ValueReading.Value, of property: Property, _ reading: ValueReading,
    _ values: inout ComparedValues
  ) {
    switch value {
    case .moment(let moment):
      guard case .moment = reading.type else { return }
      checkZone(moment, reading, property)
      values.take(moment, of: property.id, line: property.lineNumber)
    case .moments(let first): if let first { checkZone(first, reading, property) }
    case .trigger(.absolute) where reading.hint == nil:
      report(
        .badParameter, property,
        "TRIGGER is a time without VALUE=DATE-TIME; it is read as one (\(reading.section))", as: .note)
    case .recurrence(let rule):
      guard days.has(rule) else {
        return reportValue(of: property, "the rule never matches a day", reading.section)
      }
      if property.id == .rrule { values.rules.append((rule, property.lineNumber)) }
    case .word(isKnown: false):
      guard case .words(let words) = reading.type else { return }
      reportValue(of: property, "it must be \(words.joined(separator: ", "))", reading.section)
    case .trigger, .word, .other: break
    }
  }

  // MARK: Parameters

  private mutating func checkZone(_ moment: Moment, _ reading: ValueReading, _ property: Property) {
    if case .date = moment, reading.hint == nil {
      report(
        .badParameter, property,
        "\(property.name) is a date without VALUE=DATE; it is read as one (RFC 5545 §3.3.4)", as: .note)
    }
    guard let tzid = reading.tzid else { return }
    switch moment {
    case .zoned where zones.zone(tzid) == nil:
      report(
        .unknownZone, property,
        "\(property.name) has the time zone \(ShortenedValue.quoted(tzid)), which neither the file nor the system defines"
      )
    case .utc:
      report(.badParameter, property, "TZID beside a UTC time; the time is UTC (RFC 5545 §3.2.19)")
    case .date:
      report(.badParameter, property, "TZID beside a date; it has no effect (RFC 5545 §3.2.19)", as: .note)
    case .floating: report(.badParameter, property, "TZID is empty; the time floats")
    case .zoned: break
    }
  }

  private mutating func checkWriting(_ property: Property) {
    guard let problem = property.parameterProblem else { return }
    let reason =
      switch problem {
      case .unclosedQuote: "a quotation mark in the parameters of \(property.name) is not closed"
      case .noName: "a semicolon after \(property.name) without a parameter"
      case .noValue(let name): "the parameter \(ShortenedValue.shown(name)) of \(property.name) has no value"
      case .textBehindQuote(let name):
        "text after the closing quotation mark of the parameter \(ShortenedValue.shown(name))"
      }
    report(.badParameter, property, reason)
  }

  private mutating func reportValue(of property: Property, _ reason: String, _ section: String) {
    report(
      .badValue, property,
      "\(property.name) is \(ShortenedValue.quoted(property.value)): \(reason) (\(section))")
  }

  mutating func report(
    _ code: Diagnostic.Code, _ property: Property, _ message: String,
    as severity: Diagnostic.Severity = .warning
  ) {
    report(code, line: property.lineNumber, message, as: severity)
  }

  mutating func report(
    _ code: Diagnostic.Code, line: Int, _ message: String, as severity: Diagnostic.Severity = .warning
  ) {
    findings.append(Diagnostic(severity, code, file: file, line: line, message))
  }
}
