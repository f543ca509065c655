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
  /// Whether rules have days: to search takes up to 0.3 ms, and the same few come again and again.
  private var rulesWithDays: [DayParts: Bool] = [:]

  /// The parts of a rule that decide on which days it falls.
  private struct DayParts: Hashable {
    let countsInMonth: Bool
    let months: [RecurrenceRule.Month]
    let days: [RecurrenceRule.WeekdayNumber]
    let monthDays, yearDays: [Int]
  }

  init(file: String) { self.file = file }

  /// What the parameters say of the value.
  private struct Hints {
    var value: String?
    /// The VALUE does not go with the property: the value's shape decides.
    var isContradicted = false
    var tzid: String?

    var isDate: Bool? { isContradicted ? nil : value.map { $0 == "DATE" } }
    var isDateTime: Bool? { isContradicted ? nil : value.map { $0 == "DATE-TIME" } }
  }

  /// Checks a property of a component of this kind, and notes its value where others are compared with it.
  mutating func check(_ property: Property, in kind: ComponentKind, _ values: inout ComparedValues) {
    checkWriting(property)
    guard let (type, section) = ValueType.of(property.id, in: kind) else { return }
    let parameters = property.parameters
    var hints = Hints()
    for parameter in parameters {
      switch parameter.name {
      case "VALUE": hints.value = parameter.value.uppercased()
      case "TZID": hints.tzid = parameter.value
      default: continue
      }
    }
    if let word = hints.value, !type.valueParameters.contains(word) {
      let allowed = type.valueParameters.joined(separator: " or ")
      report(
        .badParameter, property,
        "VALUE=\(Raw.shown(word)) does not go with \(property.name): it is \(allowed) (\(section))")
      hints.isContradicted = true
    }
    do throws(ValueError) {
      try read(property, as: type, section, hints, &values)
    } catch {
      var shape = hints
      shape.isContradicted = true
      var uncompared = ComparedValues()
      if let word = hints.value, !hints.isContradicted,
        (try? read(property, as: type, section, shape, &uncompared)) != nil
      {
        report(
          .badParameter, property,
          "VALUE=\(word) of \(property.name) contradicts its value \(Raw.quoted(property.value)) (\(section))"
        )
      } else {
        reportValue(of: property, error.reason, section)
      }
    }
  }

  // MARK: Types

  private mutating func read(
    _ property: Property, as type: ValueType, _ section: String, _ hints: Hints,
    _ values: inout ComparedValues
  ) throws(ValueError) {
    let value = property.value
    switch type {
    case .moment:
      let moment = try Moment.decode(value, valueIsDate: hints.isDate, tzid: hints.tzid)
      checkZone(moment, hints, property)
      switch property.id {
      case .dtstart: if values.start == nil { values.start = moment }
      case .due, .dtend: if values.end == nil { values.end = (moment, property) }
      default: break
      }
    case .utc:
      guard case .utc = try Moment.decode(value, valueIsDate: hints.isDate, tzid: hints.tzid) else {
        throw ValueError(.date, "it must be a UTC time such as 20261201T101500Z")
      }
    case .moments: try readList(property, hints)
    case .duration: _ = try CalendarDuration.parse(value)
    case .trigger:
      guard case .absolute = try Trigger.parse(value, valueIsDateTime: hints.isDateTime), hints.value == nil
      else {
        return
      }
      report(
        .badParameter, property, "TRIGGER is a time without VALUE=DATE-TIME; it is read as one (\(section))",
        as: .note)
    case .recurrence:
      let rule = try RecurrenceRule.parse(value)
      guard hasDays(rule) else { throw ValueError(.recurrenceBound, "no day satisfies this rule") }
      if property.id == .rrule { values.rules.append((rule, property)) }
    case .integer(let range):
      guard range.contains(try IntegerValue.parse(value)) else {
        let isOpen = range.upperBound == Int(Int32.max)
        throw ValueError(
          .integer,
          isOpen ? "it must not be negative" : "it must be from \(range.lowerBound) to \(range.upperBound)")
      }
    case .offset: _ = try UTCOffset.parse(value)
    case .geo: _ = try GeoPosition.parse(value)
    case .words(let words):
      guard !words.contains(where: { Raw.equal($0, value) }) else { return }
      reportValue(of: property, "it must be \(words.joined(separator: ", "))", section)
    }
  }

  /// Reads every value of a list; the first that is none is reported, with the number of the others.
  private mutating func readList(_ property: Property, _ hints: Hints) throws(ValueError) {
    var bad = 0
    var first: ValueError?
    var sample: Moment?
    for part in property.value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      do throws(ValueError) {
        let looksLikePeriod = property.id == .rdate && part.contains(UInt8(ascii: "/"))
        let isPeriod = hints.value == "PERIOD" || (hints.value == nil && looksLikePeriod)
        let moment =
          isPeriod
          ? try PeriodValue.parse(part, tzid: hints.tzid).start
          : try Moment.decode(part, valueIsDate: hints.isDate, tzid: hints.tzid)
        if sample == nil { sample = moment }
      } catch {
        bad += 1
        if first == nil { first = ValueError(error.code, "\(Raw.quoted(part)) is \(error.reason)") }
      }
    }
    if let sample { checkZone(sample, hints, property) }
    guard let first else { return }
    throw ValueError(
      first.code, bad > 1 ? "\(first.reason), and \(bad - 1) more of its values" : first.reason)
  }

  private mutating func hasDays(_ rule: RecurrenceRule) -> Bool {
    // Without two conditions that could exclude each other there are days.
    guard
      !rule.byMonthDay.isEmpty || !rule.byYearDay.isEmpty || rule.byDay.contains(where: { $0.ordinal != nil })
    else { return true }
    let parts = DayParts(
      countsInMonth: rule.frequency == .monthly, months: rule.byMonth, days: rule.byDay,
      monthDays: rule.byMonthDay,
      yearDays: rule.byYearDay)
    if let known = rulesWithDays[parts] { return known }
    let answer = rule.hasDays
    if rulesWithDays.count < 1024 { rulesWithDays[parts] = answer }
    return answer
  }

  // MARK: Parameters

  private mutating func checkZone(_ moment: Moment, _ hints: Hints, _ property: Property) {
    if case .date = moment, hints.value == nil {
      report(
        .badParameter, property,
        "\(property.name) is a date without VALUE=DATE; it is read as one (RFC 5545 §3.3.4)", as: .note)
    }
    guard let tzid = hints.tzid else { return }
    switch moment {
    case .zoned where zones.zone(tzid) == nil:
      report(
        .unknownZone, property,
        "\(property.name) is in the zone \(Raw.quoted(tzid)), which neither the file nor the system defines")
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
      case .noValue(let name): "the parameter \(Raw.shown(name)) of \(property.name) has no value"
      case .textBehindQuote(let name): "text behind the quotation marks of the parameter \(Raw.shown(name))"
      }
    report(.badParameter, property, reason)
  }

  private mutating func reportValue(of property: Property, _ reason: String, _ section: String) {
    report(
      .badValue, property, "\(property.name) is \(Raw.quoted(property.value)): \(reason) (\(section))")
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
