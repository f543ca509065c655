internal import ICalendar
internal import ListoModel

/// A reminder on its way to the object of a task: where its fields stand, as the values of content lines, and what stands beside them.
///
/// Of most reminders the fields are those of their own lines, and nothing is copied or made of them. Any other is taken apart, and its
/// fields are put into bytes of their own. From there on all are written in one way (`TaskwarriorObject+Writing.swift`). A test holds
/// both ways of taking in to be the same.
struct TaskwarriorObject: Sendable {
  /// In which bytes the places are.
  enum Home { case lines, unfolded, room }

  var home = Home.lines
  var own = PlacedLines()
  /// The fields and lines of a reminder that was taken apart.
  var room: [UInt8] = []
  /// By the position of the field: texts, integers and rules; empty for none.
  var places = InlineArray<23, Range<Int>>(repeating: 0..<0)
  var times = Times()
  var tags: [Range<Int>] = []
  /// Content lines that no attribute has.
  var rest: [Range<Int>] = []

  // MARK: What only a reminder that was taken apart has

  /// Content lines whose value a field has, for their parameters.
  var lines: [Range<Int>] = []
  /// The UIDs of what it depends on.
  var depends: [String] = []
  var extras: [Extra] = []
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

  private(set) var calendar: Survey.Calendar?
  var place: ReminderPlace?
  /// `,"project":"Home"`; empty where there is none.
  private(set) var project: [UInt8] = []

  /// The uuid of the task that was written last.
  var uuid: UInt128 = 0
  /// For the lines of the components in it.
  var inner = PlacedLines()
  var absent: TaskwarriorAbsence = []
  /// `,"description":`
  let keys = Key.allCases.compactMap { ShortText(Array(",\"\($0)\":".utf8)) }
  let kinds = PropertyID.allCases.map(Kind.init)

  /// Where a text, an integer or a rule stands.
  @inline(__always)
  subscript(id: FieldID) -> Range<Int> {
    get { places[id.position] }
    set { places[id.position] = newValue }
  }

  /// Takes a reminder in, in the place of the last one.
  ///
  /// - Returns: it, taken apart, where its lines alone do not say all.
  mutating func take(
    _ component: Component, in calendar: Survey.Calendar, _ zones: inout ZoneLosses
  ) -> DecomposedReminder? {
    if takeLines(component, in: calendar) { return nil }
    let reminder = DecomposedReminder(component, in: calendar.context)
    takeFields(reminder, in: calendar, &zones)
    return reminder
  }

  /// Forgets the last reminder.
  mutating func empty(for calendar: Survey.Calendar) {
    if self.calendar !== calendar { enter(calendar) }
    places = InlineArray(repeating: 0..<0)
    times = Times()
    tags.removeAll(keepingCapacity: true)
    rest.removeAll(keepingCapacity: true)
    guard home == .room else { return }
    room.removeAll(keepingCapacity: true)
    (lines, depends, extras, keptUUID) = ([], [], [], nil)
  }

  private mutating func enter(_ calendar: Survey.Calendar) {
    self.calendar = calendar
    let title = calendar.place.listTitle
    place = ReminderPlace(
      calendar.context, source: calendar.place.source, list: calendar.list, listTitle: title)
    var json = JSONText()
    if !title.isEmpty {
      json.raw(",\"project\":")
      json.string(title)
    }
    project = json.bytes
  }

  /// The times of a reminder.
  struct Times: Sendable {
    var due, start, created, modified, completed, stamp, recurrenceID: TaskwarriorDate?

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
