internal import ICalendar

/// What was read of the properties that others are compared with; `nil` where they are missing or cannot be read.
struct ComparedValues {
  var start: Moment?
  /// DUE, or the DTEND of an event.
  var end: (moment: Moment, property: Property)?
  var rules: [(rule: RecurrenceRule, property: Property)] = []
}

/// Whether one property says what its type allows (`bad-value`, `bad-parameter`, `unknown-zone`).
struct ValueCheck {
  let file: String
  /// The calendar's.
  var zones = ZoneTable.empty
  var findings: [Diagnostic] = []
  private var days = RuleDays()

  init(file: String) { self.file = file }

  /// Checks a property of a component of this kind, and notes its value where others are compared with it.
  mutating func check(_ property: Property, in kind: ComponentKind, _ values: inout ComparedValues) {
    checkWriting(property)
    guard let reading = ValueReading(property, in: kind) else { return }
    if let word = reading.hint, let problem = reading.typeProblem {
      switch problem {
      case .notAllowed:
        let allowed = reading.type.valueParameters.joined(separator: " or ")
        report(
          .badParameter, property,
          "VALUE=\(ShortenedValue.shown(word)) does not go with \(property.name): it is \(allowed) (\(reading.section))"
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
      switch property.id {
      case .dtstart: if values.start == nil { values.start = moment }
      case .due, .dtend: if values.end == nil { values.end = (moment, property) }
      default: break
      }
    case .moments(let first): if let first { checkZone(first, reading, property) }
    case .trigger(.absolute) where reading.hint == nil:
      report(
        .badParameter, property,
        "TRIGGER is a time without VALUE=DATE-TIME; it is read as one (\(reading.section))", as: .note)
    case .recurrence(let rule):
      guard days.has(rule) else {
        return reportValue(of: property, "no day satisfies this rule", reading.section)
      }
      if property.id == .rrule { values.rules.append((rule, property)) }
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
        "\(property.name) is in the zone \(ShortenedValue.quoted(tzid)), which neither the file nor the system defines"
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
      case .noName: "a semicolon behind \(property.name) without a parameter"
      case .noValue(let name): "the parameter \(ShortenedValue.shown(name)) of \(property.name) has no value"
      case .textBehindQuote(let name):
        "text behind the quotation marks of the parameter \(ShortenedValue.shown(name))"
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
