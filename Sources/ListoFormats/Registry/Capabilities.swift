public import ListoModel

/// The fields that a format can hold. The table of `listo formats`, the report of losses and the tests over
/// all formats use it.
public struct Capabilities: Sendable, Hashable {
  /// The degree to which a format holds something.
  public enum Fidelity: Sendable, Hashable {
    /// The value comes back unchanged.
    case exact
    /// The value comes back changed, in the way that the text describes: "without the time of day".
    case approximate(String)
    /// The format has no place for the value.
    case none
  }

  /// Parts of a calendar other than the fields of reminders.
  public enum Aspect: String, Sendable, Hashable, CaseIterable {
    case events, journals
    /// The definitions of time zones; a zone's name belongs to the field that has it.
    case timeZones = "time zones"
    /// All of an alarm, beyond when it sounds.
    case alarmDetails = "alarm details"
    /// Changed occurrences of a recurring reminder.
    case overrides
    /// Properties of reminders that are no field.
    case otherProperties = "other properties"
    case otherComponents = "other components"
    case calendarProperties = "calendar properties"
    /// Which list a reminder is in.
    case lists
    /// Which source a list is in.
    case sources
    case attachments
  }

  private let fields: [FieldID: Fidelity]
  private let aspects: [Aspect: Fidelity]
  private let rest: Fidelity

  /// - Parameter rest: the fidelity of everything that is not named.
  public init(
    _ rest: Fidelity = .none, fields: [FieldID: Fidelity] = [:], aspects: [Aspect: Fidelity] = [:]
  ) {
    (self.rest, self.fields, self.aspects) = (rest, fields, aspects)
  }

  /// The degree to which the format holds a field.
  public subscript(field: FieldID) -> Fidelity { fields[field] ?? rest }
  /// The degree to which the format holds a part that is not a field.
  public subscript(aspect: Aspect) -> Fidelity { aspects[aspect] ?? rest }

  /// Every field and aspect by name, in their order, with a word for how much of it is held: `yes`, `no`, or
  /// in which way it is changed.
  package var words: [(name: String, fidelity: String)] {
    Field.all.map { ($0.name, self[$0.id].word) } + Aspect.allCases.map { ($0.rawValue, self[$0].word) }
  }

  /// Everything is exact.
  public static let everything = Capabilities(.exact)
}

extension Capabilities.Fidelity {
  fileprivate var word: String {
    switch self {
    case .exact: "yes"
    case .approximate(let how): how
    case .none: "no"
    }
  }
}

extension Capabilities {
  /// Every field of reminders, in values that are read back as they were, and nothing else.
  static let fieldsAlone = Capabilities(
    .none,
    fields: Dictionary(
      uniqueKeysWithValues: FieldID.allCases.map { id in
        (id, id == .alarms ? .approximate("the times at which they ring") : .exact)
      }),
    aspects: [
      .overrides: .exact, .lists: .approximate("their titles"), .timeZones: .approximate("their names"),
    ])
}
