package import ICalendar

/// The value of a property, read by its type and by what its parameters say of it: the one reader of all
/// checks.
package struct ValueReading {
  /// A property's value, by its type.
  package enum Value {
    /// Of ``ValueType/moment`` and ``ValueType/utc``; in UTC then.
    case moment(Moment)
    /// A list of dates, by its first.
    case moments(first: Moment?)
    case trigger(Trigger)
    /// By reference: a rule is large, and rare.
    indirect case recurrence(RecurrenceRule)
    case word(isKnown: Bool)
    /// A duration, a number, an offset or a position, which is nowhere compared.
    case other
  }

  /// The problem with a VALUE parameter.
  package enum TypeProblem {
    /// It does not go with the property; the value was read by its shape.
    case notAllowed
    /// The value is of another type that goes with the property, and was read by its shape.
    case contradicted
  }

  private let rule: ValueRule
  package var type: ValueType { rule.type }
  /// The section that says so.
  package var section: String { rule.section }
  /// The VALUE parameter, in upper case.
  package let hint: String?
  package let tzid: String?
  package let typeProblem: TypeProblem?
  package let value: Result<Value, ValueError>

  /// - Returns: nil for a property of which no rule is known.
  package init?(_ property: Property, in kind: ComponentKind) {
    guard let rule = ValueType.of(property.id, in: kind) else { return nil }
    let type = rule.type
    var hint: String?
    var tzid: String?
    for parameter in property.parameters {
      switch parameter.name {
      case "VALUE": hint = parameter.value.uppercased()
      case "TZID": tzid = parameter.value
      default: continue
      }
    }
    (self.rule, self.hint, self.tzid) = (rule, hint, tzid)
    let isAllowed = hint.map { type.valueParameters.contains($0) } ?? true
    let value = Self.read(property, as: type, isAllowed ? hint : nil, tzid)
    if case .failure = value, isAllowed, hint != nil,
      case .success(let other) = Self.read(property, as: type, nil, tzid)
    {
      (self.value, typeProblem) = (.success(other), .contradicted)
    } else {
      (self.value, typeProblem) = (value, isAllowed ? nil : .notAllowed)
    }
  }

  private static func read(_ property: Property, as type: ValueType, _ hint: String?, _ tzid: String?)
    -> Result<Value, ValueError>
  {
    do throws(ValueError) {
      return .success(try value(of: property, as: type, hint, tzid))
    } catch {
      return .failure(error)
    }
  }

  private static func value(
    of property: Property, as type: ValueType, _ hint: String?, _ tzid: String?
  ) throws(ValueError) -> Value {
    try value(property.value, of: property.id, as: type, hint, tzid)
  }

  /// A value of a property, without what its line says beside the value.
  static func value(
    _ value: ArraySlice<UInt8>, of id: PropertyID, as type: ValueType, _ hint: String?, _ tzid: String?
  ) throws(ValueError) -> Value {
    switch type {
    case .moment: return .moment(try Moment.decode(value, valueIsDate: hint.map { $0 == "DATE" }, tzid: tzid))
    case .utc:
      let moment = try Moment.decode(value, valueIsDate: hint.map { $0 == "DATE" }, tzid: tzid)
      guard case .utc = moment else {
        throw ValueError(.date, "it must be a UTC time such as 20261201T101500Z")
      }
      return .moment(moment)
    case .moments: return .moments(first: try first(of: value, id, hint, tzid))
    case .duration: _ = try CalendarDuration.parse(value)
    case .trigger:
      return .trigger(try Trigger.parse(value, valueIsDateTime: hint.map { $0 == "DATE-TIME" }))
    case .recurrence: return .recurrence(try RecurrenceRule.parse(value))
    case .integer(let range):
      guard range.contains(try IntegerValue.parse(value)) else {
        let isOpen = range.upperBound == Int(Int32.max)
        throw ValueError(
          .integer,
          isOpen ? "it must not be negative" : "it must be from \(range.lowerBound) to \(range.upperBound)")
      }
    case .offset: _ = try UTCOffset.parse(value)
    case .geo: _ = try GeoPosition.parse(value)
    case .words(let words): return .word(isKnown: words.contains { isEqual($0, value) })
    }
    return .other
  }

  /// Equal but for the case of ASCII letters.
  private static func isEqual(_ upper: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    guard upper.utf8.count == bytes.count else { return false }
    return zip(upper.utf8, bytes).allSatisfy { $0 == $1 || ($0 &- 65 < 26 && $1 == $0 | 32) }
  }

  /// Reads every value of a list; of what is none, the first is told, with the number of the others.
  private static func first(
    of list: ArraySlice<UInt8>, _ id: PropertyID, _ hint: String?, _ tzid: String?
  ) throws(ValueError) -> Moment? {
    var bad = 0
    var problem: ValueError?
    var first: Moment?
    for part in list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      do throws(ValueError) {
        let moment = try moment(part, of: id, hint, tzid)
        if first == nil { first = moment }
      } catch {
        bad += 1
        if problem == nil {
          problem = ValueError(error.code, "\(ShortenedValue.quoted(part)) is \(error.reason)")
        }
      }
    }
    guard let problem else { return first }
    throw ValueError(
      problem.code, bad > 1 ? "\(problem.reason), and \(bad - 1) more of its values" : problem.reason)
  }

  /// One of a list of dates, times or, in RDATE, periods: of a period its beginning.
  private static func moment(
    _ part: ArraySlice<UInt8>, of id: PropertyID, _ hint: String?, _ tzid: String?
  ) throws(ValueError) -> Moment {
    let isPeriod = hint == "PERIOD" || (hint == nil && id == .rdate && part.contains(UInt8(ascii: "/")))
    return isPeriod
      ? try PeriodValue.parse(part, tzid: tzid).start
      : try Moment.decode(part, valueIsDate: hint.map { $0 == "DATE" }, tzid: tzid)
  }

  /// Those values of a list that can be read, as they are written.
  package func readable(of property: Property) -> [ArraySlice<UInt8>] {
    let hint = typeProblem == nil ? self.hint : nil
    return property.value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).filter {
      (try? Self.moment($0, of: property.id, hint, tzid)) != nil
    }
  }
}

/// Whether rules have days: to search takes up to 0.3 ms, and the same few come again and again.
package struct RuleDays {
  /// The parts of a rule that decide on which days it falls.
  private struct Parts: Hashable {
    let countsInMonth: Bool
    let months: [RecurrenceRule.Month]
    let days: [RecurrenceRule.WeekdayNumber]
    let monthDays, yearDays: [Int]
  }

  private var known: [Parts: Bool] = [:]

  /// Nothing is known of any rule yet.
  package init() {}

  /// - Complexity: O(1) for a rule whose like was met; else that of ``RecurrenceRule/hasDays``.
  package mutating func has(_ rule: RecurrenceRule) -> Bool {
    // Without two conditions that could exclude each other there are days.
    guard
      !rule.byMonthDay.isEmpty || !rule.byYearDay.isEmpty || rule.byDay.contains(where: { $0.ordinal != nil })
    else { return true }
    let parts = Parts(
      countsInMonth: rule.frequency == .monthly, months: rule.byMonth, days: rule.byDay,
      monthDays: rule.byMonthDay, yearDays: rule.byYearDay)
    if let answer = known[parts] { return answer }
    let answer = rule.hasDays
    if known.count < 1024 { known[parts] = answer }
    return answer
  }
}
