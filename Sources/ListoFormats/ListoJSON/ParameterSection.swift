internal import ICalendar

/// What the parameters of a line say to a typed key, which can hold VALUE and TZID, and, where it has one,
/// a single other.
struct ParameterSection: Sendable {
  /// In upper case.
  private(set) var value: String?
  private(set) var tzid: String?
  private(set) var reltype: String?
  private(set) var related: String?
  /// A parameter that no typed key holds, or one that stands twice or has several values.
  private(set) var hasOthers = false

  static let empty = ParameterSection([])

  init(_ parameters: [Parameter]) {
    for parameter in parameters {
      guard parameter.values.count == 1 else {
        hasOthers = true
        continue
      }
      switch parameter.name {
      case "VALUE" where value == nil: value = parameter.value.uppercased()
      case "TZID" where tzid == nil: tzid = parameter.value
      case "RELTYPE" where reltype == nil: reltype = parameter.value.uppercased()
      case "RELATED" where related == nil: related = parameter.value.uppercased()
      default: hasOthers = true
      }
    }
  }

  /// Nothing but, perhaps, the VALUE that is the property's default.
  func isPlain(_ type: String) -> Bool {
    !hasOthers && tzid == nil && reltype == nil && related == nil && (value == nil || value == type)
  }

  /// Nothing but VALUE, DATE or DATE-TIME, and TZID.
  var isOfMoment: Bool {
    !hasOthers && reltype == nil && related == nil
      && (value == nil || value == "DATE" || value == "DATE-TIME")
  }

  /// The value of the property whose parameters these are, as ``ICalendar/Property/moment()`` has it; nil where it is none.
  func moment(of property: Property) -> Moment? {
    // What stands there twice it takes otherwise.
    guard !hasOthers else { return try? property.moment() }
    let isDate = value == "DATE" ? true : value == "DATE-TIME" ? false : nil
    return try? Moment.decode(property.value, valueIsDate: isDate, tzid: tzid)
  }

  /// What VALUE says of a moment.
  var valueIsDate: Bool? { value.map { $0 == "DATE" } }
}
