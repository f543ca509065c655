internal import ICalendar
internal import ListoModel

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
