public import ICalendar

/// A difference between two versions of a component, in one of its properties or in a component inside it.
public struct FieldDifference: Sendable {
  /// The kind of a difference, with both values.
  public enum Change: Sendable {
    /// A property with one value: the old and the new one; nil if it is missing.
    case value(old: Property?, new: Property?)
    /// A property with several values (tags, attendees, additional dates): the values that only one side has.
    case elements(removed: [Element], added: [Element])
    /// A component inside: its differences, or the whole component if only one side has it.
    case component(old: Component?, new: Component?, fields: [FieldDifference])
    /// The zone that is named so is defined differently: the same words are another time.
    case zone
  }

  /// One of several values.
  public struct Element: Sendable, Hashable {
    /// For people: decoded.
    public let text: String
    /// The content line with the element, unfolded.
    public let line: String
  }

  /// The name of the property, or of the component inside, in upper case; for a zone its TZID.
  public let name: String
  /// The kind of the difference.
  public let change: Change

  /// The field that shows the property; nil where none does.
  public var field: Field? { number.map { Field.all[$0] } }

  /// In the order of the fields, then by name.
  var rank: Int {
    if case .component = change { return Field.all.count + 1 }
    return number ?? Field.all.count
  }

  /// Which of all fields shows the property.
  private var number: Int? {
    if case .value(let old, let new) = change, let property = old ?? new {
      return Self.numbers[Int(property.id.rawValue)]
    }
    return Self.numbers[Int(PropertyID(name: name).rawValue)]
  }

  /// Of each property which of all fields shows it.
  private static let numbers: [Int?] = PropertyID.allCases.map { id in
    id == .other ? nil : Field.all.firstIndex { $0.property == id && $0.id != .alarms }
  }

  /// The value of a property for people: text decoded, a date or time in ISO 8601 with its zone behind it,
  /// anything else as it is written.
  public static func text(of property: Property) -> String {
    switch PropertyDefaults.of(property.id).text {
    case .single: return property.text
    case .list: return property.texts.joined(separator: ", ")
    case .none: break
    }
    switch property.id {
    case .due, .dtstart, .dtend, .completed, .created, .lastModified, .dtstamp, .recurrenceID, .acknowledged:
      return (try? property.moment()).map { FieldValue.moment($0).description } ?? property.rawText
    case .malformed: return String(decoding: property.unfolded, as: UTF8.self)
    default: return property.rawText
    }
  }
}
