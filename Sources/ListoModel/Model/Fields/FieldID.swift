/// The names of the fields, as options, queries and JSON have them.
public enum FieldID: String, Sendable, CaseIterable, Hashable {
  case uid, title, notes, status, completed, percent, due, start, priority, tags, parent, url, location,
    recurrence
  case alarms, order, created, modified, stamp, sequence, geo, classification, recurrenceID = "recurrence-id"
}

extension FieldID {
  /// Its place among ``allCases``: that by which tables of fields are indexed.
  package var position: Int {
    switch self {
    case .uid: 0
    case .title: 1
    case .notes: 2
    case .status: 3
    case .completed: 4
    case .percent: 5
    case .due: 6
    case .start: 7
    case .priority: 8
    case .tags: 9
    case .parent: 10
    case .url: 11
    case .location: 12
    case .recurrence: 13
    case .alarms: 14
    case .order: 15
    case .created: 16
    case .modified: 17
    case .stamp: 18
    case .sequence: 19
    case .geo: 20
    case .classification: 21
    case .recurrenceID: 22
    }
  }

  /// By its position: the word takes ten times as long.
  public func hash(into hasher: inout Hasher) { hasher.combine(position) }
}
