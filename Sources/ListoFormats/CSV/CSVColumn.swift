internal import ICalendar
internal import ListoModel

/// A column of a table: a field, the zone or the time of day of one, or the list.
enum CSVColumn: Sendable, Hashable {
  case field(FieldID)
  /// The TZID of a field's time; without this column it stands behind the time.
  case zone(FieldID)
  /// The time of day of a field, beside a column with its date; other programs have it, and it is only read.
  case time(FieldID)
  /// The list's title.
  case list
  /// The source's title: for information, not read.
  case source

  var name: String {
    switch self {
    case .field(let id): id.rawValue
    case .zone(let id): id.rawValue + "-zone"
    case .time(let id): id.rawValue + "-time"
    case .list: "list"
    case .source: "source"
    }
  }

  /// The fields whose zone has a column, and whose time of day may have one.
  private static let zoned: [FieldID] = [.due, .start]

  /// The columns that are written by default: all that can be read back.
  static let all: [CSVColumn] =
    [.list]
    + Field.all.flatMap { field in
      zoned.contains(field.id) ? [.field(field.id), .zone(field.id)] : [CSVColumn.field(field.id)]
    }

  /// The column with this name, in any case and with any of `-`, `_` and blanks between words; names of
  /// properties and those that other programs use are known too.
  static func named(_ name: String) -> CSVColumn? { byName[key(name)] }

  /// The part of a name that counts: in lower case, without blanks, `-` and `_`.
  static func key(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
  }

  private static let times: [CSVColumn] = zoned.map { .time($0) }

  private static let byName: [String: CSVColumn] = {
    var names: [String: CSVColumn] = [:]
    func add(_ name: String, _ column: CSVColumn) {
      let key = key(name)
      if names[key] == nil { names[key] = column }
    }
    for column in all + [.source] + times { add(column.name, column) }
    for field in Field.all where field.id != .alarms { add(field.property.name, .field(field.id)) }
    let others: KeyValuePairs<String, FieldID> = [
      "subject": .title, "task": .title, "name": .title, "note": .notes, "duedate": .due, "startdate": .start,
      "labels": .tags, "label": .tags, "tag": .tags, "category": .tags, "rrule": .recurrence, "link": .url,
      "percent complete": .percent, "progress": .percent, "class": .classification, "todo": .title,
      "item": .title, "what": .title, "deadline": .due, "due by": .due, "when": .due, "done": .status,
      "finished": .status, "complete": .status, "state": .status, "due complete": .status,
      "is completed": .status, "checked": .status, "completed at": .completed, "completed time": .completed,
      "completed on": .completed, "completed date": .completed, "date completed": .completed,
      "completion date": .completed, "details": .notes, "comments": .notes,
      "aufgabe": .title, "titel": .title, "fällig": .due, "fällig am": .due, "erledigt": .status,
      "priorität": .priority, "notizen": .notes, "betreff": .title, "task name": .title, "task title": .title,
      "fälligkeitsdatum": .due, "erledigt am": .completed, "kategorien": .tags, "repeat": .recurrence,
      "repeats": .recurrence, "recurring": .recurrence, "wiederholung": .recurrence,
    ]
    for (name, id) in others { add(name, .field(id)) }
    for name in ["time", "uhrzeit"] { add(name, .time(.due)) }
    for name in ["project", "calendar", "listname"] { add(name, .list) }
    return names
  }()
}

extension CSVColumn {
  /// The names of the columns that a table may be made of, in the order in which they are written where none
  /// is chosen: all but the last, the source.
  static let choices = (all + [.source]).map(\.name)

  /// The names of the columns that a column of a file can be.
  static let targets = choices + times.map(\.name)
}
