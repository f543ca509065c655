internal import ICalendar

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
