internal import ICalendar

/// A question about a reminder: what the flags of `filter` make, and an expression language can parse into.
public indirect enum Query: Sendable, Hashable {
  /// Every reminder.
  case all
  case not(Query)
  /// Every one of them; true for none.
  case and([Query])
  /// At least one of them; false for none.
  case or([Query])
  /// A field compared with a value. A field that is not set fails every test but ``Operator/notEqual``.
  case test(FieldID, Operator, FieldValue)
  /// The field is there and can be read.
  case has(FieldID)
  case hasPriority(PriorityBucket)
  case isOpen
  case isOverdue
  /// The title or the identifier of its list.
  case inList(String)
  /// The title or the identifier of its source.
  case inSource(String)

  public enum Operator: String, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// Holds the text, or, of texts, one that is it; in any case of letters.
    case contains
  }

  /// Where a reminder stands, as far as queries ask.
  public struct Place: Sendable {
    public var source: Source
    public var listIdentifier: String
    public var listTitle: String

    public init(source: Source, listIdentifier: String, listTitle: String) {
      (self.source, self.listIdentifier, self.listTitle) = (source, listIdentifier, listTitle)
    }
  }
}
