internal import ICalendar

/// The parameters of a line for a typed key, which can hold VALUE and TZID, and, where it has one, a single
/// other: as numbers, so that each line of a calendar can ask and nothing is counted by reference.
struct ParameterFacts: Sendable {
  enum Value: UInt8, Sendable { case none, text, uri, recur, integer, date, dateTime, duration, other }
  enum Relation: UInt8, Sendable { case none, parent, other }
  enum Related: UInt8, Sendable { case none, start, end, other }

  private(set) var value = Value.none
  private(set) var relation = Relation.none
  private(set) var related = Related.none
  private(set) var hasZone = false
  /// A parameter that no typed key holds, or one that stands twice or has several values.
  private(set) var hasOthers = false
  /// The index of the zone in ``ReminderPlace/zones``; -1 where TZID names none.
  var zone = -1

  /// The facts of a line without parameters.
  static let none = ParameterFacts()

  private init() {}

  /// The facts of a line with these parameters, but for the index of its zone.
  init(_ parameters: [Parameter]) {
    for parameter in parameters {
      guard parameter.values.count == 1 else {
        hasOthers = true
        if parameter.name == "RELTYPE" { relation = .other }
        continue
      }
      switch parameter.name {
      case "VALUE" where value == .none: value = Value(parameter.value.uppercased())
      case "TZID" where !hasZone: hasZone = true
      case "RELTYPE" where relation == .none:
        relation = parameter.value.uppercased() == "PARENT" ? .parent : .other
      case "RELATED" where related == .none: related = Related(parameter.value.uppercased())
      default: hasOthers = true
      }
    }
  }

  /// Nothing but, perhaps, the VALUE that is the property's default.
  @inline(__always)
  func isPlain(_ type: Value) -> Bool {
    !hasOthers && !hasZone && relation == .none && related == .none && (value == .none || value == type)
  }

  /// Nothing but VALUE, DATE or DATE-TIME, and TZID.
  @inline(__always)
  var isOfMoment: Bool {
    !hasOthers && relation == .none && related == .none
      && (value == .none || value == .date || value == .dateTime)
  }

  /// Nothing but, perhaps, that RELATED-TO names a parent, which is the default (RFC 5545 §3.2.15), and that
  /// it is TEXT.
  @inline(__always)
  var isOfParent: Bool {
    !hasOthers && !hasZone && relation != .other && related == .none && (value == .none || value == .text)
  }

  /// VALUE says nothing else than that a time is one with a clock, or a date.
  @inline(__always)
  func isTyped(_ moment: DigitMoment) -> Bool {
    value != .date && value != .dateTime || (value == .date) != moment.hasTime
  }

  /// A value as the time that VALUE says it is, without its zone; nil for what is none, and beside other
  /// parameters.
  ///
  /// - Parameter lastSecond: 60 where a leap second is one too.
  @inline(__always)
  func moment(_ bytes: Span<UInt8>, _ value: Range<Int>, lastSecond: Int = 59) -> DigitMoment? {
    guard isOfMoment, let moment = DigitMoment(bytes, value, lastSecond: lastSecond),
      isTyped(moment)
    else { return nil }
    return moment
  }
}

extension ParameterFacts.Value {
  /// - Parameter word: in upper case.
  init(_ word: String) {
    self =
      switch word {
      case "TEXT": .text
      case "URI": .uri
      case "RECUR": .recur
      case "INTEGER": .integer
      case "DATE": .date
      case "DATE-TIME": .dateTime
      case "DURATION": .duration
      default: .other
      }
  }
}

extension ParameterFacts.Related {
  /// - Parameter word: in upper case.
  fileprivate init(_ word: String) {
    self =
      switch word {
      case "START": .start
      case "END": .end
      default: .other
      }
  }
}

/// The parameters of a line as ``ParameterFacts``, with those of which the words are asked.
struct ParameterSection: Sendable {
  let facts: ParameterFacts
  /// The first VALUE that has one value, in upper case.
  private let value: String?
  /// The first TZID that has one value.
  let tzid: String?
  /// The first RELTYPE that has one value, in upper case.
  let reltype: String?

  static let empty = ParameterSection([])

  init(_ parameters: [Parameter]) {
    func word(_ name: String) -> String? {
      parameters.first { $0.values.count == 1 && $0.name == name }?.value
    }
    facts = ParameterFacts(parameters)
    value = facts.value == .none ? nil : word("VALUE")?.uppercased()
    tzid = facts.hasZone ? word("TZID") : nil
    reltype = facts.relation == .none ? nil : word("RELTYPE")?.uppercased()
  }

  var hasOthers: Bool { facts.hasOthers }

  /// Nothing but, perhaps, the VALUE that is the property's default.
  func isPlain(_ type: String) -> Bool { facts.isPlain(facts.value) && (value == nil || value == type) }

  /// Nothing but VALUE, DATE or DATE-TIME, and TZID.
  var isOfMoment: Bool { facts.isOfMoment }

  /// The value of the property whose parameters these are, as ``ICalendar/Property/moment()`` has it; nil
  /// where it is none.
  func moment(of property: Property) -> Moment? {
    // `moment()` takes a repeated parameter otherwise.
    guard !hasOthers else { return try? property.moment() }
    let isDate = facts.value == .date ? true : facts.value == .dateTime ? false : nil
    return try? Moment.decode(property.value, valueIsDate: isDate, tzid: tzid)
  }
}
