public import ICalendar
public import ListoModel

/// A reminder that is to be added.
public struct ReminderDraft: Sendable {
  /// SUMMARY, as it is typed.
  public var title: String
  /// The other fields. A time without a zone is in the viewer's zone.
  public var fields: [FieldID: FieldValue]
  /// VALARMs, in their order.
  public var alarms: [AlarmDraft]
  /// The parent in the reminder's list.
  public var parent: ModelIdentifier?
  /// The addresses of the attachments.
  public var attachments: [String]
  /// The item that it is read from, in another format or place.
  public let component: Component?
  /// The definitions of the time zones that it names.
  let zones: ZoneTable

  /// Creates a draft from values.
  ///
  /// - Parameters:
  ///   - due: the due date: a day, or a time with or without a zone.
  ///   - repeats: the rule, whose first date is `due`, or else `start`.
  ///   - parent: a reminder of the same list, of which this one is a subtask.
  public init(
    title: String, due: Moment? = nil, start: Moment? = nil, priority: PriorityBucket = .none,
    tags: [String] = [], repeats: RecurrenceRule? = nil, notes: String? = nil, location: String? = nil,
    url: String? = nil, alarms: [AlarmDraft] = [], parent: ModelIdentifier? = nil,
    attachments: [String] = []
  ) {
    var fields: [FieldID: FieldValue] = [:]
    fields[.due] = due.map { .moment($0) }
    fields[.start] = start.map { .moment($0) }
    fields[.priority] = priority.priority.map { .integer($0) }
    if !tags.isEmpty { fields[.tags] = .texts(tags) }
    fields[.recurrence] = repeats.map { .text($0.text) }
    fields[.notes] = notes.map { .text($0) }
    fields[.location] = location.map { .text($0) }
    fields[.url] = url.map { .text($0) }
    self.init(title: title, fields: fields, alarms: alarms, parent: parent, attachments: attachments)
  }

  /// Creates a draft from fields by their names.
  public init(
    title: String, fields: [FieldID: FieldValue], alarms: [AlarmDraft] = [],
    parent: ModelIdentifier? = nil, attachments: [String] = []
  ) {
    (self.title, self.fields, self.alarms) = (title, fields, alarms)
    (self.parent, self.attachments) = (parent, attachments)
    (component, zones) = (nil, .empty)
  }

  /// The due date: a day, or a time with or without a zone.
  public var due: Moment? {
    get { moment(.due) }
    set { fields[.due] = newValue.map { .moment($0) } }
  }

  /// The start: a day, or a time with or without a zone.
  public var start: Moment? {
    get { moment(.start) }
    set { fields[.start] = newValue.map { .moment($0) } }
  }

  /// The notes.
  public var notes: String? {
    get { if case .text(let text) = fields[.notes] { text } else { nil } }
    set { fields[.notes] = newValue.map { .text($0) } }
  }

  /// The tags.
  public var tags: [String] {
    get { if case .texts(let texts) = fields[.tags] { texts } else { [] } }
    set { fields[.tags] = newValue.isEmpty ? nil : .texts(newValue) }
  }

  private func moment(_ field: FieldID) -> Moment? {
    if case .moment(let moment) = fields[field] { moment } else { nil }
  }

  /// Creates a draft from an item. Its lines are kept; a missing UID, or one that the list has already, is
  /// replaced by a new one.
  public init(_ reminder: Reminder, parent: ModelIdentifier? = nil) {
    (title, fields, alarms, attachments) = ("", [:], [], [])
    self.parent = parent
    (component, zones) = (reminder.component, reminder.calendar.zones)
  }

  /// An item that names no zones, or those of the system.
  public init(_ component: Component, parent: ModelIdentifier? = nil) {
    self.init(Reminder(component, in: .none), parent: parent)
  }
}

extension ReminderDraft: Codable {
  private enum Key: String, CodingKey {
    case title, fields, alarms, parent, attachments
    /// The lines of the item that the draft is made from.
    case lines
  }

  /// Decodes a draft. A draft of an item knows only the zones of the system.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let parent = try values.decodeIfPresent(ModelIdentifier.self, forKey: .parent)
    if let lines = try values.decodeIfPresent(String.self, forKey: .lines) {
      guard let component = Component(Array(lines.utf8)) else {
        throw DecodingError.dataCorruptedError(
          forKey: .lines, in: values, debugDescription: "the lines are no component")
      }
      self.init(component, parent: parent)
    } else {
      self.init(title: "", fields: [:], parent: parent)
    }
    title = try values.decode(String.self, forKey: .title)
    for (name, value) in try values.decode([String: FieldValue].self, forKey: .fields) {
      if let field = FieldID(rawValue: name) { fields[field] = value }
    }
    alarms = try values.decode([AlarmDraft].self, forKey: .alarms)
    attachments = try values.decode([String].self, forKey: .attachments)
  }

  /// Encodes the draft, with the lines of its item.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(title, forKey: .title)
    let named = Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value) })
    try values.encode(named, forKey: .fields)
    try values.encode(alarms, forKey: .alarms)
    try values.encodeIfPresent(parent, forKey: .parent)
    try values.encode(attachments, forKey: .attachments)
    try values.encodeIfPresent(component.map { String(decoding: $0.bytes, as: UTF8.self) }, forKey: .lines)
  }
}
