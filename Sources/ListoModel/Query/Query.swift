internal import ICalendar
public import Patterns

/// A query at a fixed time and in a fixed zone, made by ``QueryExpression/query(in:)``.
public indirect enum Query: Sendable, Hashable {
  /// Every reminder.
  case all
  case not(Query)
  /// Every one of them; true for none.
  case and([Query])
  /// At least one of them; false for none.
  case or([Query])
  /// A field compared with a value; texts without regard to capital letters and to marks on letters. A field
  /// that is not set fails every test but ``Operator/notEqual``.
  case test(FieldID, Operator, FieldValue)
  /// A text, whose own letters count, or in which an expression is found.
  case text(Subject, TextTest)
  /// The field is there and can be read.
  case has(FieldID)
  case hasPriority(PriorityBucket)
  case isOpen
  case isOverdue
  /// It has an RRULE or an RDATE, or is an occurrence (RECURRENCE-ID) of one that has.
  case isRecurring
  /// The title or the identifier of its list.
  case inList(String)
  /// The title or the identifier of its source.
  case inSource(String)
  /// Another reminder of its source matches.
  case relation(QueryExpression.Relation, Query)

  /// A comparison of values.
  public enum Operator: String, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// Holds the text, or, of texts, one that is it.
    case contains
  }

  /// The text of a reminder that is tested.
  public enum Subject: Sendable, Hashable {
    case field(FieldID)
    /// The title of its list.
    case list
    /// The title of its source.
    case source
  }

  /// A comparison of texts.
  public enum TextTest: Sendable, Hashable {
    /// By Unicode scalars.
    case exactly(Operator, String)
    /// Ignoring case and accents.
    case folded(Operator, String)
    case matches(Pattern)
  }

  /// The list and source of a reminder, for queries.
  public struct Place: Sendable {
    /// The source that holds the list.
    public var source: Source
    /// The list's name within its source.
    public var listIdentifier: String
    /// The title of the list.
    public var listTitle: String

    /// A list of a source.
    public init(source: Source, listIdentifier: String, listTitle: String) {
      (self.source, self.listIdentifier, self.listTitle) = (source, listIdentifier, listTitle)
    }
  }
}

extension Query {
  /// A regular expression is in it, of which it is told where it takes too long.
  package var hasPattern: Bool {
    switch self {
    case .text(_, .matches): true
    case .not(let query), .relation(_, let query): query.hasPattern
    case .and(let queries), .or(let queries): queries.contains(where: \.hasPattern)
    default: false
    }
  }
}
