internal import ICalendar
internal import ListoModel

/// The attributes that mean something to a reminder, by their names: Taskwarrior's own and those that Listo
/// adds (UDAs). They stand in the order in which they are written; those that no field means stand between
/// `listo_lines` and `listo_rest`.
enum TaskwarriorAttribute: UInt8, CaseIterable, Sendable {
  case uuid, listo_uid, listo_uuid, description, status, listo_status, project, priority, listo_priority
  case due, scheduled, entry, modified, end, start
  case listo_due, listo_due_utc, listo_start, listo_start_utc, listo_created, listo_created_utc
  case listo_modified, listo_modified_utc, listo_completed, listo_completed_utc
  case tags, listo_tags, depends, listo_depends, annotations, listo_notes
  // Fields that have no attribute of Taskwarrior's.
  case listo_location, listo_url, listo_recurrence, listo_parent, listo_percent, listo_order, listo_sequence
  case listo_geo, listo_classification, listo_stamp, listo_recurrence_id
  /// Fields that are not there though Taskwarrior wants their attribute.
  case listo_absent
  /// Content lines whose value a field has, for their parameters.
  case listo_lines
  /// Content lines and components that no attribute holds.
  case listo_rest
  // Attributes that no field means: where one is written, a line of the reminder says it.
  case id, urgency, wait, until, recur, parent, mask, imask

  static let prefix = "listo_"

  /// The attribute of a name; nil for one of others.
  init?(_ name: [UInt8]) {
    guard let attribute = Self.table[name[...]] else { return nil }
    self = attribute
  }

  static let table = KeyTable(allCases.map { ("\($0)", $0) })

  var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { "\($0)" }

  /// One that Listo adds, to be declared to Taskwarrior as `uda.NAME.type=string`.
  var isListos: Bool { Self.listos[Int(rawValue)] }
  private static let listos = allCases.map { "\($0)".hasPrefix(prefix) }

  /// Fields are read from it, or Taskwarrior makes it itself: only a task has one.
  var isOfTasks: Bool {
    switch self {
    case .wait, .until, .recur, .parent, .mask, .imask: false
    default: !isListos
    }
  }

  /// The kind of JSON that its value must be.
  enum ValueType {
    case text, texts, annotations, any
  }

  var type: ValueType {
    switch self {
    case .tags, .depends: .texts
    case .annotations: .annotations
    case .id, .urgency, .imask: .any
    default: .text
    }
  }

  // MARK: Fields

  /// The fields that have no attribute of Taskwarrior's.
  static let own: [(field: FieldID, attribute: TaskwarriorAttribute)] = [
    (.location, .listo_location), (.url, .listo_url), (.recurrence, .listo_recurrence),
    (.parent, .listo_parent), (.percent, .listo_percent), (.order, .listo_order),
    (.sequence, .listo_sequence), (.geo, .listo_geo), (.classification, .listo_classification),
    (.stamp, .listo_stamp), (.recurrenceID, .listo_recurrence_id),
  ]

  /// One of the five dates of a task, and the field it is.
  struct Date: Sendable {
    let field: FieldID
    let plain: TaskwarriorAttribute
    /// That which holds the field exactly, where the UTC time cannot.
    let exact: TaskwarriorAttribute
    /// The UTC time that was written for a field whose zone ``exact`` names: what the zone means is not known
    /// wherever it is read, and the next tzdata may mean another.
    let written: TaskwarriorAttribute
    var absence: TaskwarriorAbsence = []
  }

  static let dates = [
    Date(field: .due, plain: .due, exact: .listo_due, written: .listo_due_utc),
    Date(field: .start, plain: .scheduled, exact: .listo_start, written: .listo_start_utc),
    Date(
      field: .created, plain: .entry, exact: .listo_created, written: .listo_created_utc,
      absence: .created),
    Date(
      field: .modified, plain: .modified, exact: .listo_modified, written: .listo_modified_utc,
      absence: .modified),
    Date(
      field: .completed, plain: .end, exact: .listo_completed, written: .listo_completed_utc,
      absence: .completed),
  ]
}

/// Fields that are not there though Taskwarrior wants their attribute: `listo_absent`.
struct TaskwarriorAbsence: OptionSet, Sendable {
  var rawValue: UInt8

  static let title = TaskwarriorAbsence(rawValue: 1)
  static let status = TaskwarriorAbsence(rawValue: 2)
  static let created = TaskwarriorAbsence(rawValue: 4)
  static let modified = TaskwarriorAbsence(rawValue: 8)
  static let completed = TaskwarriorAbsence(rawValue: 16)

  /// In the order of their bits.
  private static let words = [FieldID.title, .status, .created, .modified, .completed].map {
    Array($0.rawValue.utf8)
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// - Parameter text: words with blanks between them; those of other fields mean nothing.
  init(_ text: String) {
    rawValue = 0
    for word in text.utf8.split(separator: 0x20) {
      for (bit, known) in Self.words.enumerated() where word.elementsEqual(known) {
        rawValue |= 1 << UInt8(bit)
      }
    }
  }

  /// Appends the words as a JSON string.
  func write(to output: inout OutputSpan<UInt8>) {
    output.put(0x22)
    var isFirst = true
    for (bit, word) in Self.words.enumerated() where rawValue & 1 << UInt8(bit) != 0 {
      if !isFirst { output.put(0x20) }
      isFirst = false
      output.put(word)
    }
    output.put(0x22)
  }
}
