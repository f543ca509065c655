internal import ICalendar
internal import ListoModel

/// A reminder on its way to the object of a task: where its fields stand, and what stands beside them.
struct TaskwarriorObject: Sendable {
  var reader = FieldReader()
  var fields: FieldPlaces { reader.fields }
  var times = Times()
  /// Content lines that no attribute has.
  var rest: [Range<Int>] = []

  // MARK: What few reminders have

  private var hasMore = false
  /// Content lines whose value a field has, for their parameters.
  var exact: [Range<Int>] = []
  /// The UIDs of what it depends on.
  var depends: [String] = []
  var extras: [Extra] = []
  var kept = TaskwarriorKept()
  /// That it had in Taskwarrior, whatever its UID.
  var keptUUID: UInt128?

  /// An attribute that no field means.
  struct Extra: Sendable {
    let name: String
    let value: Range<Int>
    /// The value is JSON as it stands.
    let isJSON: Bool
  }

  // MARK: Its calendar

  private var calendar: Survey.Calendar?
  /// `,"project":"Home"`; empty where there is none.
  private(set) var project: [UInt8] = []

  /// The uuid of the task that was written last.
  var uuid: UInt128 = 0
  /// For the lines of the components in it.
  var inner = PlacedLines()
  /// The UIDs of series with changed occurrences.
  var overridden: Set<[UInt8]> = []
  /// The zone of dates and floating times; nil for UTC.
  var local: Zone?
  var absent: TaskwarriorAbsence = []
  /// `,"description":`
  let keys = Key.allCases.compactMap { ShortText(Array(",\"\($0)\":".utf8)) }

  /// Takes a reminder in, in the place of the last one.
  mutating func take(_ component: Component, in calendar: Survey.Calendar) {
    empty(for: calendar)
    reader.read(component, in: calendar.context, withAlarms: false)
    takeTimes()
    hasMore = mayHaveMore(component)
    if hasMore { return takeMore(component) }
    for entry in reader.rest { rest.append(Self.whole(entry.line)) }
  }

  /// It may have attributes that no field is, become a recurring task, or have lines that a field does not
  /// say exactly.
  private func mayHaveMore(_ component: Component) -> Bool {
    if !reader.parameterized.isEmpty || !reader.doubledTags.isEmpty || reader.duration != nil { return true }
    if reader.rest.contains(where: { [.other, .malformed, .relatedTo].contains($0.line.id) }) { return true }
    guard fields.has(.recurrence), fields.has(.due) else { return false }
    let bytes = reader.bytes(of: component)
    return TaskwarriorRecurrence.task(of: FieldPlaces.text(bytes.span, fields[.recurrence])) != nil
  }

  /// Forgets the last reminder.
  mutating func empty(for calendar: Survey.Calendar) {
    if self.calendar !== calendar { enter(calendar) }
    rest.removeAll(keepingCapacity: true)
    guard hasMore else { return }
    (exact, depends, extras, keptUUID) = ([], [], [], nil)
    kept = TaskwarriorKept()
  }

  private mutating func enter(_ calendar: Survey.Calendar) {
    self.calendar = calendar
    var json = JSONText()
    let project = calendar.ownTitle
    if !project.isEmpty {
      json.raw(",\"project\":")
      json.string(project)
    }
    self.project = json.bytes
  }

  // MARK: Its times

  /// Takes the times of the fields.
  private mutating func takeTimes() {
    times = Times()
    for id in Times.fields where fields.has(id) { takeTime(id, nil) }
    for (id, zone) in reader.zoned { takeTime(id, reader.zones[zone]) }
  }

  private mutating func takeTime(_ id: FieldID, _ zone: TravellingZone?) {
    times[id] = reader.fields.moment(id).map { TaskwarriorDate($0, zone: zone, local: local) }
  }

  /// The times of a reminder.
  struct Times: Sendable {
    var due, start, created, modified, completed, stamp, recurrenceID: TaskwarriorDate?

    static let fields: [FieldID] = [.due, .start, .created, .modified, .completed, .stamp, .recurrenceID]

    subscript(id: FieldID) -> TaskwarriorDate? {
      get {
        switch id {
        case .due: due
        case .start: start
        case .created: created
        case .modified: modified
        case .completed: completed
        case .stamp: stamp
        case .recurrenceID: recurrenceID
        default: nil
        }
      }
      set {
        switch id {
        case .due: due = newValue
        case .start: start = newValue
        case .created: created = newValue
        case .modified: modified = newValue
        case .completed: completed = newValue
        case .stamp: stamp = newValue
        case .recurrenceID: recurrenceID = newValue
        default: break
        }
      }
    }
  }
}
