internal import ICalendar
internal import ListoModel

/// The content of a task as a reminder.
struct TaskwarriorReminder: Sendable {
  /// Their bytes are their own.
  var fields: FieldPlaces
  /// Whole lines in the place of a field's.
  var exact: [FieldID: [Property]] = [:]
  /// Further content lines.
  var rest: [UInt8] = []
  /// Components that stand in it, alarms among them.
  var children: [ComponentText] = []
  /// The list.
  var project: String?

  /// - Parameter room: so many bytes its fields have at most, nearly always.
  init(room: Int) { fields = FieldPlaces(room: room) }

  /// The fields as values.
  var values: ReminderFields {
    let own = fields.own
    return fields.values(own.span)
  }

  /// Sets a text; an empty one is none.
  mutating func set(_ id: FieldID, _ text: String) {
    if !text.isEmpty { fields.set(id, .text(text)) { $0.keep($1) } }
  }

  /// The VTODO.
  func component(line: Int = 0) -> ComponentText {
    let own = fields.own
    var component = fields.component(own.span, line: line, exact: exact)
    if !rest.isEmpty { component.passage(rest) }
    for child in children { component.append(child) }
    return component
  }
}
