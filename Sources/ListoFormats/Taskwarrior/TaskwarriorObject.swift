internal import ICalendar
internal import ListoModel

/// A reminder on its way to the object of a task: where its fields stand, and what stands beside them.
///
/// Of most reminders the fields are those of their own lines, and nothing is copied or made of them
/// (``FieldLines``). Any other is taken apart, and its fields are put into bytes of their own. From there on
/// all are written in one way (`TaskwarriorObject+Writing.swift`). A test holds both ways of taking in to be
/// the same.
struct TaskwarriorObject: Sendable {
  var lines = FieldLines()
  /// Of a reminder that was taken apart all bytes are its ``FieldPlaces/own``.
  var fields = FieldPlaces()
  var isTakenApart = false
  var times = Times()
  /// Content lines that no attribute has.
  var rest: [Range<Int>] = []

  // MARK: What only a reminder that was taken apart has

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
  private var place: ReminderPlace?
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
  ///
  /// - Returns: it, taken apart, where its lines alone do not say all.
  mutating func take(_ component: Component, in calendar: Survey.Calendar) -> DecomposedReminder? {
    if takeLines(component, in: calendar) { return nil }
    let reminder = DecomposedReminder(component, in: calendar.context)
    takeFields(reminder, in: calendar)
    return reminder
  }

  /// Takes a reminder in by its lines.
  ///
  /// - Returns: false, and what was taken in means nothing, where they alone do not say its fields, or one
  ///   may say an attribute that no field is.
  mutating func takeLines(_ component: Component, in calendar: Survey.Calendar) -> Bool {
    empty(for: calendar)
    isTakenApart = false
    // Taken out while it learns zones and parameters, so that it is not copied.
    guard var place = place.take() else { return false }
    defer { self.place = place }
    guard lines.take(component, &place, into: &fields) else { return false }
    guard !mayRecur(component) else { return false }
    for line in lines.rest {
      guard line.id != .other, line.id != .malformed else { return false }
      rest.append(Self.whole(line))
    }
    takeTimes()
    for (id, zone) in lines.zoned { takeTime(id, place.zones[zone]) }
    return true
  }

  /// The reminder that was taken in by its lines may become a recurring task.
  private func mayRecur(_ component: Component) -> Bool {
    guard fields.has(.recurrence), fields.has(.due) else { return false }
    let bytes = lines.bytes(of: component)
    return TaskwarriorRecurrence.task(of: FieldPlaces.text(bytes.span, fields[.recurrence])) != nil
  }

  /// Forgets the last reminder.
  mutating func empty(for calendar: Survey.Calendar) {
    if self.calendar !== calendar { enter(calendar) }
    rest.removeAll(keepingCapacity: true)
    guard isTakenApart else { return }
    (exact, depends, extras, keptUUID) = ([], [], [], nil)
    kept = TaskwarriorKept()
  }

  private mutating func enter(_ calendar: Survey.Calendar) {
    self.calendar = calendar
    let title = calendar.place.listTitle
    place = ReminderPlace(
      calendar.context, source: calendar.place.source, list: calendar.list, listTitle: title)
    var json = JSONText()
    let project = calendar.ownTitle
    if !project.isEmpty {
      json.raw(",\"project\":")
      json.string(project)
    }
    self.project = json.bytes
  }

  /// A zone of the calendar, by its name.
  mutating func zone(_ tzid: String) -> TravellingZone? {
    place?.zoneIndex(tzid).flatMap { place?.zones[$0] }
  }

  // MARK: Its times

  /// Takes the times of the fields, without zones.
  mutating func takeTimes() {
    times = Times()
    for id in Times.fields where fields.has(id) { takeTime(id, nil) }
  }

  /// Takes the time of a field in a zone.
  mutating func takeTime(_ id: FieldID, _ zone: TravellingZone?) {
    times[id] = fields.moment(id).map { TaskwarriorDate($0, zone: zone, local: local) }
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
