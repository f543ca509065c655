public import ICalendar

/// The value of a field.
public enum FieldValue: Sendable, Hashable, Codable {
  case text(String)
  case texts([String])
  case integer(Int)
  case moment(Moment)

  /// For people and for comparing as text: texts joined by commas, moments in ISO 8601 with the zone's name
  /// behind them.
  public var description: String {
    switch self {
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: ", ")
    case .integer(let number): String(number)
    case .moment(.zoned(let local, let tzid)): "\(local) \(tzid)"
    case .moment(let moment): moment.description
    }
  }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Texts.
  public init(arrayLiteral elements: String...) { self = .texts(elements) }
}

/// The type of a field.
public enum FieldType: String, Sendable, CaseIterable {
  case text
  case texts
  case integer
  case moment
}
